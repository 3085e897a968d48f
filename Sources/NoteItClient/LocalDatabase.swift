import Foundation
import GRDB

/// The SQLite file of a profile: the local copy, which can be fetched again, and the outbox, which cannot.
/// Several processes may have it open.
public struct LocalDatabase: Sendable {
    let queue: DatabaseQueue
    let file: String
    /// Where a damaged file was put, if there was one: what it held is fetched again, but for its outbox.
    public let damagedFile: String?

    /// Opens the file, makes it if need be and brings its form up to date. Throws `.unexpected`.
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
            } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
                let aside = path + ".damaged"
                try? FileManager.default.removeItem(atPath: aside)
                try FileManager.default.moveItem(atPath: path, toPath: aside)
                queue = try Self.open(path, configuration)
                damagedFile = aside
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw Self.failure(path, error)
        }
    }

    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
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
        } catch let error as DatabaseError {
            throw Self.failure(file, error)
        } catch is DecodingError {
            throw ClientError.unexpected(
                "The local copy \(file) is damaged. Move it away: all but the outbox is fetched again.")
        }
    }

    private static func failure(_ file: String, _ error: any Error) -> ClientError {
        let why = (error as? DatabaseError)?.message ?? error.localizedDescription
        return .unexpected("The local copy \(file) cannot be used: \(why).")
    }
}
