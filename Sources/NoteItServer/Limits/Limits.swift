import NoteItCore

/// The bounds of what clients may use at once.
public struct Limits: Sendable, Equatable {
    /// The most open connections. The process needs a file descriptor for each, and spare ones for `refusals`.
    public var connections: Int
    /// The most connections from one address; behind a trusted proxy, the most streams of one client's address.
    public var connectionsPerAddress: Int
    /// Event streams, WebSockets and waiting long polls together.
    public var streamsPerAccount: Int
    public var writes: WriteLimits
    public var attachments: AttachmentLimits

    /// Connections beyond the bound that may be open while they are refused.
    public static let refusals = 32

    /// - Parameter connectionsPerAddress: half of `connections` by default: a campus may share one address, but no address uses
    ///   up the server.
    public init(
        connections: Int = 1_000, connectionsPerAddress: Int? = nil, streamsPerAccount: Int = 64,
        writes: WriteLimits = WriteLimits(), attachments: AttachmentLimits = AttachmentLimits()
    ) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress ?? max(1, connections / 2)
        (self.streamsPerAccount, self.writes, self.attachments) = (streamsPerAccount, writes, attachments)
    }
}
