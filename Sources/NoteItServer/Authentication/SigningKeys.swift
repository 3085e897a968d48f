import Foundation
import NoteItCore
import Synchronization

/// The keys that sign and verify access tokens. The newest key signs; older keys verify until their tokens have expired.
/// A running server notices a changed file within a second.
public final class SigningKeys: Sendable {
    /// The content of the file at one read.
    struct Snapshot: Sendable {
        let stamp: SigningKeyFile.Stamp
        let newest: SigningKey
        let all: [SigningKey]
    }

    private struct State {
        var snapshot: Snapshot
        var lookedAt: ContinuousClock.Instant
    }

    private let file: SigningKeyFile
    private let state: Mutex<State>

    /// Reads the keys at `path`. Without a file it makes one with a first key.
    /// Throws `SigningKeyError`, also if others than the owner can read the file.
    public init(path: String, now: Date) async throws {
        file = SigningKeyFile(path: path)
        do {
            _ = try file.stamp()
        } catch SigningKeyError.missing {
            try file.create(at: now)
        }
        state = Mutex(State(snapshot: try Self.load(file), lookedAt: .now))
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
        state.withLock { $0.snapshot = fresh }
        return fresh
    }

    private static func load(_ file: SigningKeyFile) throws -> Snapshot {
        let (stamp, keys) = (try file.stamp(), try file.read())
        guard let newest = keys.last else { throw SigningKeyError.unreadable(file.path) }
        return Snapshot(stamp: stamp, newest: newest, all: keys)
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

    init(_ keys: [SigningKey]) { self.keys = keys.map { Key(kid: $0.kid, x: Secret.base64URL($0.publicKey)) } }
}
