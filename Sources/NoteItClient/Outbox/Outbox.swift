import Foundation
import GRDB
import NoteItCore

/// Posts, replies, changes of marks, tasks, changes of study blocks and courses of degree plans on their way to the server. Each is on
/// disk, with an id made here, before it is first sent, and leaves when the server has acknowledged it. Sending the same id again
/// stores nothing twice.
///
/// One process at a time sends, in the order of writing: it holds an inter-process lock.
public struct Outbox: Sendable {
    /// The result of one post, reply or other write.
    public enum Outcome<Item: Sendable & Equatable>: Sendable, Equatable {
        /// The server has it, and this is what it stored.
        case sent(Item)
        /// It waits here; the next command that reaches the server sends it. `why` may be about an earlier entry, which it
        /// waits for.
        case queued(OutboxEntry, why: ClientError)
        /// The server refused it; it stays in the outbox, with the reason in its `why`.
        case refused(OutboxEntry)
    }

    /// The result of one round of sending.
    public struct Round: Sendable, Equatable {
        public var sent: [Acknowledged] = []
        public var refused: [OutboxEntry] = []
        /// The errors of those that were refused.
        var refusals: [OutboxEntry.ID: ClientError] = [:]
        /// The error of the first entry that still waits; nil if none does.
        public var stopped: ClientError?
    }

    /// An entry that has left the outbox, with what the server stored.
    public struct Acknowledged: Sendable, Equatable {
        public enum Stored: Sendable, Equatable {
            case event(Event), reply(Reply), mark(EventMark), block(StudyPlan.Block), task(StudyTask), plan(DegreePlan)
        }

        public var entry: OutboxEntry
        public var stored: Stored
    }

    let database: LocalDatabase
    let client: APIClient
    let lock: FileLock
    /// The folder of the copies of files that wait.
    let folder: URL
    let spares: OutboxSpares
    let now: @Sendable () -> Date
    /// Called when a write is on disk, before it is sent.
    public var onDisk: @Sendable () -> Void = {}

