import Foundation

/// A PostgreSQL database at one end of a move.
final class PostgreSQLMovingDatabase: MovingDatabase {
    private static let rowsAtOnce = 500
    /// PostgreSQL takes 65,535 values.
    private static let valuesAtOnce = 20_000

    private let connection: PostgreSQLConnection

    var db: SQLConnection { SQLConnection(connection) }

    /// Throws `StoreError` for a database that cannot be used, or that somebody else has open.
    init(_ address: String) throws {
        let address = try PostgreSQLAddress(address)
        connection = try address.connect()
        guard try PostgreSQLMoveLock.take(connection) else { throw StoreError.inUse(address.text) }
        try PostgreSQLSchema.requireUsable(connection, db.native)
        try connection.script(PostgreSQLSession.common)
    }

    /// Lets others use it at once: the server may notice later that the connection has ended.
    func letGo() { PostgreSQLMoveLock.letGo(connection) }

    func isEmpty() throws -> Bool {
        if try PostgreSQLSchema.state(db) != nil { return false }
        let others: Int? = try db.value(
            """
            SELECT COUNT(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
            """)
        guard others == 0 else { throw StoreError.foreignDatabase }
        return true
    }

    func version() throws -> Int { try stored(try PostgreSQLSchema.state(db)).reached }

    func upgrade() throws { try PostgreSQLSchema.current.bringUp(connection, creating: false) }

    func tables() throws -> [MovedTable] {
        let rows: [(table: String, column: String, type: String, place: Int)] = try db.decoded(
            """
            SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL),
                COALESCE(array_position(i.indkey::int2[], a.attnum), -1)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum
            """
        ) { ($0[0], $0[1], $0[2], $0[3]) }
        let kinds: [String: MovedTable.Column.Kind] = [
            "bigint": .integer, "double precision": .real, "text": .text, "bytea": .blob,
        ]
        let grouped = Dictionary(grouping: rows, by: \.table)
        // A table with another type is not of the schema.
        return grouped.filter { !MovedTable.others.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { name, rows in
            let columns = rows.compactMap { row in kinds[row.type].map { MovedTable.Column(name: row.column, kind: $0) } }
            guard columns.count == rows.count else { return nil }
            let key = rows.filter { $0.place >= 0 }.sorted { $0.place < $1.place }
            return MovedTable(name: name, columns: columns, key: key.map(\.column))
        }
    }

    /// SQLite takes what PostgreSQL has.
    func unfitValue(in tables: [MovedTable]) throws -> String? { nil }

    func create(_ mark: MoveMark) throws {
        let schema = EmbeddedTexts.postgresql_sql
        try transaction {
            try connection.script(Self.removal(schema))
            try connection.script(schema.statements(areReferences: false))
            for table in schema.tableNames { try connection.script("DELETE FROM \(table)") }
            try PostgreSQLSchema.current.noteVersion(db)
            try mark.create(db)
        }
    }

    /// What drops the schema's tables and functions, and nothing else.
    private static func removal(_ schema: String) -> String {
        let tables = (schema.tableNames + MoveMark.tables).map { "DROP TABLE IF EXISTS \($0) CASCADE" }
        let aggregates = schema.matches(of: /CREATE AGGREGATE (\w+) (\([^)]*\))/).map {
            "DROP AGGREGATE IF EXISTS \($0.1)\($0.2)"
        }
        let functions = schema.matches(of: /CREATE FUNCTION (\w+\([^)]*\))/).map { "DROP FUNCTION IF EXISTS \($0.1)" }
        return (tables + aggregates + functions).joined(separator: "; ")
    }

    func transaction(_ body: () throws -> Void) throws {
        try connection.script("BEGIN")
        do {
            try body()
            guard try connection.script("COMMIT").command == "COMMIT" else {
                throw PostgreSQLFault(code: "25P02", message: "A statement of the transaction failed.")
            }
        } catch {
            if connection.isInTransaction { _ = try? connection.script("ROLLBACK") }
            throw error
        }
    }

    func read(_ table: MovedTable, each: ([SQLValue]) throws -> Void) throws {
        // A result is in memory as a whole.
        let count = table.columns.contains { $0.kind == .blob } ? 20 : 1_000
        try transaction {
            try connection.script("DECLARE moving NO SCROLL CURSOR FOR \(table.selection)")
            var isMore = true
            while isMore {
                isMore = false
                try db.rows("FETCH \(count) FROM moving", [], isKept: false) { row in
                    isMore = true
                    try each(row.values(table.columns.count))
                    return true
                }
            }
            try connection.script("CLOSE moving")
        }
    }

    func insert(_ rows: [[SQLValue]], into table: MovedTable) throws {
        let most = max(1, min(Self.rowsAtOnce, Self.valuesAtOnce / table.columns.count))
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(start + most, rows.count)]
            _ = try connection.rows(
                table.insertion(of: part.count), part.flatMap(\.self), isKept: part.count == most
            ) { _ in true }
        }
    }

    func complete() throws {
        do {
            let schema = EmbeddedTexts.postgresql_sql
            try connection.script(schema.statements(areReferences: true))
        } catch let fault as PostgreSQLFault where fault.code == "23503" {
            throw MoveError.missingRows(String(fault.message.split(separator: "\"").dropFirst().first ?? "?"))
        }
        let identities: [(table: String, column: String)] = try db.decoded(
            """
            SELECT c.relname::text, a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            WHERE c.relnamespace = current_schema()::regnamespace AND a.attidentity <> '' AND NOT a.attisdropped
            """
        ) { ($0[0], $0[1]) }
        for (table, column) in identities {
            try connection.script(
                """
                SELECT setval(pg_get_serial_sequence('"\(table)"', '\(column)'), max("\(column)")) FROM "\(table)"
                HAVING max("\(column)") > 0
                """)
        }
    }

    func analyze() throws { try connection.script("ANALYZE") }
}

/// An advisory lock that everybody shares who has the database open, and that a move holds alone.
enum PostgreSQLMoveLock {
    /// "NtIt" and "move".
    static let key = "1316243828, 1836021349"
    /// A process that has ended may hold its lock for a moment more.
    private static let tries = 20

    /// Shares the lock until the connection ends. Throws `StoreError` for a database that is being moved, or that a move left.
    static func enter(_ connection: PostgreSQLConnection) throws {
        guard try take("pg_try_advisory_lock_shared(\(key))", connection) else { throw StoreError.beingMoved }
        try MoveMark.refuse(SQLConnection(connection))
    }

    /// Whether nobody else has the database open.
    static func take(_ connection: PostgreSQLConnection) throws -> Bool {
        try take("pg_try_advisory_lock(\(key))", connection)
    }

    static func letGo(_ connection: PostgreSQLConnection) { _ = try? connection.script("SELECT pg_advisory_unlock_all()") }

    private static func take(_ function: String, _ connection: PostgreSQLConnection) throws -> Bool {
        for attempt in 1...tries {
            let isTaken: Bool? = try SQLConnection(connection).native.value("SELECT \(function)")
            if isTaken == true { return true }
            if attempt < tries { Thread.sleep(forTimeInterval: 0.1) }
        }
        return false
    }
}

extension String {
    /// The statements of `postgresql.sql` that add foreign keys, each a line, or all others.
    fileprivate func statements(areReferences: Bool) -> String {
        split(separator: "\n").filter { line in
            (line.hasPrefix("ALTER TABLE ") && line.contains(" ADD FOREIGN KEY (")) == areReferences
        }.joined(separator: "\n")
    }
}
