import NoteItCore

/// How much of the server may be taken at once, and by whom.
public struct Limits: Sendable, Equatable {
    /// Connections in all. The process may have as many files open, with some to spare: see `refusals`.
    public var connections: Int
    /// Connections from one address, or behind a proxy that is trusted: streams of one client's address.
    public var connectionsPerAddress: Int
    /// Event streams, WebSockets and waiting long polls of one account, together.
    public var streamsPerAccount: Int
    public var writes: WriteLimits
    public var attachments: AttachmentLimits

    /// Connections above the bound that may be open besides, each to be told that there is no room.
    public static let refusals = 32

    /// - Parameter connectionsPerAddress: half of all unless given: a campus may share one address, but none takes every place.
    public init(
        connections: Int = 1_000, connectionsPerAddress: Int? = nil, streamsPerAccount: Int = 64,
        writes: WriteLimits = WriteLimits(), attachments: AttachmentLimits = AttachmentLimits()
    ) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress ?? max(1, connections / 2)
        self.streamsPerAccount = streamsPerAccount
        self.writes = writes
        self.attachments = attachments
    }
}
