import Foundation
import NoteItCore

/// A PostgreSQL database: one writing connection, and a pool of reading ones. The search index is a file of this machine.
final class PostgreSQLEngine: StoreEngine {
    /// PostgreSQL keeps 64 savepoints of a transaction at hand.
    let largestBatch = 60
    let searchFile: SearchFile?
    private let readers: PostgreSQLReaders
    private let writer: PostgreSQLWriter
    private let nodes: PostgreSQLSharing
    var sharing: (any SharedEngine)? { nodes }

    private init(_ address: PostgreSQLAddress, _ readTime: Duration?, _ searchFile: SearchFile) {
        readers = PostgreSQLReaders(PostgreSQLSession(address: address, use: .reading(limit: readTime)))
        writer = PostgreSQLWriter(PostgreSQLSession(address: address, use: .writing(isServing: readTime != nil)))
        nodes = PostgreSQLSharing(PostgreSQLSession(address: address, use: .writing(isServing: readTime != nil)))
        self.searchFile = searchFile
    }

    /// Opens the database.
    /// - Parameters:
    ///   - creating: whether to create the schema if the database is empty.
    ///   - readTime: the most time for a statement that reads; nil for no limit.
    /// - Returns: the engine, and the log's newest row.
    /// - Throws: `StoreError` for a database that cannot be used. Then nothing was written.
    static func open(
        _ text: String, creating: Bool, readTime: Duration?, searchFile: SearchFile
    ) throws -> (PostgreSQLEngine, newest: (offset: Int64, writtenAt: Date?)) {
        let address = try PostgreSQLAddress(text)
        let connection = try address.connect()
        do {
            let newest = try PostgreSQLSchema.bringUp(connection, creating: creating)
            return (PostgreSQLEngine(address, readTime, searchFile), newest)
        } catch let fault as PostgreSQLFault {
            let mend = fault.code == "42501" ? "Make its user the owner of the database: ALTER DATABASE ... OWNER TO ..." : ""
            throw StoreError.cannotOpen(path: text, why: fault.message, mend: mend)
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await readers.read(body)
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await readers.read(body)
    }

    func write(_ body: (SQLConnection) throws -> Void) throws -> Duration { try writer.write(body) }

    /// The disk is another machine's.
    var freeBytes: Int? { nil }

    func close() throws {
        readers.close()
        writer.close()
        nodes.close()
        try searchFile?.close()
    }
}
