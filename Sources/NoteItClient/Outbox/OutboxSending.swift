import Foundation
import GRDB
import NoteItCore

extension Outbox {
    /// Sends the waiting entries, oldest first. A refused entry is marked and skipped. If another failure is about the entry,
    /// since the server is ready, those of its thread wait with it, and the others go. Any other failure (server not reached,
    /// busy, session over) ends the round. Throws `.notSignedIn` if nobody is signed in at the start, `.unexpected` if another
    /// process sends for more than 30 s.
    public func send() async throws -> Round {
        let owner = try owner()
        return try await lock.withLock(within: .seconds(30)) {
            var (round, held) = (Round(), HeldEntries())
            while let entry = try await next(of: owner, besides: held) {
                do {
                    let cursor = try await LocalCopy(database).cursor(of: owner)
                    let stored = try await deliver(entry.content, of: owner)
                    try await remove(entry.id, of: owner, storing: stored, at: cursor)
                    files.remove(entry.content.attachments)
                    round.sent.append(Acknowledged(entry: entry, stored: stored))
                } catch let error as ClientError {
                    let kept = try await recordFailure(of: entry, error)
                    if kept.state == .refused {
                        round.refused.append(kept)
                        round.refusals[kept.id] = error
                        continue
                    }
                    round.stopped = round.stopped ?? error
                    guard await isAboutItself(error) else { break }
                    held.insert(entry)
                }
            }
            return round
        }
    }

    /// Whether a failure is about the entry that had it: the server is ready all the same.
    private func isAboutItself(_ error: ClientError) async -> Bool {
        switch error {
        case .problem(let problem) where problem.status == 429 || problem.status == 401: return false
        case .notSignedIn, .unwritable: return false
        // A server that was silent just now is not asked again.
        case .problem, .unexpected, .unreachable: return client.silence.recall() == nil ? await client.brisk().isReady() : false
        }
    }

    /// The account on a server that entries belong to.
    struct Owner: Sendable {
        let server: String
        let account: Account.ID
    }

    func owner() throws -> Owner {
        guard let session = try client.session() else { throw ClientError.notSignedIn }
        return Owner(server: session.server.absoluteString, account: session.account.id)
    }

    func sendNow<Item>(
        _ content: OutboxEntry.Content, id: OutboxEntry.ID, item: (Acknowledged.Stored) -> Item?
    ) async throws -> Outcome<Item> {
        try await send(content, id: id, item: item).outcome
    }

    /// Queues an entry, then sends all that waits.
    /// - Returns: with the outcome the error of a refusal, if this process got it.
    func send<Item>(
        _ content: OutboxEntry.Content, id: OutboxEntry.ID, item: (Acknowledged.Stored) -> Item?
    ) async throws -> (outcome: Outcome<Item>, refusal: ClientError?) {
        let owner = try owner()
        let entry = try await enqueue(content, id: id, of: owner)
        onDisk()
        let round: Round
        do { round = try await send() } catch let error as ClientError { return (.queued(entry, why: error), nil) }
        if let mine = round.sent.first(where: { $0.entry.id == id }), let item = item(mine.stored) { return (.sent(item), nil) }
        if let left = try await self.entry(id, of: owner) {
            if left.state == .refused { return (.refused(left), round.refusals[id]) }
            let why = round.stopped ?? .unreachable(left.why ?? "another noteit stopped sending")
            return (.queued(left, why: why), nil)
        }
        return (try await sentByAnother(entry, of: owner, item: item), nil)
    }

    /// The result when another round sent the entry, of this process or another: posting the same id again returns what is stored.
    /// Throws `.unexpected` if it was dropped.
    private func sentByAnother<Item>(
        _ entry: OutboxEntry, of owner: Owner, item: (Acknowledged.Stored) -> Item?
    ) async throws -> Outcome<Item> {
        let wasDropped = try await database.read { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM dropped WHERE id = ?", arguments: [entry.id]) ?? false
        }
        if wasDropped { throw ClientError.unexpected("It was dropped from the outbox before it was sent.") }
        guard let item = item(try await stored(entry.content, of: owner)) else {
            throw ClientError.unexpected("The outbox entry \(entry.id) changed while it was sent.")
        }
        return .sent(item)
    }

    /// What the server has of an entry that it got. A mark and a block are only read: a later change may have come after it.
    private func stored(_ content: OutboxEntry.Content, of owner: Owner) async throws -> Acknowledged.Stored {
        let client = client.brisk().acting(as: owner.account)
        switch content {
        case .done(_, let event), .remind(_, let event), .follow(_, let event), .thanks(_, _, let event):
            return .mark(try await client.mark(of: event))
        case .block(_, let id, _): return .block(try await client.edit(block: id, with: StudyBlockPatch()))
        default: return try await deliver(content, of: owner)
        }
    }

