import Foundation

/// The client of one profile for one server. It is made of the four parts of this module: `APIClient` sends one request for each
/// method, in the folder of its noun; `LocalCopy` holds all that the reader may see, in an SQLite file, and answers all reads; `Sync`
/// brings the copy up to date from the server's log; and `Outbox` keeps what the reader wrote until the server has it.
public struct LocalClient: Sendable {
    public let profile: Profile
    public let client: APIClient
    public let copy: LocalCopy
    public let sync: Sync
    public let outbox: Outbox
    /// The path to which a damaged local copy was moved, if there was one.
    public let damagedFile: String?

    /// The server if none is named and nobody is signed in.
    public static let standardServer = "http://127.0.0.1:8080"

    /// Opens the profile's files and sends no request. Throws `.unexpected`.
    /// - Parameter server: nil means the server of the profile's session, else the standard one.
    public init(profile: Profile, server: String? = nil, now: @escaping @Sendable () -> Date = { Date() }) throws {
        let sessions = SessionFile(profile)
        let address = try server ?? sessions.read()?.server.absoluteString ?? Self.standardServer
        let client = try APIClient(server: address, sessions: sessions)
        try self.init(profile: profile, client: client, now: now)
    }

    public init(profile: Profile, client: APIClient, now: @escaping @Sendable () -> Date = { Date() }) throws {
        // Without it, what needs it says so; reads do not.
        try? profile.make(profile.state)
        let database = try LocalDatabase(profile)
        damagedFile = database.damagedFile
        self.profile = profile
        self.client = client
        copy = LocalCopy(database)
        sync = Sync(client: client, copy: copy, now: now)
        outbox = Outbox(database, client: client, profile: profile, now: now)
    }
}
