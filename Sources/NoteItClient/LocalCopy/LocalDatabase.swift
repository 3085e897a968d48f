import Foundation
import GRDB

/// The SQLite file of a profile: the local copy, which can be fetched again, and the outbox, which cannot. Several
/// processes may open it.
public struct LocalDatabase: Sendable {
    let queue: DatabaseQueue
    let file: String
    /// The path to which a damaged file was moved, if there was one. What waited in the outbox is kept.
    public let damagedFile: String?

    /// Opens the file, or creates it, and migrates its schema. Throws `.unexpected`.
    public init(_ profile: Profile) throws {
        try profile.make(profile.data)
        let path = profile.database.path
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.label = "noteit.copy"
        file = path
        do {
            do {
                queue = try Self.open(path, configuration)
                damagedFile = nil
            } catch let error as DatabaseError where Self.isDamage(error) {
                let aside = try Self.putAside(path)
                queue = try Self.open(path, configuration)
                try Self.saveOutbox(from: aside, and: OutboxSpares(profile).all(), in: queue)
                damagedFile = aside
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw Self.failure(path, error)
        }
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

    /// Marks the file as damaged: the next `init` moves it aside, creates a new one and keeps what waits in the outbox.
    /// Throws `.unexpected`.
    public static func giveUp(_ profile: Profile) throws {
        guard FileManager.default.createFile(atPath: profile.database.path + mark, contents: nil) else {
            throw ClientError.unexpected("The folder \(profile.data.path) cannot be written.")
        }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    }

    private static let aside = ".damaged"
    /// The suffix of an empty file that marks the database as damaged.
    private static let mark = ".is-damaged"

    /// Moves the file with its journals, so that SQLite does not apply them to the new file. Overwrites no file that was put aside
    /// before.
    private static func putAside(_ path: String) throws -> String {
        let files = FileManager.default
        let free = (1...).lazy.map { path + aside + ($0 == 1 ? "" : "-\($0)") }.first { !files.fileExists(atPath: $0) }
        let target = free ?? path + aside
        for suffix in ["", "-wal", "-shm", "-journal"] where suffix.isEmpty || files.fileExists(atPath: path + suffix) {
            try files.moveItem(atPath: path + suffix, toPath: target + suffix)
        }
        return target
    }

    /// Copies the readable entries of the outbox, then those of which only the spares are left.
    private static func saveOutbox(
        from damaged: String, and spares: [OutboxSpares.Spare], in queue: DatabaseQueue
    ) throws {
        let columns = "server, account, \(OutboxEntry.columns)"
        var rows: [Row] = []
        do {
            var configuration = Configuration()
            configuration.readonly = true
            try DatabaseQueue(path: damaged, configuration: configuration).read { db in
                let found = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM outbox ORDER BY position")
                while let row = try found.next() { rows.append(row.copy()) }
            }
        } catch is DatabaseError {
            // The rest cannot be read.
        }
        let saved = rows
        try queue.write { db in
            for row in saved {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO outbox (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: StatementArguments(row.databaseValues))
            }
            for spare in spares {
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO outbox (id, server, account, kind, target, json, queued_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        spare.id, spare.server, spare.account, spare.kind, spare.target, spare.json,
                        Int64(spare.queuedAt.timeIntervalSince1970),
                    ])
            }
        }
    }

    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        if FileManager.default.fileExists(atPath: path + mark) {
            try FileManager.default.removeItem(atPath: path + mark)
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if try queue.read(LocalSchema.version(of:)) != LocalSchema.version {
            try queue.write(LocalSchema.bringUpToDate)
        }
        return queue
    }

    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await translated { try await queue.read(body) }
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
            _ = FileManager.default.createFile(atPath: file + Self.mark, contents: nil)
            throw Self.wasDamaged
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
        let why = (error as? DatabaseError)?.message ?? error.localizedDescription
        return .unexpected("The local copy \(file) cannot be used: \(why).")
    }
}
