import NoteItCore
import NoteItStore

extension SQLStore {
    /// Says that a person who got rights by their email may be somebody else: anyone can register with another person's
    /// email.
    func warnIfUnverified(_ email: String, of account: Account.ID, _ handle: String?) async throws {
        guard try await !isVerified(account) else { return }
        let holder = handle.map { "@\($0)" } ?? account.description
        let command = "noteitd account verify \(email.quotedForShell)"
        announce("~ The email \(email) of \(holder) is not verified. If it is theirs: \(command)")
    }
}
