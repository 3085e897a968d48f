import Foundation
import NoteItCore

/// Keeps the local copy up to date.
public struct Sync: Sendable {
    /// How fresh the copy is.
    public enum Freshness: Sendable, Equatable {
        /// Up to date. `changes`: how many were applied; 0 for a first copy.
        case current(changes: Int)
        /// The server was not reached, or its news cannot be written here. `asOf`: when the copy was last up to date; nil if there is no copy.
        case offline(asOf: Date?, why: ClientError)
    }

    let client: APIClient
    let copy: LocalCopy
    let now: @Sendable () -> Date
    let backoff: Backoff

    /// - Parameter now: the clock.
    public init(
        client: APIClient, copy: LocalCopy, now: @escaping @Sendable () -> Date = { Date() }, backoff: Backoff = Backoff()
    ) {
        (self.client, self.copy, self.now, self.backoff) = (client, copy, now, backoff)
    }

    /// Brings the copy up to date, if the server is reached. First empties it if it is another person's.
    /// Throws `.notSignedIn`, and `.problem` or `.unexpected` for lasting failures.
    /// - Parameters:
    ///   - bound: how long each response may take, a second while the server is known not to answer; a snapshot has the client's
    ///     usual bound.
    ///   - isHurried: whether to take the copy as it is if the server does not answer within a second, or did not a moment ago.
    public func refresh(within bound: Duration = .seconds(3), hurried isHurried: Bool = false) async throws -> Freshness {
        guard let session = try client.session() else { throw ClientError.notSignedIn }
        do {
            try await copy.purge(unlessOf: session)
            let patient = client.with(timeout: client.silence.recall() == nil ? bound : min(bound, .seconds(1)))
            let changes = try await catchUp(patient, first: isHurried ? client.hurried() : patient)
            try await refreshTerms(client.with(timeout: bound))
            return .current(changes: changes)
        } catch let error as ClientError where error.isPassing {
            return .offline(asOf: try await copy.status()?.refreshedAt, why: error)
        } catch ClientError.unwritable(let why) {
            // A copy of another person must not be read.
            let status = try await copy.status()
            guard let status, status.server == session.server, status.account.id == session.account.id else {
                throw ClientError.unwritable(why)
            }
            return .offline(asOf: status.refreshedAt, why: .unwritable(why))
        }
    }

    /// Follows the log until the task is cancelled: delivers each element of a `ChangeStream`, then applies it to the copy. So
    /// the subject of a removal can still be read while the removal is delivered. If the cursor expires, takes a new snapshot
    /// and continues from there. Throws `.notSignedIn`, the errors of `deliver`, `.problem` or `.unexpected` as `refresh`, and
    /// `CancellationError`.
    /// - Parameter page: as for `ChangeStream`.
    public func follow(page: Int = 500, _ deliver: (ChangeStream.Element) async throws -> Void) async throws {
        try await inRounds(deliver) { start in
            var position = start
            for try await element in ChangeStream(client, from: position, backoff: backoff, page: page) {
                try await deliver(element)
                try await apply(element, position: &position)
            }
        }
    }

    /// Takes a snapshot where there is no copy, then runs `round` from the cursor of the copy, again and again: it returns when the
    /// cursor has expired.
    func inRounds(
        _ deliver: (ChangeStream.Element) async throws -> Void, _ round: (LogCursor) async throws -> Void
    ) async throws {
        var failures = 0
        while true {
            guard let position = try await copy.status()?.cursor else {
                do {
                    try await takeSnapshot(expecting: nil)
                } catch let error as ClientError where error.isPassing {
                    failures += 1
                    let pause = backoff.pause(before: failures)
                    try await deliver(.state(.reconnecting(attempt: failures, pause: pause, why: error)))
                    try await Task.sleep(for: pause)
                }
                continue
            }
            failures = 0
            try await round(position)
        }
    }

    func apply(_ element: ChangeStream.Element, position: inout LogCursor) async throws {
        switch element {
        case .changes(let batch):
            try await copy.apply(batch, at: now())
            position = batch.to
        case .at(let cursor):
            try await copy.apply(ChangeBatch(from: position, to: cursor, changes: []), at: now())
            position = cursor
        case .state(.expired): try await copy.forget(at: position)
        case .state: break
        }
    }

    /// Tells the server which events were seen here, for all devices, and fetches the changes that follow. If the server is not
    /// reached, the records stay here.
    /// - Parameter bound: how long each response may take after the first, which has a second.
    public func tellSeen(within bound: Duration = .seconds(3)) async throws {
        let seen = try await copy.seenHere()
        guard !seen.isEmpty else { return }
        do {
            try await client.hurried().markSeen(seen)
            let patient = client.with(timeout: bound)
            _ = try await catchUp(patient, first: patient)
            try await copy.forgetSeen(seen)
        } catch let error as ClientError where error.isPassing {}
    }

    /// - Parameter first: sends the first request.
    private func catchUp(_ usual: APIClient, first: APIClient) async throws -> Int {
        var (applied, snapshots, client) = (0, 0, first)
        while true {
            guard let cursor = try await copy.status()?.cursor else {
                try await takeSnapshot(expecting: nil)
                continue
            }
            do {
                let batch = try await client.changes(since: cursor)
                client = usual
                try await copy.apply(batch, at: now())
                applied += batch.changes.count
                if !batch.more { return applied }
            } catch let error as ClientError where error.expiry != nil && snapshots < 3 {
                snapshots += 1
                try await takeSnapshot(expecting: cursor)
            }
        }
    }

    /// Fetches a snapshot and replaces the copy with it. Does nothing if another process was faster.
    /// - Parameter expected: the cursor of the copy to replace; nil if there is no copy.
    public func takeSnapshot(expecting expected: LogCursor?) async throws {
        let attempt = UUID()
        var (steps, next) = (PageSteps(most: PageSteps.ofSnapshot), String?.none)
        repeat {
            let page = try await client.snapshot(next: next)
            try await copy.stage(page, of: attempt, at: now())
            next = try steps.step(to: page.next)
        } while next != nil
        try await copy.replaceTerms(client.terms(), at: now())
        try await copy.replace(withStaged: attempt, from: client.server, expecting: expected, at: now())
    }

    private func refreshTerms(_ client: APIClient) async throws {
        let moment = now()
        guard try await copy.lacksTerms(since: moment.addingTimeInterval(-3600)) else { return }
        try await copy.replaceTerms(client.terms(), at: moment)
    }
}
