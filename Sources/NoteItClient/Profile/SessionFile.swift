import Foundation
import NoteItCore

/// A sign-in as it is kept on disk.
public struct SavedSession: Codable, Equatable, Sendable {
    /// The server that gave the tokens; they are sent to no other.
    public var server: URL
    public var account: Account
    public var accessToken: String
    public var refreshToken: String

    public init(server: URL, account: Account, accessToken: String, refreshToken: String) {
        self.server = server
        self.account = account
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }

    func isSamePerson(as other: SavedSession) -> Bool { server == other.server && account.id == other.account.id }
}

/// The file that holds a profile's tokens: mode 0600, replaced atomically.
public struct SessionFile: Sendable {
    let profile: Profile

    public init(_ profile: Profile) { self.profile = profile }

    /// Nil if nobody is signed in, or what is there makes no sense: signing in mends both. Throws `.unexpected` if the
    /// file is there and cannot be read.
    public func read() throws -> SavedSession? {
        let file = profile.sessionFile
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw ClientError.unexpected("The file \(file.path) cannot be read: \(error.localizedDescription)")
        }
        return try? JSONCoding.decoder().decode(SavedSession.self, from: data)
    }

    /// Replaces what is kept; a reader sees the old or the new file, whole. Throws `.unexpected`.
    public func save(_ session: SavedSession) async throws {
        try await locked { try write(session) }
    }

    /// Forgets the tokens. No error if there are none.
    public func remove() async throws {
        try await locked { try unlinkFile() }
    }

    /// Replaces tokens that the server no longer takes, once, however many processes find that out at the same time:
    /// refresh tokens are single-use, and a second use revokes the session. For the same reason an exchange that has
    /// begun is not cancelled with the task that asked for it.
    /// - Parameters:
    ///   - rejected: what was refused; if the file has newer tokens of the same person by now, they are the answer.
    ///   - exchange: asks the server; called under the lock. If it throws `.notSignedIn`, the file is removed.
    func renew(
        _ rejected: SavedSession, exchange: @escaping @Sendable (SavedSession) async throws -> SavedSession
    ) async throws -> SavedSession {
        try await locked {
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

    private func failure() -> ClientError {
        .unexpected("The file \(profile.sessionFile.path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
