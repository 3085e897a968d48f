/// The programs that have the database open, by the version of the schema that they know. Each connection shares an advisory lock of
/// its program's version, which PostgreSQL frees when the connection ends, however that ends.
enum PostgreSQLPrograms {
    /// "NtIv".
    private static let family = 0x4E74_4976
    /// Older programs have no such lock, but they share that of `PostgreSQLMoveLock`.
    private static let first = 3

    /// Call it before the version of the schema is read: the lock waits while a step is taken that ends this version.
    static func enter(_ version: Int, _ connection: PostgreSQLConnection) throws {
        try connection.script("SELECT pg_advisory_lock_shared(\(family), \(version))")
    }

    /// Whether no program older than `version` has the database open. None opens it until the transaction ends.
    static func areGone(olderThan version: Int, _ db: SQLConnection) throws -> Bool {
        for old in first..<max(first, version) {
            let isFree: Bool? = try db.value("SELECT pg_try_advisory_xact_lock(\(family), \(old))")
            if isFree != true { return false }
        }
        guard version >= first else { return true }
        let oldest: Int? = try db.value(
            """
            WITH held AS (
                SELECT pid, classid, objid FROM pg_locks
                WHERE locktype = 'advisory' AND objsubid = 2 AND mode = 'ShareLock' AND granted
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
            SELECT COUNT(*) FROM held WHERE (classid, objid) IN ((\(PostgreSQLMoveLock.key))) AND pid <> pg_backend_pid()
                AND pid NOT IN (SELECT pid FROM held WHERE classid = \(family))
            """)
        return oldest == 0
    }

    /// The nodes older than `version`, as they name themselves. A program that is no node has no name here.
    static func names(olderThan version: Int, _ db: SQLConnection) throws -> [String] {
        try db.column(
            """
            SELECT DISTINCT name FROM node n WHERE COALESCE((to_jsonb(n) ->> 'schema_version')::bigint, \(first - 1)) < ?
            ORDER BY name
            """, version)
    }
}