    public init(
        _ database: LocalDatabase, client: APIClient, profile: Profile, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.database, self.client, self.now) = (database, client, now)
        lock = FileLock(file: profile.outboxLock)
        folder = profile.outboxFolder
        spares = OutboxSpares(profile)
    }

    /// Queues an event with copies of files, then sends all that waits. Throws `.problem` with 422 for input that
    /// breaks the shared rules, `.unexpected` for a file that cannot be copied, and `.notSignedIn`; nothing is queued then.
    public func post(_ new: NewEvent, in course: Course.ID, attaching files: [LocalFile] = []) async throws -> Outcome<Event> {
        _ = try owner()
        var new = new
        let id = new.id ?? .make(at: now())
        new.id = id
        do throws(DomainError) { new = try new.validated() } catch { throw ClientError(error) }
        if !files.isEmpty { new.attachments = try storeCopies(of: files) }
        return try await sendNow(.event(new, course: course), id: id.description) { stored in
            if case .event(let event) = stored { event } else { nil }
        }
    }

    /// Queues a reply, then sends all that waits. Throws as `post`.
    public func reply(_ new: NewReply, to event: Event.ID, attaching files: [LocalFile] = []) async throws -> Outcome<Reply> {
        try await reply(new, attaching: files) { .reply($0, event: event) }
    }

    private func reply(
        _ new: NewReply, attaching files: [LocalFile], _ content: (NewReply) -> OutboxEntry.Content
    ) async throws -> Outcome<Reply> {
        _ = try owner()
        var new = new
        let id = new.id ?? .make(at: now())
        new.id = id
        do throws(DomainError) { new = try new.validated() } catch { throw ClientError(error) }
        if !files.isEmpty { new.attachments = try storeCopies(of: files) }
        return try await sendNow(content(new), id: id.description) { stored in
            if case .reply(let reply) = stored { reply } else { nil }
        }
    }

    /// Queues a reply to an event that the copy does not have, because the server was not reached: it is looked for when the
    /// reply is sent. Throws as `post`.
    public func reply(_ new: NewReply, at place: EventPlace, attaching files: [LocalFile] = []) async throws -> Outcome<Reply> {
        try await reply(new, attaching: files) { .replyAt($0, place: place) }
    }

    /// Queues a tick of an event, or taking it back, then sends all that waits. What is the same as the event's last waiting
    /// tick is not queued again. Throws `.notSignedIn`; nothing is queued then.
    public func mark(_ event: Event.ID, done: Bool) async throws -> Outcome<EventMark> {
        try await change(.done(done, event: event)) { _ in true }
    }

    /// Queues thanks for a reply, or taking them back, then sends all that waits, as `mark`.
    public func thank(for reply: Reply.ID, _ wanted: Bool, in event: Event.ID) async throws -> Outcome<EventMark> {
        try await change(.thanks(wanted, reply: reply, event: event)) { $0.parent == reply }
    }

    /// Queues the reader's reminder of an event, or taking it away (nil), then sends all that waits, as `mark`.
    public func remind(of event: Event.ID, at time: Date?) async throws -> Outcome<EventMark> {
        try await change(.remind(time, event: event)) { _ in true }
    }

    /// Queues following or muting an event, or ending that, then sends all that waits, as `mark`. Nil leaves a field as it is.
    public func follow(_ event: Event.ID, following: Bool? = nil, muted: Bool? = nil) async throws -> Outcome<EventMark> {
        try await change(.follow(EventMarkPatch(following: following, muted: muted), event: event)) { _ in true }
    }

    private func change(
        _ content: OutboxEntry.Content, _ isAlike: (OutboxEntry.Content) -> Bool
    ) async throws -> Outcome<EventMark> {
        try await sendNow(content, id: try await id(of: content, isAlike)) { stored in
            if case .mark(let mark) = stored { mark } else { nil }
        }
    }

    /// The id of an entry that waits already, if the last one of its kind for the same thing says the same; else a new one.
    /// - Parameter isAlike: whether a waiting entry of the same kind for the same target says the same or the opposite.
    private func id(
        of content: OutboxEntry.Content, _ isAlike: (OutboxEntry.Content) -> Bool
    ) async throws -> OutboxEntry.ID {
        let (kind, target, _) = try content.columns()
        let waiting = try await fetch("state = 'waiting' AND kind = ? AND target = ?", [kind, target], of: owner())
            .last { isAlike($0.content) }
        let same = waiting.flatMap { $0.content == content ? $0.id : nil }
        return same ?? Event.ID.make(at: now()).description
    }

    /// Queues a change of a study block, then sends all that waits. What is the same as the block's last waiting change is not
    /// queued again. Throws as `createTask`.
    /// - Parameter block: as it is shown.
    public func edit(_ block: StudyPlan.Block, with patch: StudyBlockPatch) async throws -> Outcome<StudyPlan.Block> {
        do throws(DomainError) { _ = try patch.applied(to: block) } catch { throw ClientError(error) }
        let content = OutboxEntry.Content.block(patch, id: block.id, title: block.title)
        return try await sendOrThrow(content, id: try await id(of: content) { _ in true }) { stored in
            if case .block(let block) = stored { block } else { nil }
        }
    }

    /// Queues a task, then sends all that waits. Throws `.problem` with 422 for input that breaks the shared rules, the server's
    /// problem if it refuses the task now, and `.notSignedIn`; nothing is queued then.
    /// - Parameter overlapping: whether a fixed task may overlap others.
    public func createTask(_ new: NewStudyTask, overlapping: Bool = false) async throws -> Outcome<StudyTask> {
        _ = try owner()
        var new = new
        let id = new.id ?? .make(at: now())
        new.id = id
        do throws(DomainError) { new = try new.validated() } catch { throw ClientError(error) }
        return try await sendOrThrow(.task(new, overlapping: overlapping), id: id.description) { stored in
            if case .task(let task) = stored { task } else { nil }
        }
    }

    /// Queues an entry, then sends all that waits. What the server refuses now is not kept: throws the server's problem.
    private func sendOrThrow<Item>(
        _ content: OutboxEntry.Content, id: OutboxEntry.ID, item: (Acknowledged.Stored) -> Item?
    ) async throws -> Outcome<Item> {
        let sending = try await send(content, id: id, item: item)
        guard case .refused(let entry) = sending.outcome, let refusal = sending.refusal else { return sending.outcome }
        try await drop(entry.id)
        throw refusal
    }

    /// Queues courses for a term of one's own plan, then sends all that waits. Throws `.notSignedIn`; nothing is queued then.
    public func addCourses(_ addition: PlanAddition, to plan: DegreePlan.ID) async throws -> Outcome<DegreePlan> {
        try await sendNow(.courses(addition, plan: plan), id: Event.ID.make(at: now()).description) { stored in
            if case .plan(let plan) = stored { plan } else { nil }
        }
    }

    /// All entries of the account that is signed in, oldest first.
    public func entries() async throws -> [OutboxEntry] { try await fetch("TRUE", of: owner()) }

    /// How many entries wait for other accounts or other servers, by server: they go when their author signs in there.
    public func others() async throws -> [String: Int] {
        let owner = try? owner()
        return try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT server, COUNT(*) FROM outbox WHERE NOT (server = ? AND account = ?) GROUP BY server",
                arguments: [owner?.server ?? "", owner?.account.description ?? ""])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }

    /// Sends a refused entry again with the next round. Throws `.unexpected` if there is no entry with that id.
    public func retry(_ id: OutboxEntry.ID) async throws {
        try await change(id, of: owner(), sql: "UPDATE outbox SET state = 'waiting'")
    }

    /// Deletes an entry, after the round of sending that may be under way, and gives back the room of files that the server has
    /// already; if it is not reached, they go after a day. Throws `.unexpected` if there is no entry with
    /// that id.
    public func drop(_ id: OutboxEntry.ID) async throws {
        let owner = try owner()
        try await lock.withLock(within: .seconds(30)) {
            guard let entry = try await entry(id, of: owner) else { throw Self.absent(id) }
            try await giveUp(id, of: owner)
            files.remove(entry.content.attachments)
            guard entry.tries > 0 else { return }
            let client = client.hurried().acting(as: owner.account)
            for id in entry.content.attachments {
                do { try await client.discardUpload(id) } catch ClientError.unreachable { break } catch {}
            }
        }
    }

    /// Waits for the round of sending that may be under way, runs `act`, then deletes all entries. If `act` throws, they stay.
    public func clear(after act: @Sendable () async throws -> Void) async throws {
        // `act` may sign out.
        let owner = try owner()
        try await lock.withLock(within: .seconds(30)) {
            try await act()
            for entry in try await fetch("TRUE", of: owner) {
                try await giveUp(entry.id, of: owner)
                files.remove(entry.content.attachments)
            }
        }
    }
}
