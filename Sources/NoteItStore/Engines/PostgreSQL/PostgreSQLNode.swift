import Foundation
import Synchronization

/// What this process knows of its database: whether that still takes its commits, and how far it has seen the log.
///
/// A process that was cut off from the primary must not serve what it reads, since others may have written meanwhile; neither may
/// one whose primary was cut off from its standby, since that may have been promoted. Both notice that no commit passes any more.
final class PostgreSQLNode: Sendable {
    private struct Connection { weak var connection: PostgreSQLConnection? }

    private struct State {
        /// When the newest commit that passed began.
        var passed = ContinuousClock.now
        var isWatched = false
        /// Until those who keep what they read were told.
        var isFenced = false
        /// The timeline of the primary; nil before the first connection.
        var timeline: Int64?
        /// The newest row of which this process knows the content.
        var stored: PostgreSQLTail?
        /// The newest row that was read.
        var read: PostgreSQLTail?
        var connections: [Connection] = []
        /// Whether the database has the newest schema that this program knows.
        var isAdvanced = false

        var isLate: Bool { isWatched && ContinuousClock.now - passed > PostgreSQLNode.patience }
    }

    /// If no commit began to pass for so long, nothing is served.
    static let patience = Duration.seconds(5)
    /// After a fence, a commit must have begun so recently.
    private static let fresh = Duration.seconds(2)
    /// This process.
    let id = UUID().uuidString.lowercased()
    let schema: PostgreSQLSchema
    private let state = Mutex(State())

    init(_ schema: PostgreSQLSchema) { self.schema = schema }

    /// Whether what is read, or was kept in memory, may be stale. Never before `watch`.
    var isFenced: Bool {
        state.withLock { state in
            state.isFenced = state.isFenced || state.isLate
            return state.isFenced
        }
    }

    /// Serves again if commits pass again: one that began before a wait for the standby is too old to tell. Call it once all that
    /// was kept is forgotten.
    func reopen() -> Bool {
        state.withLock { state in
            state.isFenced = ContinuousClock.now - state.passed > Self.fresh
            return !state.isFenced
        }
    }

    /// Whether a step of the schema may wait for older programs.
    var mayWait: Bool { schema.steps.last?.contracts == true && !state.withLock(\.isAdvanced) }

    func hasAdvanced() { state.withLock { $0.isAdvanced = true } }

    /// Throws while nothing may be read.
    func requireOpen() throws { if isFenced { throw PostgreSQLFault.cut } }

    /// Begins to expect commits.
    func watch() { state.withLock { ($0.isWatched, $0.passed) = (true, .now) } }

    /// A commit that began then has passed.
    func passed(_ began: ContinuousClock.Instant) {
        state.withLock { state in
            // A process that was frozen may get here before anybody has asked.
            state.isFenced = state.isFenced || state.isLate
            state.passed = max(state.passed, began)
        }
    }

    /// Ends what waits on any connection.
    func cutAll(except kept: PostgreSQLConnection? = nil) {
        let connections = state.withLock { state in
            defer { state.connections.removeAll { $0.connection == nil || $0.connection !== kept } }
            return state.connections.compactMap(\.connection)
        }
        for connection in connections where connection !== kept { connection.cut() }
    }

    /// The newest rows that this process saw.
    var seen: [PostgreSQLTail] { state.withLock { [$0.stored, $0.read].compactMap(\.self) } }

    /// The newest row of the log, which this process wrote or read.
    func saw(_ tail: PostgreSQLTail) {
        state.withLock { state in
            if tail.digest != nil, tail.isNewer(than: state.stored) { state.stored = tail }
            if tail.isNewer(than: state.read) { state.read = tail }
        }
    }

    /// Takes a new connection: its database has a schema that this program can serve, takes commits, and has every row that this process saw,
    /// else a new epoch has begun.
    func join(_ connection: PostgreSQLConnection) throws {
        let db = SQLConnection(connection).native
        let found = try PostgreSQLSchema.state(db)
        guard let found, schema.serves(found) else { throw PostgreSQLFault.otherSchema(found, known: schema.version) }
        if try db.value("SELECT pg_is_in_recovery()") == true { throw PostgreSQLFault.standby }
        try beat(connection)
        state.withLock { state in
            state.connections.removeAll { $0.connection == nil }
            state.connections.append(Connection(connection: connection))
        }
    }

    /// Commits. After a crash, a primary shows commits that no standby has; this one waits until the standby has them all. Then
    /// compares the log with what this process saw of it.
    func beat(_ connection: PostgreSQLConnection) throws {
        let began = ContinuousClock.now
        try connection.script("SELECT pg_logical_emit_message(true, 'noteit', '')")
        let db = SQLConnection(connection).native
        let (known, seen) = state.withLock { ($0.timeline, [$0.stored, $0.read].compactMap(\.self)) }
        var found = try PostgreSQLPrimary(comparedWith: seen, db)
        if let known, found.timeline < known { throw PostgreSQLFault.formerPrimary }
        if !found.isAsKnown { found = try adopt(connection, seen) }
        // Two connections may come to a new primary at once.
        let former = state.withLock { state in
            defer { state.timeline = max(state.timeline ?? found.timeline, found.timeline) }
            return state.timeline
        }
        if let former, found.timeline < former { throw PostgreSQLFault.formerPrimary }
        passed(began)
        // Those to the former primary.
        if let former, former != found.timeline { cutAll(except: connection) }
        saw(found.tail)
    }

    /// Stores the timeline, with a new epoch if rows may be lost.
    private func adopt(_ connection: PostgreSQLConnection, _ seen: [PostgreSQLTail]) throws -> PostgreSQLPrimary {
        try connection.script("BEGIN; \(PostgreSQLWriter.lock)")
        do {
            let db = SQLConnection(connection).native
            let found = try PostgreSQLPrimary(comparedWith: seen, db)
            if found.mayLackRows { try db.send("UPDATE log_head SET epoch = ? WHERE id = 1", Schema.newEpoch()) }
            try db.send(
                "UPDATE noteit_schema SET timeline = ?, is_synchronous = ?", found.timeline, found.isSynchronous)
            let now = try PostgreSQLPrimary(comparedWith: [], db)
            try connection.script("COMMIT")
            return now
        } catch {
            if connection.isInTransaction { _ = try? connection.script("ROLLBACK") }
            throw error
        }
    }
}

/// A row of the log by which two histories are told apart.
struct PostgreSQLTail: Sendable, Codable {
    let epoch: String
    let offset: Int64
    /// Nil if it is unknown.
    var digest: String?

    /// SQL of the digest of the row at an offset.
    static func digest(at offset: String) -> String {
        """
        (SELECT md5(concat_ws('|', l.written_at, l.op, l.type, l.subject, l.after, l.before)) FROM log l WHERE l."offset" = \(offset))
        """
    }

    func isNewer(than other: Self?) -> Bool { other.map { epoch != $0.epoch || offset > $0.offset } ?? true }
}
