import Foundation
import NIOCore
import NoteItCore
import NoteItStore
import Testing

@testable import NoteItServer

/// Listeners that get the log live, as the server gives it to them: the tailer's batches, the memory of recent rows and one
/// shard, without sockets.
final class LiveCrowd {
    private let store: SQLStore
    private let shard: LiveShard
    private var recent: RecentLog
    let listeners: [LiveReader]

    /// Two listeners for each person: one that purges, and one that does not.
    /// - Parameter sights: what each of them saw so far.
    init(of people: [Account.ID], on store: SQLStore, sights: [Account.ID: Replica.Sight] = [:]) async throws {
        let head = try await store.head()
        (self.store, shard, recent) = (store, LiveShard(head: head.cursor), RecentLog(at: head.cursor))
        var listeners: [LiveReader] = []
        for person in people {
            for purges in [false, true] {
                var copy = Replica(of: person, purges: purges, sight: sights[person])
                try await copy.begin(from: store, limit: 5_000)
                listeners.append(LiveReader(copy, from: head))
            }
        }
        self.listeners = listeners
    }

    /// Reads the log to its end, in batches of `limit` rows.
    func follow(limit: Int) async throws {
        while try await followOnce(limit: limit) {}
    }

    /// - Returns: whether there was something to read.
    func followOnce(limit: Int) async throws -> Bool {
        let batch = try await store.entries(after: recent.end.position, limit: limit)
        guard batch.end > recent.end.position else { return false }
        let ready = FrameBatch(batch)
        recent.append(ready)
        shard.deliver(ready)
        return true
    }

    /// Reads one page for a listener that is behind, from memory where the server would.
    func pull(_ listener: LiveReader, limit: Int) async throws {
        guard !listener.isLive else { return }
        let (account, cursor) = (listener.caller.account, LogCursor(epoch: recent.end.epoch, listener.position))
        var page = CatchUp(try await store.changes(after: cursor, limit: limit, by: account))
        if recent.covers(cursor, for: account) {
            let (interest, head) = try await store.interest(of: account)
            if recent.end == head.cursor { page = recent.page(after: cursor.position, limit: limit, for: interest) }
        }
        try listener.pulled(page, shard)
    }

    /// Ends a stream. The listener comes back with its cursor.
    func disconnect(_ listener: LiveReader) {
        guard listener.isLive else { return }
        shard.leave(listener)
        listener.isLive = false
    }

    /// Reads until everyone has everything.
    func settle(limit: Int) async throws {
        try await follow(limit: limit)
        for listener in listeners {
            while !listener.isLive { try await pull(listener, limit: limit) }
        }
    }
}

/// A listener with the copy that it keeps.
final class LiveReader: Subscriber {
    let caller: Caller
    private(set) var copy: Replica
    private(set) var interest: Interest
    private(set) var position: LogPosition
    private var written: LogPosition
    private var taken: [EncodedMessage] = []
    var isLive = false

    init(_ copy: Replica, from head: LogHead) {
        self.copy = copy
        caller = Caller(account: copy.account, session: Session.ID(UUID()))
        interest = Interest(account: copy.account, grants: [])
        (position, written) = (head.position, head.position)
    }

    func receive(_ encoded: EncodedMessage, at position: LogPosition, after empty: MessageRun) -> Bool {
        guard isLive else { return false }
        taken.append(encoded)
        self.position = position
        return taken.count == 1
    }

    func catchUp() {
        guard isLive else { return }
        (taken, position, isLive) = ([], written, false)
    }

    func flush() {
        guard isLive else { return }
        for encoded in taken { apply(encoded) }
        (taken, written) = ([], position)
    }

    func pulled(_ page: CatchUp, _ shard: LiveShard) throws {
        for frame in page.frames { apply(frame.encoded) }
        (position, written, interest) = (page.end, page.end, page.interest)
        if !page.more, shard.join(self) { isLive = true }
    }

    func keepAlive(_ at: EncodedMessage) {}

    func end(_ reason: EndReason) {}

    private func apply(_ encoded: EncodedMessage) {
        do {
            try copy.take(Data(encoded.data.readableBytesView))
        } catch {
            Issue.record("a frame that cannot be read: \(error)")
        }
    }
}
