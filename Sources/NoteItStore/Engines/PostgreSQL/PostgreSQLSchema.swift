import Foundation

/// The schema in PostgreSQL's words: `postgresql.sql` and `postgresql_step_2.sql`, made from `schema.sql` and `step_2.sql` by
/// Tests/Conformance/PostgreSQL/postgresql_schema.py.
///
/// Nodes of two versions, n and n + 1, serve a database side by side while they are upgraded one by one. Most steps only add, so
/// that nodes of n go on. A step that contracts waits until no process of n has the database open. A database says in
/// `noteit_schema` which version it has reached, and in `version` the oldest that may serve it.
struct PostgreSQLSchema: Sendable {
    /// What takes a database from one version to the next.
    struct Step: Sendable {
        var sql: String
        /// Whether programs of the version before cannot go on with it: `step_N.sql` begins with the line `-- contracts`. Programs
        /// of the next version must serve the database before and after such a step.
        var contracts = false
    }

    /// What a database says of its schema.
    struct State: Equatable {
        var reached: Int
        /// The oldest version that may serve it: `reached`, or the one before.
        var oldest: Int
    }

    /// One for each of `Schema.steps`. The last one alone may wait.
    var steps = zip(EmbeddedTexts.postgresql_steps, Schema.steps).map {
        Step(sql: $0, contracts: $1.hasPrefix("-- contracts\n"))
    }

    static let current = PostgreSQLSchema()

    var version: Int { steps.count + 1 }

    /// Checks the database, creates the schema if there is none, and takes an older one as far as other processes allow. Throws
    /// `StoreError` if the database cannot be used.
    func bringUp(_ connection: PostgreSQLConnection, creating: Bool) throws {
        let db = SQLConnection(connection).native
        try Self.requireUsable(connection, db)
        if try Self.state(db).map({ $0.reached < version }) ?? true { try advance(connection, creating: creating) }
        let found = try stored(try Self.state(db))
        guard serves(found) else { throw StoreError.newer(found: max(found.reached, found.oldest), known: version) }
        try Self.requireRights(db)
        // The rows of processes that were killed.
        try db.send("DELETE FROM writer WHERE at < now() - INTERVAL '30 days'")
    }

    /// Whether this program can serve a database in this state.
    func serves(_ state: State) -> Bool {
        state.reached < version ? waits(in: state) : state.oldest <= version
    }

    /// Whether the last step waits for other processes.
    func waits(in state: State) -> Bool { steps.last?.contracts == true && state.reached == version - 1 }

    /// Nil if there is no NoteIt schema.
    static func state(_ db: SQLConnection) throws -> State? {
        let isThere: Bool? = try db.native.value("SELECT to_regclass('noteit_schema') IS NOT NULL")
        guard isThere == true else { return nil }
        // Before version 3, `version` was all there was.
        let row = try stored(
            try db.native.first("SELECT version, COALESCE((to_jsonb(s) ->> 'reached')::bigint, version) FROM noteit_schema s"))
        return State(reached: row[1], oldest: row[0])
    }

    static func requireRights(_ db: SQLConnection) throws {
        let mayWrite: Bool? = try db.value(
            """
            SELECT bool_and(has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
            FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
            """)
        guard mayWrite == true else { throw StoreError.noRights }
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
}

// Changes of a database.
extension PostgreSQLSchema {
    /// A number of our own, for the lock under which a schema is created or changed.
    private static let lock = 0x4E74_4974

    /// Takes the steps that other processes allow, in one transaction. It waits for no lock for long, since others would wait behind
    /// it: it lets go, and tries again.
    func advance(_ connection: PostgreSQLConnection, creating: Bool, tries: Int = 100) throws {
        for attempt in 1... {
            do {
                try connection.script("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lock))")
                try change(connection, SQLConnection(connection).native, creating: creating)
                guard try connection.script("COMMIT").command == "COMMIT" else { throw StoreError.notOurs }
                return
            } catch {
                if connection.isInTransaction { try connection.script("ROLLBACK") }
                guard let fault = error as? PostgreSQLFault, fault.code == "55P03", attempt < tries else { throw error }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    private func change(_ connection: PostgreSQLConnection, _ db: SQLConnection, creating: Bool) throws {
        guard let found = try Self.state(db) else {
            let others: Int? = try db.value(
                """
                SELECT COUNT(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
                """)
            guard others == 0 else { throw StoreError.foreignDatabase }
            guard creating else { throw StoreError.emptyDatabase }
            return try create(connection, db)
        }
        guard found.reached < version else { return }
        // Shorter than `deadlock_timeout`, so that a write of a node is not the one that gives up.
        try connection.script("\(PostgreSQLWriter.lock); SET LOCAL lock_timeout = '500ms'")
        var state = found
        while state.reached < version {
            let next = after(state)
            guard try PostgreSQLPrograms.areGone(olderThan: next.oldest, db) else {
                if waits(in: state) { break }
                throw StoreError.olderNodes(version: next.reached, try PostgreSQLPrograms.names(olderThan: next.oldest, db))
            }
            try connection.script(steps[next.reached - 2].sql)
            state = next
        }
        guard state != found else { return }
        try db.send("UPDATE noteit_schema SET version = ?, reached = ?", state.oldest, state.reached)
    }

    private func create(_ connection: PostgreSQLConnection, _ db: SQLConnection) throws {
        try connection.script(EmbeddedTexts.postgresql_sql)
        try noteVersion(db)
        try db.send("INSERT INTO log_head (id, epoch) VALUES (1, ?)", Schema.newEpoch())
        try FormerHandles.makeKey(db)
    }

    /// Writes what a new schema says of itself.
    func noteVersion(_ db: SQLConnection) throws {
        var state = State(reached: 1, oldest: 1)
        while state.reached < version { state = after(state) }
        try db.native.send(
            """
            INSERT INTO noteit_schema (id, version, timeline, is_synchronous, reached)
            VALUES (1, ?, \(PostgreSQLPrimary.timeline), \(PostgreSQLPrimary.isSynchronous), ?)
            """, state.oldest, state.reached)
    }

    /// The state after one more step.
    private func after(_ state: State) -> State {
        let contracts = steps[state.reached - 1].contracts
        return State(reached: state.reached + 1, oldest: contracts ? state.reached + 1 : max(state.oldest, state.reached))
    }
}