    private func deliver(_ content: OutboxEntry.Content, of owner: Owner) async throws -> Acknowledged.Stored {
        let client = client.brisk().acting(as: owner.account)
        try await sendFiles(of: content, by: client)
        return switch content {
        case .event(let new, let course): .event(try await client.post(new, in: course))
        case .reply(let new, let event): .reply(try await client.reply(new, to: event))
        case .replyAt(let new, let place): .reply(try await reply(new, at: place, by: client))
        case .done(let done, let event): .mark(try await client.mark(event, with: EventMarkPatch(done: done)))
        case .remind(let time, let event):
            .mark(try await client.mark(event, with: EventMarkPatch(remindAt: .init(time))))
        case .follow(let patch, let event): .mark(try await client.mark(event, with: patch))
        case .block(let patch, let id, _): .block(try await client.edit(block: id, with: patch))
        case .thanks(let wanted, let reply, let event): .mark(try await thank(for: reply, wanted, in: event, by: client))
        case .task(let new, let overlapping): .task(try await client.createTask(new, overlapping: overlapping))
        case .courses(let addition, let plan): .plan(try await addition.send(to: plan, by: client))
        case .unreadable: throw ClientError.unexpected("An outbox entry cannot be read.")
        }
    }

    /// Returns the mark as it is after it.
    private func thank(for reply: Reply.ID, _ wanted: Bool, in event: Event.ID, by client: APIClient) async throws -> EventMark
    {
        if wanted { _ = try await client.thank(for: reply) } else { try await client.takeThanksBack(for: reply) }
        return try await client.mark(of: event)
    }

    /// Replies to an event that the copy did not have when its author wrote: brings the copy up to date first. Throws the
    /// server's problem for an unknown event if the copy still does not have it.
    private func reply(_ new: NewReply, at place: EventPlace, by client: APIClient) async throws -> Reply {
        let copy = LocalCopy(database)
        if case .offline(_, let why) = try await Sync(client: client, copy: copy, now: now).refresh() { throw why }
        guard let thread = try await copy.thread(number: place.number, in: place.course) else { throw place.isUnknown }
        var new = new
        if let number = place.reply {
            guard let parent = thread.replies.first(where: { $0.number == number }) else { throw place.isUnknown }
            new.parent = parent.id
        }
        return try await client.reply(new, to: thread.event.id)
    }

