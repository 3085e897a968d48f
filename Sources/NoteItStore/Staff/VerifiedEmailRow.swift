import NoteItCore

enum VerifiedEmailRow {
    /// Notes that the email of an account is its person's, and gives the places that follow.
    /// - Parameter actor: nil for the operator, and for whoever signs the person in.
    /// - Returns: false if that was known.
    @discardableResult
    static func add(
        _ account: Account.ID, by actor: Account.ID?, detail: String? = nil, _ tx: Transaction
    ) throws -> Bool {
        let count = try tx.db.run(
            "INSERT INTO verified_email (account_id, verified_at) VALUES (?, ?) ON CONFLICT DO NOTHING", account, tx.now.seconds
        )
        guard count > 0 else { return false }
        try AuditRow.add(.emailVerified, by: actor, subject: account.description, detail: detail, tx)
        try InstructorClaims.settle(tx)
        try RosterRow.settle(account, tx)
        return true
    }
}
