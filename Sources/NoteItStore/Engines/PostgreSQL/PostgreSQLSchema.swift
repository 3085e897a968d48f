import Foundation
import NoteItCore

/// The schema in PostgreSQL's words: `postgresql.sql`, made from `schema.sql` by Tests/Conformance/PostgreSQL/postgresql_schema.py.
enum PostgreSQLSchema {
    /// The SQL that takes a database from each version to the next, one for each of `Schema.steps`.
    static let steps: [String] = [nodes]

    static var version: Int { steps.count + 1 }

    /// A number of our own, for the lock under which a schema is created or changed.
    private static let lock = 0x4E74_4974

    /// Checks the database, creates the schema if there is none, and takes an older one to the newest version. Throws `StoreError`
    /// if the database cannot be used.
    static func bringUp(_ connection: PostgreSQLConnection, creating: Bool) throws {
        let db = SQLConnection(connection).native
        try requireUsable(connection, db)
        if try version(db) != version {
            try connection.script("BEGIN; SELECT pg_advisory_xact_lock(\(lock))")
            try change(connection, db, creating: creating)
            guard try connection.script("COMMIT").command == "COMMIT" else { throw StoreError.notOurs }
        }
        try requireRights(db)
        // Of processes that were killed.
        try db.send("DELETE FROM writer WHERE at < now() - INTERVAL '30 days'")
    }

    /// Nil if there is no NoteIt schema.
    static func version(_ db: SQLConnection) throws -> Int? {
        let isThere: Bool? = try db.native.value("SELECT to_regclass('noteit_schema') IS NOT NULL")
        guard isThere == true else { return nil }
        return try db.native.value("SELECT version FROM noteit_schema")
    }

    private static func change(_ connection: PostgreSQLConnection, _ db: SQLConnection, creating: Bool) throws {
        guard let found = try version(db) else {
            let others: Int? = try db.value(
                """
                SELECT COUNT(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
                """)
            guard others == 0 else { throw StoreError.foreignDatabase }
            guard creating else { throw StoreError.emptyDatabase }
            return try create(connection, db)
        }
        guard found <= version else { throw StoreError.newer(found: found, known: version) }
        for step in steps.dropFirst(found - 1) { try connection.script(step) }
        try db.send("UPDATE noteit_schema SET version = ?", version)
    }

    private static func create(_ connection: PostgreSQLConnection, _ db: SQLConnection) throws {
        try connection.script(String(decoding: PackageResources.postgresql_sql, as: UTF8.self))
        try noteVersion(db)
        try db.send("INSERT INTO log_head (id, epoch) VALUES (1, ?)", Schema.newEpoch())
        try FormerHandles.makeKey(db)
    }

    /// Writes what a new schema says of itself.
    static func noteVersion(_ db: SQLConnection) throws {
        try db.native.send(
            """
            INSERT INTO noteit_schema (id, version, timeline, is_synchronous)
            VALUES (1, ?, \(PostgreSQLPrimary.timeline), \(PostgreSQLPrimary.isSynchronous))
            """, version)
    }

    /// Reads alone.
    static func requireUsable(_ connection: PostgreSQLConnection, _ db: SQLConnection) throws {
        guard connection.serverVersion >= 150_000 else { throw StoreError.oldPostgreSQL(connection.serverVersion / 10_000) }
        let row = try stored(
            try db.first(
                """
                SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
                    pg_encoding_to_char(encoding) = 'UTF8' AND datcollate IN ('C', 'POSIX'), current_schema() IS NULL, datname
                FROM pg_database WHERE datname = current_database()
                """))
        let (isStandby, isReadOnly, isOrdered, hasNoSchema): (Bool, Bool, Bool, Bool) = (row[0], row[1], row[2], row[3])
        if isStandby { throw StoreError.standby }
        if isReadOnly { throw StoreError.readOnlyDatabase }
        guard isOrdered else { throw StoreError.otherCollation(row[4]) }
        if hasNoSchema { throw StoreError.noRights }
    }

    private static func requireRights(_ db: SQLConnection) throws {
        let mayWrite: Bool? = try db.value(
            """
            SELECT bool_and(has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
            FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
            """)
        guard mayWrite == true else { throw StoreError.noRights }
    }
}
