import Foundation
import GRDB
import NoteItCore

/// The SQLite file of a profile: the local copy, which can be fetched again, and the outbox, which cannot. Several
/// processes may open it.
public struct LocalDatabase: Sendable {
    let queue: DatabaseQueue
    let file: String
    /// The path to which a damaged file was moved, if there was one. The outbox is kept.
    public let damagedFile: String?

    /// Whether what is written stays. Where the file cannot be written, as in a home that is read-only, a copy of it in memory
    /// takes its place: everything can be read, also from the server, and nothing is kept.
    public let isKept: Bool

    /// Opens the file, or creates it, and migrates its schema. Throws `.unexpected`.
    public init(_ profile: Profile) throws {
        let path = profile.database.path
        isKept = Self.canWrite(profile)
        guard isKept else {
            (file, damagedFile) = (path, nil)
            do { queue = try Self.inMemory(path) } catch { throw Self.failure(path, error) }
            return
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.label = "noteit.copy"
        file = path
        do {
            do {
                queue = try Self.connect(path, configuration)
                damagedFile = nil
            } catch let error as DatabaseError where Self.isDamage(error) {
                (queue, damagedFile) = try Self.replace(path, OutboxSpares(profile), configuration)
            }
        } catch {
            throw Self.failure(path, error)
        }
    }

    /// Whether the file can be written, or created, and its journals beside it.
    private static func canWrite(_ profile: Profile) -> Bool {
        guard (try? profile.make(profile.data)) != nil, access(profile.data.path, W_OK) == 0 else { return false }
        return access(profile.database.path, W_OK) == 0 || errno == ENOENT
    }

    /// A copy of the file in memory; an empty one if there is none, or it cannot be read.
    private static func inMemory(_ path: String) throws -> DatabaseQueue {
        let memory = try DatabaseQueue()
        var configuration = Configuration()
        configuration.readonly = true
        if FileManager.default.fileExists(atPath: path),
            let file = try? DatabaseQueue(path: path, configuration: configuration)
        {
            try? file.backup(to: memory)
        }
        try memory.write { try LocalSchema.bringUp($0) }
        return memory
    }

    /// What is wrong with the file, in words; nil if it is sound, or does not exist. Changes nothing.
    /// - Complexity: reads the whole file.
    public static func damage(_ profile: Profile) -> String? {
        let path = profile.database.path
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        if FileManager.default.fileExists(atPath: path + mark) { return "a part of it could not be read" }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        do {
            let found = try DatabaseQueue(path: path, configuration: configuration).read { db in
                try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            }
            return found == ["ok"] ? nil : found.first ?? "it cannot be checked"
        } catch let error as DatabaseError where isDamage(error) {
            return error.message ?? "it is not a database"
        } catch {
            // Opening it says why it cannot be used.
            return nil
        }
    }

    /// Marks the file as damaged: the next `init` moves it aside, creates a new one and keeps the outbox. Throws `.unexpected`.
    public static func giveUp(_ profile: Profile) throws { try giveUp(profile.database.path) }

    private static func giveUp(_ path: String) throws {
        let descriptor = try openMark(path)
        defer { close(descriptor) }
        try write(mark: descriptor)
    }

    /// - Returns: a file descriptor.
    private static func openMark(_ path: String) throws(ClientError) -> Int32 {
        let descriptor = open(path + mark, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed("The file \(path + mark) cannot be written") }
        return descriptor
    }

    /// A mark with a byte says that the file is damaged, whatever SQLite says of it.
    private static func write(mark descriptor: Int32) throws(ClientError) {
        guard pwrite(descriptor, "x", 1, 0) == 1 else {
            throw .failed("The folder of the local copy cannot be written")
        }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    }

    /// Whether there is no room to write, or no right to.
    private static func isFull(_ error: DatabaseError) -> Bool {
        [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode)
    }

    private static let aside = ".damaged"
    /// The suffix of a file that marks the database as damaged.
    private static let mark = ".is-damaged"

    /// Puts a damaged file aside, and creates a new one with its outbox. The mark stays until the outbox is saved: it is a
    /// lock, and if this process ends before that, the next one begins again.
    /// - Returns: the path of the file that was put aside; nil if another process has replaced it.
    private static func replace(
        _ path: String, _ spares: OutboxSpares, _ configuration: Configuration
    ) throws -> (DatabaseQueue, aside: String?) {
        let descriptor = try openMark(path)
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_nlink == 0 { return (try create(path, configuration), nil) }
        if status.st_size == 0, let queue = try? create(path, configuration) {
            unlink(path + mark)
            return (queue, nil)
        }
        try write(mark: descriptor)
        let aside = try putAside(path)
        let queue = try create(path, configuration)
        try saveOutbox(from: aside, and: spares.all(), in: queue)
        unlink(path + mark)
        return (queue, aside)
    }

    /// Moves the file with its journals, so that SQLite does not apply them to the new file. Overwrites no file that was put
    /// aside before. If a process ended after it had moved the file, the newest file that was put aside is the one.
    private static func putAside(_ path: String) throws -> String {
        let files = FileManager.default
        var (number, last, target) = (1, path + aside, path + aside)
        while files.fileExists(atPath: target) {
            number += 1
            (last, target) = (target, path + aside + "-\(number)")
        }
        guard files.fileExists(atPath: path) else { return last }
        for suffix in ["", "-wal", "-shm", "-journal"] where files.fileExists(atPath: path + suffix) {
            try files.moveItem(atPath: path + suffix, toPath: target + suffix)
        }
        return target
    }

    /// Copies the readable entries of the outbox, and those of which only the spares are left, in the order of writing: an id
    /// begins with its time. Where there are both, the row says only how sending it went.
    private static func saveOutbox(
        from damaged: String, and spares: [OutboxSpares.Spare], in queue: DatabaseQueue
    ) throws {
        let columns = "id, server, account, kind, target, json, queued_at, tries, state, why"
        let rows = Dictionary(readableRows(columns, of: damaged)) { first, _ in first }
        let sound = spares.keyed(by: \.id)
        try queue.write { db in
            for id in Set(rows.keys).union(sound.keys).sorted() {
                if let row = rows[id] {
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO outbox (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        arguments: StatementArguments(row))
                }
                guard let spare = sound[id] else { continue }
                try db.execute(
                    sql: """
                        INSERT INTO outbox (id, server, account, kind, target, json, queued_at, reference)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET server = excluded.server, account = excluded.account,
                            kind = excluded.kind, target = excluded.target, json = excluded.json, queued_at = excluded.queued_at,
                            reference = excluded.reference
                        """,
                    arguments: [
                        id, spare.server, spare.account, spare.kind, spare.target, spare.json,
                        Int64(spare.queuedAt.timeIntervalSince1970), spare.reference,
                    ])
            }
        }
    }

    /// The rows of an outbox up to the first one that cannot be read, with their ids.
    private static func readableRows(_ columns: String, of damaged: String) -> [(String, [DatabaseValue])] {
        var rows: [(String, [DatabaseValue])] = []
        var configuration = Configuration()
        configuration.readonly = true
        try? DatabaseQueue(path: damaged, configuration: configuration).read { db in
            let found = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM outbox ORDER BY position")
            while let row = try found.next() {
                let values = Array(row.databaseValues)
                if let id = String.fromDatabaseValue(values[0]) { rows.append((id, values)) }
            }
        }
        return rows
    }

    private static func connect(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        if FileManager.default.fileExists(atPath: path + mark) { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return try create(path, configuration)
    }

    private static func create(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        closeToOthers(path)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if try queue.read(LocalSchema.version) != LocalSchema.steps.count { try queue.write { try LocalSchema.bringUp($0) } }
        return queue
    }

    /// Only its owner may read the file, whatever the umask says. SQLite gives new journals the mode of their database. A file
    /// that exists is not opened here: closing it would end the locks that SQLite has on it in this process.
    private static func closeToOthers(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        for file in ["", "-wal", "-shm"].map({ path + $0 }) {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { continue }
            chmod(file, 0o600)
        }
    }

    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await translated { try await queue.read(body) }
    }

    /// Reads at once, on this thread: for a short question before there is a task.
    func readNow<Value: Sendable>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try queue.read(body) } catch let error as DatabaseError { throw Self.failure(file, error) }
    }

    /// One transaction, taken for writing from its start.
    func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await translated { try await queue.write(body) }
    }

    private func translated<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError where Self.isDamage(error) {
            // The next start creates a new file and saves the outbox.
            try? Self.giveUp(file)
            throw Self.wasDamaged
        } catch let error as DatabaseError where Self.isFull(error) {
            throw ClientError.unwritable("The local copy \(file) cannot be written: \(error.message ?? "the disk is full").")
        } catch let error as DatabaseError {
            throw Self.failure(file, error)
        } catch is DecodingError {
            try? await queue.write { try LocalCopy.forget($0) }
            throw Self.wasDamaged
        }
    }

    private static let wasDamaged = ClientError.unexpected(
        "The local copy was damaged. It is fetched again, and the outbox is kept. Run the command again.")

    private static func failure(_ file: String, _ error: any Error) -> ClientError {
        if let error = error as? ClientError { return error }
        let why = (error as? DatabaseError)?.message ?? error.localizedDescription
        return .unexpected("The local copy \(file) cannot be used: \(why).")
    }
}

extension Database {
    /// Runs one statement, which the connection prepares once: for an event that takes longer than to run it.
    func run(sql: String, arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
