import Foundation
import NoteItCore
import Synchronization

/// A PostgreSQL database: one writing connection, a pool of reading ones, one that commits each second and one that hears of the
/// commits of other processes. The search index is a file of this machine.
final class PostgreSQLEngine: StoreEngine {
    /// PostgreSQL keeps 64 savepoints of a transaction at hand.
    let largestBatch = 60
    let searchFile: SearchFile?
    private let node: PostgreSQLNode
    private let witness: PostgreSQLWitness
    private let readers: PostgreSQLReaders
    private let writer: PostgreSQLWriter
    private let nodes: PostgreSQLSharing
    var sharing: (any SharedEngine)? { nodes }
    private let heart: PostgreSQLHeart
    private let bell: PostgreSQLBell
    private let listeners: Listeners

    private final class Listeners: Sendable {
        let all = Mutex<[@Sendable (StoreSignal) -> Void]>([])

        func tell(_ signal: StoreSignal) { for tell in all.withLock(\.self) { tell(signal) } }
    }

    private init(
        _ address: PostgreSQLAddress, _ node: PostgreSQLNode, _ readTime: Duration?, _ searchFile: SearchFile,
        _ witness: PostgreSQLWitness
    ) {
        func session(_ use: PostgreSQLSession.Use) -> PostgreSQLSession {
            PostgreSQLSession(address: address, use: use, node: node)
        }
        let listeners = Listeners()
        readers = PostgreSQLReaders(session(.reading(limit: readTime)))
        writer = PostgreSQLWriter(session(.writing(isServing: readTime != nil)))
        nodes = PostgreSQLSharing(session(.writing(isServing: readTime != nil)))
        heart = PostgreSQLHeart(session(.beating), tell: listeners.tell)
        bell = PostgreSQLBell(session(.listening), tell: listeners.tell)
        (self.node, self.searchFile, self.witness, self.listeners) = (node, searchFile, witness, listeners)
    }

    /// Opens the database.
    /// - Parameters:
    ///   - creating: whether to create the schema if the database is empty.
    ///   - readTime: the most time for a statement that reads; nil for no limit.
    /// - Returns: the engine, and the log's newest row.
    /// - Throws: `StoreError` for a database that cannot be used. Then nothing was written.
    static func open(
        _ text: String, creating: Bool, readTime: Duration?, searchFile: SearchFile, witness: PostgreSQLWitness,
        schema: PostgreSQLSchema = .current
    ) throws -> (PostgreSQLEngine, newest: NewestRow) {
        let (address, node) = (try PostgreSQLAddress(text), PostgreSQLNode(schema))
        do {
            let connection = try address.connect()
            try connection.script(PostgreSQLSession.common)
            // Whoever has the second lock alone is taken for a program of version 2.
            try PostgreSQLPrograms.enter(schema.version, connection)
            try PostgreSQLMoveLock.enter(connection)
            try schema.bringUp(connection, creating: creating)
            for tail in try witness.tails(SQLConnection(connection).native) { node.saw(tail) }
            connection.setDeadline(.now + PostgreSQLNode.patience)
            try node.join(connection)
            let newest = try LogRow.newest(SQLConnection(connection))
            return (PostgreSQLEngine(address, node, readTime, searchFile, witness), newest)
        } catch let fault as PostgreSQLFault {
            throw StoreError.cannotOpen(path: text, why: fault.message, mend: fault.mend)
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await readers.read(body)
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await readers.read(body)
    }

    func write(_ body: (SQLConnection, NewestRow?) throws -> Void) throws -> Duration { try writer.write(body) }

    var isFenced: Bool { node.isFenced }

    func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void) {
        let isFirst = listeners.all.withLock { all in
            defer { all.append(tell) }
            return all.isEmpty
        }
        guard isFirst else { return }
        witness.remove()
        heart.start()
        bell.start()
    }

    func saw(_ head: LogHead) { node.saw(PostgreSQLTail(epoch: head.epoch, offset: head.offset)) }

    /// The disk is another machine's.
    var freeBytes: Int? { nil }

    func close() throws {
        heart.close()
        bell.close()
        readers.close()
        writer.close()
        nodes.close()
        let isServing = listeners.all.withLock { !$0.isEmpty }
        if isServing, !node.isFenced { witness.write(node.seen) }
        try searchFile?.close()
    }
}
