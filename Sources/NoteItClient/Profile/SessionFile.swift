import Foundation
import NoteItCore

/// A session as it is stored on disk.
public struct SavedSession: Codable, Equatable, Sendable {
    /// The server that issued the tokens. They are sent to no other.
    public var server: URL
    public var account: Account
    public var accessToken: String
    public var refreshToken: String

    func isSamePerson(as other: SavedSession) -> Bool { server == other.server && account.id == other.account.id }
}

/// The file that holds a profile's tokens: mode 0600, replaced atomically.
public struct SessionFile: Sendable {
    let profile: Profile

    public init(_ profile: Profile) { self.profile = profile }

    /// Nil if nobody is signed in or the file is damaged: signing in repairs both. Throws `.unexpected` if the file exists
    /// but cannot be read.
    public func read() throws -> SavedSession? {
        try profile.sessionFile.contents().flatMap { try? JSONCoding.decoder().decode(SavedSession.self, from: $0) }
    }

    /// Replaces the file atomically. Throws `.unexpected`.
    public func save(_ session: SavedSession) async throws {
        try await locked { try write(session) }
    }

    /// Deletes the tokens; having none is not an error.
    public func remove() async throws {
        try await locked { try unlinkFile() }
    }

    /// Replaces tokens that the server refused. Many processes may ask at the same time: one exchange serves them all, since
    /// refresh tokens are single-use and a second use revokes the session. For the same reason a running exchange is not
    /// cancelled with its task.
    /// - Parameters:
    ///   - rejected: the refused tokens. If the file has newer ones of the same person by now, these are returned.
    ///   - exchange: asks the server; runs under the lock. If it throws `.notSignedIn`, the file is removed.
    func renew(
        _ rejected: SavedSession, exchange: @escaping @Sendable (SavedSession) async throws -> SavedSession
    ) async throws -> SavedSession {
        // A new token that is not kept would end the session.
        guard access(profile.state.path, W_OK) == 0 else {
            throw ClientError.unreachable(
                "the sign-in has to be renewed, and the folder \(profile.state.path) cannot be written")
        }
        return try await locked {
            guard let saved = try read(), saved.isSamePerson(as: rejected) else { throw ClientError.notSignedIn }
            guard saved.accessToken == rejected.accessToken else { return saved }
            return try await Task {
                do {
                    let fresh = try await exchange(saved)
                    try write(fresh)
                    return fresh
                } catch ClientError.notSignedIn {
                    try unlinkFile()
                    throw ClientError.notSignedIn
                }
            }.value
        }
    }

    private func locked<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try profile.make(profile.state)
        return try await FileLock(file: profile.sessionLock).withLock(within: .seconds(60), body)
    }

    private func write(_ session: SavedSession) throws {
        let file = profile.sessionFile
        let draft = file.appendingPathExtension(UUID().uuidString)
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: JSONCoding.encoder().encode(session))
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(draft.path)
            throw ClientError.unexpected("The file \(file.path) cannot be written: \(error.localizedDescription)")
        }
        guard rename(draft.path, file.path) == 0 else {
            let failure = failure()
            unlink(draft.path)
            throw failure
        }
    }

    private func unlinkFile() throws {
        guard unlink(profile.sessionFile.path) == 0 || errno == ENOENT else { throw failure() }
    }

    private func failure() -> ClientError { .failed("The file \(profile.sessionFile.path) cannot be written") }
}
