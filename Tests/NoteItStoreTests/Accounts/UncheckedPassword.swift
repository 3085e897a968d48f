import NoteItCore

/// Calls that no checked password guards, as tests need them.
extension AccountStore {
    func update(_ id: Account.ID, with patch: AccountPatch) async throws -> Account {
        try await update(id, with: patch, ifPassword: nil)
    }

    func leave(_ id: Account.ID) async throws { try await leave(id, ifPassword: nil) }
}

extension SessionStore {
    func open(_ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String) async throws {
        try await open(
            session, for: account, device: device, refreshHash: refreshHash, ifPassword: nil, proof: nil, signOn: nil)
    }
}