    private func enqueue(_ content: OutboxEntry.Content, id: OutboxEntry.ID, of owner: Owner) async throws -> OutboxEntry {
        let (moment, columns) = (now().wholeSeconds, try content.columns())
        let reference = try await reference(of: content)
        let isNew = try spares.store(
            OutboxSpares.Spare(
                id: id, server: owner.server, account: owner.account.description, kind: columns.kind, target: columns.target,
                json: columns.json, queuedAt: moment, reference: reference))
        do {
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO outbox (id, server, account, kind, target, json, queued_at, reference)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO NOTHING
                        """,
                    arguments: [
                        id, owner.server, owner.account.description, columns.kind, columns.target, columns.json,
                        Int64(moment.timeIntervalSince1970), reference,
                    ])
            }
        } catch {
            // Its author hears that it is not queued, and may write it again.
            if isNew { spares.remove(id) }
            throw error
        }
        return OutboxEntry(
            id: id, content: content, queuedAt: moment, tries: 0, state: .waiting, why: nil, reference: reference)
    }

    /// The name of the event, reply or plan that it goes to; nil if the copy does not have it.
    private func reference(of content: OutboxEntry.Content) async throws -> String? {
        if case .replyAt(_, let place) = content { return place.name }
        if case .courses(_, let plan) = content { return try await LocalCopy(database).degreePlan(plan)?.name }
        guard let thread = content.thread else { return nil }
        let parent = content.parent
        return try await database.read { db -> String? in
            let row = try Row.fetchOne(
                db, sql: "SELECT course_id, number FROM event WHERE id = ?", arguments: [thread.description])
            guard let row else { return nil }
            let event = "\((row[0] as Course.ID).name)#\(row[1] as Int)"
            guard let parent else { return event }
            let number = try Int.fetchOne(
                db, sql: "SELECT json_extract(json, '$.number') FROM reply WHERE id = ?", arguments: [parent.description])
            return number.map { "\(event)#\($0)" } ?? event
        }
    }

    private func next(of owner: Owner, besides held: HeldEntries) async throws -> OutboxEntry? {
        try await fetch("state = 'waiting'", of: owner).first { $0.state == .waiting && !held.contains($0) }
    }

    func entry(_ id: OutboxEntry.ID, of owner: Owner) async throws -> OutboxEntry? {
        try await fetch("id = ?", [id], of: owner).first
    }

    func fetch(_ condition: String, _ arguments: StatementArguments = [], of owner: Owner) async throws -> [OutboxEntry] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(OutboxEntry.columns) FROM outbox
                    WHERE \(condition) AND server = ? AND account = ? ORDER BY position
                    """,
                arguments: arguments + [owner.server, owner.account.description]
            ).map(OutboxEntry.init)
        }
    }

    /// Records the error of a try. A refusal is about this entry; every other failure may pass.
    private func recordFailure(of entry: OutboxEntry, _ error: ClientError) async throws -> OutboxEntry {
        var kept = entry
        kept.tries += 1
        kept.why = error.description
        if case .problem(let problem) = error, (400...499).contains(problem.status), problem.status != 401, !error.isPassing {
            kept.state = .refused
        }
        let result = kept
        try await database.write { db in
            try db.execute(
                sql: "UPDATE outbox SET tries = ?, why = ?, state = ? WHERE id = ?",
                arguments: [result.tries, result.why, result.state.rawValue, result.id])
        }
        return result
    }

    /// Deletes an entry that was sent; in the same transaction the copy takes what the server stored, so that it is in one of
    /// the two. The spare goes first, since one without a row would come back. Throws as `change`.
    /// - Parameter cursor: that of the copy before it was sent.
    private func remove(
        _ id: OutboxEntry.ID, of owner: Owner, storing stored: Acknowledged.Stored, at cursor: LogCursor?
    ) async throws {
        spares.remove(id)
        try await change(id, of: owner, sql: "DELETE FROM outbox") { db in
            if let cursor, let change = try stored.change(db) { try LocalCopy.applyAnswers([change], at: cursor, db) }
        }
    }

    /// Deletes an entry, which must be the owner's, and records that it was dropped, so that a process waiting for it does not
    /// take it for sent. Throws as `change`.
    func giveUp(_ id: OutboxEntry.ID, of owner: Owner) async throws {
        spares.remove(id)
        try await change(id, of: owner, sql: "DELETE FROM outbox") { db in
            try db.execute(sql: "INSERT OR IGNORE INTO dropped (id) VALUES (?)", arguments: [id])
            // No process waits for more than the newest thousand.
            try db.execute(sql: "DELETE FROM dropped WHERE rowid <= (SELECT max(rowid) FROM dropped) - 1000")
        }
    }

    /// Throws `.unexpected` if there is no entry with that id.
    /// - Parameter more: runs in the same transaction.
    func change(
        _ id: OutboxEntry.ID, of owner: Owner, sql: String, _ more: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws {
        let changed = try await database.write { db in
            try db.execute(
                sql: sql + " WHERE id = ? AND server = ? AND account = ?",
                arguments: [id, owner.server, owner.account.description])
            let changed = db.changesCount
            if changed > 0 { try more(db) }
            return changed
        }
        guard changed > 0 else { throw Self.absent(id) }
    }

    static func absent(_ id: OutboxEntry.ID) -> ClientError { .unexpected("There is no entry \(id) in the outbox.") }
}

/// Entries that a round leaves, and those that must not go before them.
private struct HeldEntries {
    private var entries: Set<OutboxEntry.ID> = []
    private var threads: Set<String> = []

    mutating func insert(_ entry: OutboxEntry) {
        entries.insert(entry.id)
        threads.formUnion(entry.content.threadNames)
    }

    func contains(_ entry: OutboxEntry) -> Bool {
        entries.contains(entry.id) || !threads.isDisjoint(with: entry.content.threadNames)
    }
}

extension OutboxEntry.Content {
    /// What it belongs to: its thread by the event's id or place, its plan, its study block, the task and those before it.
    fileprivate var threadNames: [String] {
        switch self {
        case .event(let new, _): new.id.map { [$0.description] } ?? []
        case .reply(_, let event), .done(_, let event), .thanks(_, _, let event), .remind(_, let event), .follow(_, let event):
            [event.description]
        case .block(_, let id, _): [id]
        case .replyAt(_, let place): [EventPlace(course: place.course, number: place.number).text]
        case .courses(_, let plan): [plan.description]
        case .task(let new, _): (new.id.map { [$0.description] } ?? []) + (new.after ?? []).map(\.description)
        case .unreadable: []
        }
    }
}

extension Outbox.Acknowledged.Stored {
    /// What the copy learns from it; nil if a block is of no plan that the copy has.
    fileprivate func change(_ db: Database) throws -> Change? {
        switch self {
        case .event(let event): .upsert(.event(event), rev: event.rev)
        case .reply(let reply): .upsert(.reply(reply), rev: reply.rev)
        case .mark(let mark): .upsert(.mark(mark), rev: nil)
        case .block(let block): try LocalCopy.change(of: block, db)
        case .task(let task): .upsert(.task(task), rev: task.rev)
        case .plan(let plan): .upsert(.degreePlan(plan), rev: plan.rev)
        }
    }
}

extension LocalCopy {
    /// Nil if there is no copy of this person's.
    fileprivate func cursor(of owner: Outbox.Owner) async throws -> LogCursor? {
        guard let status = try await status(), status.account.id == owner.account,
            status.server.absoluteString == owner.server
        else { return nil }
        return status.cursor
    }
}
