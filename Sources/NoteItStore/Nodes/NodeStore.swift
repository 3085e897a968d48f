import Foundation
import NoteItCore

extension SQLStore {
    public var isShared: Bool { engine.sharing != nil }

    /// One write transaction that leaves the log alone. On a shared database it runs beside those that append to the log.
    func aside<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        if let value = try await shared({ try await $0.write(body) }) { return value }
        return try await commit { try body($0.db) }
    }

    /// Asks what nodes share; nil if there can be one node alone.
    private func shared<Value: Sendable>(_ ask: (any SharedEngine) async throws -> Value) async throws -> Value? {
        guard let sharing = engine.sharing else { return nil }
        do {
            return try await ask(sharing)
        } catch {
            throw engine.domainError(error)
        }
    }

    public func beat(_ node: String, named name: String) async throws -> [NodeBeat] {
        try await aside { db in
            try db.send(
                """
                INSERT INTO node (id, name, beat, schema_version) VALUES (?, ?, 1, ?)
                ON CONFLICT (id) DO UPDATE SET beat = node.beat + 1
                """, node, name, Schema.version())
            return try db.decoded("SELECT id, name, beat, COALESCE(schema_version, 0) < ? FROM node", [Schema.version()]) {
                NodeBeat(id: $0[0], name: $0[1], beat: $0[2], isOlder: $0[3])
            }
        }
    }

    public func finishUpgrade() async throws -> Bool { try await shared { try await $0.finishUpgrade() } ?? false }

    /// Whether nodes of this database hear of each other's commits at once; nil if there can be one node alone.
    public func hearsNotifications() async throws -> Bool? { try await shared { try await $0.hearsNotifications() } }

    /// Other databases of the same PostgreSQL to which somebody is connected.
    public func otherDatabases() async throws -> [String] { try await shared { try await $0.otherDatabases() } ?? [] }

    /// The names of nodes that run an older noteitd, or did when they were killed.
    public func olderNodes() async throws -> [String] {
        try await read { db in
            try db.column(
                "SELECT DISTINCT name FROM node WHERE COALESCE(schema_version, 0) < ? ORDER BY name", Schema.version())
        }
    }

    public func forgetNodes(_ nodes: [String]) async throws {
        try await aside { db in for node in nodes { try db.send("DELETE FROM node WHERE id = ?", node) } }
    }

    public func takeJobs() async throws -> Set<SharedJob> {
        let taken = try await shared { try await $0.takeLocks(SharedJob.allCases.map(\.rawValue)) }
        return taken.map { Set($0.compactMap(SharedJob.init)) } ?? Set(SharedJob.allCases)
    }

    public func publish(_ keys: [PublicKey]) async throws {
        let now = now
        try await aside { db in
            for key in keys.sorted(by: { $0.kid < $1.kid }) {
                try db.send(
                    """
                    INSERT INTO signing_key (kid, public_key, published_at) VALUES (?, ?, ?)
                    ON CONFLICT (kid) DO UPDATE SET published_at = excluded.published_at
                    """, key.kid, key.bytes, now.seconds)
            }
        }
    }

    public func publicKeys(since date: Date) async throws -> [PublicKey] {
        try await read { db in
            try db.decoded("SELECT kid, public_key FROM signing_key WHERE published_at >= ? ORDER BY kid", [date.seconds]) {
                PublicKey(kid: $0[0], bytes: $0[1])
            }
        }
    }

    public func news(after offset: Int64) async throws -> LogNews {
        try await lookUp { db in
            let head = try LogRow.head(db)
            guard head.offset > offset, offset >= head.pruned else { return LogNews(head: head, courses: [], moved: false) }
            let (courses, moved) = try LogRow.courses(after: offset, db)
            return LogNews(head: head, courses: courses, moved: moved)
        }
    }
}

// Tickets for streams.
extension SQLStore {
    public func addTicket(
        _ hash: String, for account: Account.ID, session: Session.ID, until end: Date, most: Int
    ) async throws {
        try await aside { db in
            try db.send(
                "INSERT INTO stream_ticket (hash, account_id, session_id, expires_at) VALUES (?, ?, ?, ?)", hash, account,
                session,
                end.timeIntervalSince1970)
            try db.send(
                """
                DELETE FROM stream_ticket WHERE hash IN (
                    SELECT hash FROM stream_ticket WHERE account_id = ? ORDER BY expires_at DESC, hash LIMIT 1000 OFFSET ?)
                """, account, most)
        }
    }

    public func ticket(_ hash: String) async throws -> (account: Account.ID, session: Session.ID)? {
        let now = now
        return try await lookUp { db in
            let sql = "SELECT account_id, session_id FROM stream_ticket WHERE hash = ? AND expires_at > ?"
            return try db.decoded(sql, [hash, Double(now.seconds)]) { row -> (account: Account.ID, session: Session.ID) in
                (row[0], row[1])
            }.first
        }
    }

    public func spendTicket(_ hash: String) async throws -> Bool {
        try await aside { db in
            let spent: String? = try db.value("DELETE FROM stream_ticket WHERE hash = ? RETURNING hash", hash)
            return spent != nil
        }
    }
}

// Counts of sign-ins.
extension SQLStore {
    public func changeCounts<Value: Sendable>(
        _ keys: [String], _ change: @escaping @Sendable (inout [String: SignInCount]) throws -> Value
    ) async throws -> Value {
        let now = now
        return try await aside { db in
            // Writing the rows first locks them, in the order of their keys: others wait until this transaction is over.
            var before: [String: SignInCount] = [:]
            for key in keys.sorted() {
                try db.send(
                    """
                    INSERT INTO sign_in_count (key, at, forget_at) VALUES (?, ?, ?)
                    ON CONFLICT (key) DO UPDATE SET key = excluded.key
                    """, key, Double(now.seconds), Double(now.seconds))
                before[key] = try Self.count(key, db)
            }
            var after = before
            let value = try change(&after)
            for key in keys where after[key] != before[key] || after[key] == nil { try Self.keep(after[key], key, db) }
            return value
        }
    }

    private static func count(_ key: String, _ db: SQLConnection) throws -> SignInCount? {
        try db.decoded(
            "SELECT level, at, blocked_until, forget_at FROM sign_in_count WHERE key = ? AND level IS NOT NULL", [key]
        ) { row in
            SignInCount(
                level: row[0], at: Date(timeIntervalSince1970: row[1]),
                blockedUntil: (row[2] as Double?).map { Date(timeIntervalSince1970: $0) },
                forgetAt: Date(timeIntervalSince1970: row[3]))
        }.first
    }

    private static func keep(_ count: SignInCount?, _ key: String, _ db: SQLConnection) throws {
        guard let count else { return try db.send("DELETE FROM sign_in_count WHERE key = ?", key) }
        try db.send(
            "UPDATE sign_in_count SET level = ?, at = ?, blocked_until = ?, forget_at = ? WHERE key = ?", count.level,
            count.at.timeIntervalSince1970, count.blockedUntil?.timeIntervalSince1970, count.forgetAt.timeIntervalSince1970,
            key)
    }

    public func pruneShared(keysBefore keys: Date) async throws {
        let now = now
        try await aside { db in
            try db.send("DELETE FROM stream_ticket WHERE expires_at <= ?", Double(now.seconds))
            try db.send("DELETE FROM sign_in_count WHERE forget_at < ?", Double(now.seconds))
            try db.send("DELETE FROM signing_key WHERE published_at < ?", keys.seconds)
        }
    }
}
