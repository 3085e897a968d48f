import Foundation
import NoteItCore
import Synchronization

/// Sessions revoked so recently that one of their access tokens may not have expired.
final class RevokedSessions: Sendable {
    private let revokedAt = Mutex<[Session.ID: Date]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Refuses their access tokens from now on.
    func insert(_ sessions: [Session.ID]) {
        guard !sessions.isEmpty else { return }
        let now = now()
        revokedAt.withLock { revoked in
            revoked = revoked.filter { now < $0.value + Double(AccessTokens.lifetime) }
            for session in sessions { revoked[session] = revoked[session] ?? now }
        }
    }

    func contains(_ session: Session.ID) -> Bool { revokedAt.withLock { $0[session] != nil } }

    /// Adds the store's revoked sessions: at the start, and after a write that does not name the sessions that it revokes.
    func reload(from store: any Store) async throws {
        insert(try await store.revokedSessions(since: now() - Double(AccessTokens.lifetime)))
    }
}
