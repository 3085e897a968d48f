import Foundation
import NoteItCore
import Synchronization

/// Sessions revoked so lately that an access token of theirs may still be unexpired.
public final class RevokedSessions: Sendable {
    private let revokedAt = Mutex<[Session.ID: Date]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Their access tokens are refused from now on.
    public func insert(_ sessions: [Session.ID]) {
        guard !sessions.isEmpty else { return }
        let now = now()
        revokedAt.withLock { revoked in
            revoked = revoked.filter { now < $0.value + Double(AccessTokens.lifetime) }
            for session in sessions { revoked[session] = revoked[session] ?? now }
        }
    }

    public func contains(_ session: Session.ID) -> Bool { revokedAt.withLock { $0[session] != nil } }

    /// Takes in what the store knows: at start, and after a write that revokes sessions that are not named.
    func reload(from store: any Store) async throws {
        insert(try await store.revokedSessions(since: now() - Double(AccessTokens.lifetime)))
    }
}
