import NoteItCore
import Synchronization

/// How many files each account sends at once: each may take the largest size of disk before it is refused.
final class UploadPlaces: Sendable {
    private static let most = 4
    private let counts = Mutex<[Account.ID: Int]>([:])

    /// Runs `body` with a place of the account's. Throws `.tooMany` if all are taken.
    func holding<Value>(one account: Account.ID, _ body: () async throws -> Value) async throws -> Value {
        let isFree = counts.withLock { counts in
            guard counts[account, default: 0] < Self.most else { return false }
            counts[account, default: 0] += 1
            return true
        }
        guard isFree else {
            throw DomainError.tooMany("You are sending \(Self.most) files already. Wait for one of them.", retryAfter: 5)
        }
        defer { counts.withLock { $0.countDown(account) } }
        return try await body()
    }
}
