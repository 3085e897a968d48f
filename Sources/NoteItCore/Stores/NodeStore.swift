import Foundation

/// What the nodes of one database share. A node is a `noteitd` that serves it. An SQLite file has one node, which keeps all this in
/// memory and in its folder.
public protocol NodeStore: Sendable {
    /// Whether other nodes may serve this database.
    var isShared: Bool { get }
    /// Counts one more heartbeat of this node. Returns all nodes.
    func beat(_ node: String, named name: String) async throws -> [NodeBeat]
    /// Takes the step of the schema that waits for older nodes, if they are gone. Returns whether it still waits.
    func finishUpgrade() async throws -> Bool
    /// Removes nodes that have ended.
    func forgetNodes(_ nodes: [String]) async throws
    /// Takes the jobs that no other node has. This process keeps them until it ends, or does not call this for 15 seconds.
    /// - Returns: the jobs of this process.
    func takeJobs() async throws -> Set<SharedJob>
    /// Publishes the keys with which this node signs from now on, and prolongs those that it published before.
    func publish(_ keys: [PublicKey]) async throws
    /// The keys of all nodes that were published since `date`.
    func publicKeys(since date: Date) async throws -> [PublicKey]
    /// What the log says since one of its offsets.
    func news(after offset: Int64) async throws -> LogNews
    /// Keeps a ticket for a stream, and drops the account's oldest ones beyond `most`.
    /// - Parameter hash: SHA-256 of the ticket, in hexadecimal.
    func addTicket(_ hash: String, for account: Account.ID, session: Session.ID, until end: Date, most: Int) async throws
    /// Whom a ticket is for; nil if there is none, or it has expired.
    func ticket(_ hash: String) async throws -> (account: Account.ID, session: Session.ID)?
    /// Removes a ticket. False if somebody else did.
    func spendTicket(_ hash: String) async throws -> Bool
    /// Lets `change` alter the counts of these keys, in one transaction.
    func changeCounts<Value: Sendable>(
        _ keys: [String], _ change: @escaping @Sendable (inout [String: SignInCount]) throws -> Value
    ) async throws -> Value
    /// Removes tickets, counts and keys that have expired.
    /// - Parameter keys: those that were not published since.
    func pruneShared(keysBefore keys: Date) async throws
    /// Brings what this node keeps beside the database up to date, before it says that it is ready.
    func warmUp() async throws
    /// Removes this node's copies of files that are not in the database any more. Returns their number.
    func tidyCopies() async throws -> Int
}

/// A job that one node does for all.
public enum SharedJob: Int, CaseIterable, Sendable {
    case housekeeping = 1, reminders, study
    case mail, push, ntfy, webhooks
    case platforms

    public var name: String { "\(self)" }
}

/// A node of a database.
public struct NodeBeat: Sendable, Equatable, Memberwise {
    /// Random, for the life of the process.
    public var id: String
    /// The node's machine and port.
    public var name: String
    /// The number of its heartbeats.
    public var beat: Int64
    /// Whether it runs an older noteitd, which knows an older schema.
    public var isOlder: Bool
}

/// A public key that verifies access tokens: Ed25519 (RFC 8032).
public struct PublicKey: Sendable, Equatable, Memberwise {
    public var kid: String
    /// 32 bytes.
    public var bytes: [UInt8]
}

/// What rows of the log mean for pages that were read before them.
public struct LogNews: Sendable, Memberwise {
    public var head: LogHead
    /// The courses of the rows.
    public var courses: Set<Course.ID>
    /// Whether a person joined or left one of them.
    public var moved: Bool
}

/// A count that slows down anyone who guesses passwords.
public struct SignInCount: Sendable, Equatable, Memberwise {
    /// Failures, or the tokens of a bucket.
    public var level: Double
    /// The time of `level`.
    public var at: Date
    public var blockedUntil: Date?
    /// When it is as good as none.
    public var forgetAt: Date
}
