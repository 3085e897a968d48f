import Foundation
import NoteItCore
import Synchronization

/// The keys that sign and verify access tokens. The newest key of the file signs; older keys verify until their tokens have expired.
/// A running server notices a changed file within a second.
///
/// The nodes of one database publish their public keys there before they sign with them, and verify with the keys of all. A key of
/// a node that ended verifies until its last tokens have expired.
public final class SigningKeys: Sendable {
    /// The content of the file at one read, and the published keys of the other nodes.
    struct Snapshot: Sendable {
        let stamp: SigningKeyFile.Stamp
        let newest: SigningKey
        fileprivate let own: [PublicKey]
        fileprivate(set) var others: [PublicKey] = []

        var all: [PublicKey] { own + others }
    }

    private struct State {
        var snapshot: Snapshot
        var lookedAt: ContinuousClock.Instant
    }

    /// How long a key verifies after it was last published, in seconds. Keys are published anew once a minute, and the clocks of two
    /// nodes may differ by some minutes.
    static let outlives = Double(AccessTokens.lifetime) + 600

    private let file: SigningKeyFile
    private let state: Mutex<State>
    private let store: (any NodeStore)?
    /// Tokens that anyone may make up name unknown keys, so the table is read at most ten times a second.
    private let published = CoalescedRead<[PublicKey]>(pace: .milliseconds(100))
    private let now: @Sendable () -> Date

    /// Reads the keys at `path`. Without a file it makes one with a first key.
    /// Throws `SigningKeyError`, also if others than the owner can read the file.
    /// - Parameters: `store`: of several nodes, or nil; `clock`: returns the current time.
    public init(
        path: String, now: Date, store: (any NodeStore)? = nil, clock: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        let store = store?.isShared == true ? store : nil
        (self.store, self.now) = (store, clock)
        file = SigningKeyFile(path: path)
        do {
            _ = try file.stamp()
        } catch SigningKeyError.missing {
            try file.create(at: now)
        }
        state = Mutex(State(snapshot: try Self.load(file), lookedAt: .now))
        try await publish()
    }

    /// Publishes the keys of the file, and reads those of the others. Call it once a minute.
    func publish() async throws {
        guard let store else { return }
        try await store.publish(state.withLock(\.snapshot.own))
        try await readOthers()
    }

    /// The keys, with those that other nodes published until now. Throws `.unavailable`.
    func newest() async throws -> Snapshot {
        _ = await current()
        if store != nil { try await readOthers() }
        return state.withLock(\.snapshot)
    }

    /// The keys of which one may have signed this token: with the newest of the other nodes, if it names an unknown one.
    func all(for token: String) async throws -> [PublicKey] {
        let known = await current().all
        guard let kid = SignedToken.kid(of: token), !known.contains(where: { $0.kid == kid }) else { return known }
        return try await newest().all
    }

    private func readOthers() async throws {
        let all = try await published.value { [store, now] in try await store?.publicKeys(since: now() - Self.outlives) ?? [] }
        state.withLock { state in
            let own = Set(state.snapshot.own.map(\.kid))
            state.snapshot.others = all.filter { !own.contains($0.kid) }
        }
    }

    /// Adds a key, which signs from now on, and drops keys that were superseded over a day ago.
    /// Throws `SigningKeyError`. Returns the ids of all keys, oldest first.
    public static func rotate(path: String, now: Date) throws -> [String] {
        let file = SigningKeyFile(path: path)
        let keys = try file.read()
        let kept = zip(keys, keys.dropFirst()).filter { $1.createdAt > now - 86_400 }.map { $0.0 } + keys.suffix(1)
        let rotated = kept + [SigningKey.make(at: now)]
        try file.replace(with: rotated)
        return rotated.map(\.kid)
    }

    /// The present keys of the file; those last read while the file is unusable.
    func current() async -> Snapshot {
        let (known, isDue) = state.withLock { state in
            let isDue = ContinuousClock.now - state.lookedAt > .seconds(1)
            if isDue { state.lookedAt = .now }
            return (state.snapshot, isDue)
        }
        guard isDue, let stamp = try? file.stamp(), stamp != known.stamp, let fresh = try? Self.load(file) else {
            return known
        }
        do {
            try await store?.publish(fresh.own)
        } catch {
            // Tried again in a second.
            return known
        }
        return state.withLock { state in
            let others = state.snapshot.others
            state.snapshot = fresh
            state.snapshot.others = others
            return state.snapshot
        }
    }

    private static func load(_ file: SigningKeyFile) throws -> Snapshot {
        let (stamp, keys) = (try file.stamp(), try file.read())
        guard let newest = keys.last else { throw SigningKeyError.unreadable(file.path) }
        return Snapshot(stamp: stamp, newest: newest, own: keys.map(\.verifying))
    }
}

/// The public keys of `/.well-known/jwks.json` (RFC 7517; Ed25519 by RFC 8037).
struct KeySet: Codable, Sendable {
    struct Key: Codable, Sendable {
        var kty = "OKP"
        var crv = "Ed25519"
        var use = "sig"
        var alg = "EdDSA"
        var kid: String
        var x: String
    }

    var keys: [Key]

    init(_ keys: [PublicKey]) { self.keys = keys.map { Key(kid: $0.kid, x: Secret.base64URL($0.bytes)) } }
}
