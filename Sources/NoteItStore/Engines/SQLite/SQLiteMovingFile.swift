import Foundation
import GRDB

/// An SQLite file at one end of a move.
struct SQLiteMovingFile: MovingDatabase {
    private let database: Database

    var db: SQLConnection { database.connection }

    /// Opens the file, which may be absent, for `body` alone. Throws `StoreError`.
    static func hold<Value>(_ path: String, _ body: (SQLiteMovingFile) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(2)
        configuration.label = "noteit.move"
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        try Schema.refuseByHead(path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.inDatabase { database in
                // Fails if anybody else has the file open, and holds the lock until it is closed.
                try database.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
                return try body(SQLiteMovingFile(database: database))
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError.inUse(path)
        } catch let error as DatabaseError {
            throw StoreError.cannotOpen(
                path: path, why: error.message ?? error.resultCode.description, mend: SQLiteEngine.mend(error.resultCode))
        }
    }

    func isEmpty() throws -> Bool {
        if try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0 { return true }
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID else { throw StoreError.notOurs }
        return false
    }

    func version() throws -> Int { try stored(try Int.fetchOne(database, sql: "PRAGMA user_version")) }

    func upgrade() throws { try Schema.bringUp(database) }

    func tables() throws -> [MovedTable] {
        let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return try names.filter { name in
            // The index of texts is made again.
            !name.hasPrefix("sqlite_") && !name.hasPrefix("search_") && !MovedTable.others.contains(name)
        }.map(table)
    }

    private func table(_ name: String) throws -> MovedTable {
        let rows = try GRDB.Row.fetchAll(database, sql: "SELECT name, type, pk FROM pragma_table_info(?)", arguments: [name])
        let columns = try rows.map { row in
            let kinds: [String: MovedTable.Column.Kind] = [
                "INTEGER": .integer, "BIGINT": .integer, "REAL": .real, "TEXT": .text, "BLOB": .blob,
            ]
            guard let kind = kinds[row["type"]] else { throw MoveError.otherTables(name) }
            return MovedTable.Column(name: row["name"], kind: kind)
        }
        let key = rows.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
        return MovedTable(name: name, columns: columns, key: key.map { $0["name"] })
    }

    /// SQLite lets a column hold values of other types than its own, and texts with NUL.
    func unfitValue(in tables: [MovedTable]) throws -> String? {
        for table in tables {
            for column in table.columns {
                let (name, types) = (column.quoted, Self.types(column.kind))
                var condition = "typeof(\(name)) NOT IN ('null', \(types))"
                if column.kind == .text { condition += " OR instr(\(name), char(0)) > 0" }
                let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table.name) WHERE \(condition)") ?? 0
                if count > 0 {
                    return
                        "In the table \(table.name), \(count) values of the column \(column.name) are no plain \(column.kind)."
                }
            }
        }
        return nil
    }

    private static func types(_ kind: MovedTable.Column.Kind) -> String {
        switch kind {
        case .integer: "'integer'"
        case .real: "'real'"
        case .text: "'text'"
        case .blob: "'blob'"
        }
    }

    func create(_ mark: MoveMark) throws {
        let schema = EmbeddedTexts.schema_sql
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try transaction {
            // Dropping the index of texts drops the tables that it consists of.
            for name in schema.tableNames + MoveMark.tables { try database.execute(sql: "DROP TABLE IF EXISTS \(name)") }
            try database.execute(sql: schema)
            try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(Schema.version())")
            for table in try tables() { try database.execute(sql: "DELETE FROM \(table.name)") }
            try mark.create(db)
        }
    }

    func transaction(_ body: () throws -> Void) throws {
        try database.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    func read(_ table: MovedTable, each: ([SQLValue]) throws -> Void) throws {
        try db.rows(table.selection, [], isKept: false) { row in
            try each(row.values(table.columns.count))
            return true
        }
    }

    func insert(_ rows: [[SQLValue]], into table: MovedTable) throws {
        let sql = table.insertion(of: 1)
        for row in rows { try db.engine.send(sql, row) }
    }

    func complete() throws {
        if let table = try String.fetchOne(database, sql: "PRAGMA foreign_key_check") { throw MoveError.missingRows(table) }
    }

    func analyze() throws {}
}

extension String {
    /// The tables that the statements of a schema create.
    var tableNames: [String] { matches(of: /CREATE (?:VIRTUAL )?TABLE (\w+)/).map { String($0.1) } }
}
