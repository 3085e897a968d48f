import Foundation
import GRDB
import NoteItCore
import Synchronization

/// The search index of a database that is not SQLite: a file on this machine, made from the log and the tables. A missing or
/// damaged file, and one of another database, is made again. Several processes may use it: a lock on a file beside it lets one of
/// them make it.
final class SearchFile: Sendable {
    private struct Open: Sendable {
        let epoch: String
        let pool: DatabasePool
        /// Another process may have put another file in its place.
        let inode: UInt64?
    }

    private let path: String
    private let open = Mutex<Open?>(nil)

    /// The file is opened, or made, when it is first used.
    init(path: String) { self.path = path }

    func read<Value: Sendable>(of head: LogHead, _ body: (SQLConnection) throws -> Value) throws -> Value {
        try mending(head) { pool in try pool.read { try body($0.connection) } }
    }

    func write<Value: Sendable>(of head: LogHead, _ body: (SQLConnection) throws -> Value) throws -> Value {
        try mending(head) { pool in
            try pool.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db.connection)
                    return .commit
                }
                return try stored(value)
            }
        }
    }

    /// Reads the whole file, and makes it again if it is damaged.
    func requireWhole(of head: LogHead) throws {
        try mending(head) { pool in
            let found = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
            guard found == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
        }
    }

    func close() throws {
        try open.withLock { open in
            try open?.pool.close()
            open = nil
        }
    }

    /// Runs `body`, and once more on an empty index if the file is damaged.
    private func mending<Value: Sendable>(_ head: LogHead, _ body: (DatabasePool) throws -> Value) throws -> Value {
        do {
            return try body(pool(of: head))
        } catch let fault as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(fault.resultCode) {
            try forget()
            return try body(pool(of: head))
        }
    }

    /// Removes the file that is damaged, unless another process has made it again.
    private func forget() throws {
        try open.withLock { open in
            let damaged = open?.inode
            try open?.pool.close()
            open = nil
            try locked { if damaged == nil || damaged == inode { remove() } }
        }
    }

    private func pool(of head: LogHead) throws -> DatabasePool {
        try open.withLock { open in
            let isTheFile = open?.inode == inode
            if let open, open.epoch == head.epoch, isTheFile { return open.pool }
            // Those who still read a file that was removed keep it until they have ended.
            if isTheFile { try open?.pool.close() }
            open = nil
            return try locked {
                if let pool = try? makePool(), try Self.follows(head, pool) {
                    open = Open(epoch: head.epoch, pool: pool, inode: inode)
                    return pool
                }
                remove()
                let pool = try makePool()
                try pool.write { try Self.create(for: head, $0) }
                open = Open(epoch: head.epoch, pool: pool, inode: inode)
                return pool
            }
        }
    }

    /// The identity of the file that has the path now; nil if there is none.
    private var inode: UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Runs `body` while no other process opens, makes or removes the file. The kernel frees the lock of a process that ends.
    private func locked<Value>(_ body: () throws -> Value) throws -> Value {
        let descriptor = Foundation.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        defer { Foundation.close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        }
        return try body()
    }

    private func makePool() throws -> DatabasePool {
        var configuration = Configuration()
        // The documents name events of the other database.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        configuration.label = "noteit.search"
        configuration.qos = .default
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Whether the file is an index of this form, of the database with this log.
    private static func follows(_ head: LogHead, _ pool: DatabasePool) throws -> Bool {
        let found = try? pool.read { db in
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") == Schema.version() else { return false }
            let offset = try Int64.fetchOne(db, sql: #"SELECT "offset" FROM search_state WHERE id = 1"#)
            let epoch = try String.fetchOne(db, sql: "SELECT epoch FROM search_source")
            return epoch == head.epoch && offset.map { $0 <= head.offset } ?? false
        }
        if found != true { try pool.close() }
        return found ?? false
    }

    private static func create(for head: LogHead, _ db: Database) throws {
        for statement in Schema.searchStatements { try db.execute(sql: statement) }
        try db.execute(sql: "CREATE TABLE search_source (epoch TEXT NOT NULL)")
        try db.execute(sql: "INSERT INTO search_source VALUES (?)", arguments: [head.epoch])
        try db.execute(sql: "PRAGMA user_version = \(Schema.version())")
    }

    /// Turns an error of the file into one of the domain; nil for other errors.
    func domainError(_ error: any Error) -> DomainError? {
        (error as? DatabaseError).map { .unavailable("The search index cannot be used: \($0.resultCode).") }
    }

    /// Removes the index, which is made again when it is needed.
    func remove() {
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }
}

extension Schema {
    /// The statements of `schema.sql` that make the search index.
    fileprivate static var searchStatements: [String] {
        EmbeddedTexts.schema_sql.split(separator: ";\n").map { statement in
            statement.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
        }.filter { $0.contains(/^(CREATE (VIRTUAL )?TABLE|CREATE INDEX|INSERT INTO) search_/) }
    }
}
