import Foundation
import NoteItCore
import Synchronization

/// Sessions revoked so recently that one of their access tokens may not have expired.
final class RevokedSessions: Sendable {
    /// How long the sign-outs of other nodes may be unknown.
    private static let patience = Duration.seconds(2)
    /// The clocks of two nodes may differ by some minutes.
    private static let margin = 600.0

    private let revokedAt = Mutex<[Session.ID: Date]>([:])
    /// When all sign-outs that the log had were known; nil if this node has the database alone.
    private let confirmed: Mutex<ContinuousClock.Instant?>
    private let now: @Sendable () -> Date

    /// - Parameter isShared: whether other nodes end sessions too.
    init(isShared: Bool = false, now: @escaping @Sendable () -> Date) {
        self.now = now
        confirmed = Mutex(isShared ? .now : nil)
    }

    /// Call it whenever the log was read to its head.
    /// - Parameter time: before the head was read.
    func confirm(_ time: ContinuousClock.Instant) {
        confirmed.withLock { if $0 != nil { $0 = time } }
    }

    /// Throws `.unavailable` if sign-outs of other nodes may be unknown.
    func requireConfirmed() throws { if let unconfirmed { throw DomainError.unavailable(unconfirmed) } }

    /// Why nobody is let in now; nil if the sign-outs of all nodes are known.
    var unconfirmed: String? {
        guard let time = confirmed.withLock(\.self), ContinuousClock.now - time > Self.patience else { return nil }
        return "This server has lost the database for a moment. Try again."
    }

    /// Refuses their access tokens from now on.
    func insert(_ sessions: [Session.ID]) {
        guard !sessions.isEmpty else { return }
        let now = now()
        revokedAt.withLock { revoked in
            revoked = revoked.filter { now < $0.value + Double(AccessTokens.lifetime) + Self.margin }
            for session in sessions { revoked[session] = revoked[session] ?? now }
        }
    }

    func contains(_ session: Session.ID) -> Bool { revokedAt.withLock { $0[session] != nil } }

    /// Adds the store's revoked sessions: at the start, and after a write that does not name the sessions that it revokes.
    func reload(from store: any Store) async throws {
        insert(try await store.revokedSessions(since: now() - Double(AccessTokens.lifetime) - Self.margin))
    }
}
