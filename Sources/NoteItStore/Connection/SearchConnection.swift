/// The connections of a search: to the tables, and to the index of their texts. They are one where the database holds the index;
/// beside another database, the index is an SQLite file that follows the log.
struct SearchConnection {
    let tables: SQLConnection
    /// For statements in SQLite's words.
    let index: SQLConnection

    /// Of a database that holds the index.
    init(_ db: SQLConnection) { (tables, index) = (db, db.native) }

    init(tables: SQLConnection, index: SQLConnection) { (self.tables, self.index) = (tables, index.native) }

    /// Whether one statement may name the tables and the index.
    var isOne: Bool { tables.engine.holdsSearchIndex }
}

extension SQLStore {
    /// One read transaction of the tables, and one of the index.
    func searching<Value: Sendable>(
        _ body: @escaping @Sendable (SearchConnection) throws -> Value
    ) async throws -> Value {
        guard let file = engine.searchFile else { return try await read { try body(SearchConnection($0)) } }
        return try await read { db in
            try file.read(of: LogRow.head(db)) { try body(SearchConnection(tables: db, index: $0)) }
        }
    }

    /// One write transaction of the index. Tables that are in another database are read.
    func indexing<Value: Sendable>(
        _ body: @escaping @Sendable (SearchConnection) throws -> Value
    ) async throws -> Value {
        guard let file = engine.searchFile else { return try await commit { try body(SearchConnection($0.db)) } }
        return try await read { db in
            try file.write(of: LogRow.head(db)) { try body(SearchConnection(tables: db, index: $0)) }
        }
    }
}
