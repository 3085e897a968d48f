import NoteItCore

/// Accounts of people whom a platform or the campus signs in. An email is their address only if it is known to be theirs: any other
/// would keep it from the person who has it. The rest have an address that takes no mail, until they set their own.
struct GuestAccount {
    /// Where the person comes from: small letters, digits and hyphens.
    let house: String
    /// The email that is known to be theirs; nil without one.
    let email: String?
    let tx: Transaction

    func add(displayName: String, password: String) throws -> Account {
        let free = try freeEmail()
        let email = free ?? absentEmail
        let account = try AccountRow.add(
            email: email, displayName: displayName, role: .student, password: password, tx)
        if free != nil { try VerifiedEmailRow.add(account.id, by: nil, detail: house, tx) }
        return account
    }

    /// Gives the email to an account that has no address yet.
    func complete(_ account: Account) throws -> Account {
        guard EmailAddress.isAbsent(account.email), let email = try freeEmail() else { return account }
        var whole = account
        whole.email = email
        try set(email, of: account.id)
        try VerifiedEmailRow.add(account.id, by: nil, detail: house, tx)
        return whole
    }

    /// The account that has the email, but of which nobody knows that it is its person's: anyone could have registered it. Nil for an
    /// email that is never taken: that of an admin, or of somebody who is suspended.
    func holder() throws -> Account? {
        guard let email, try AccountRow.isVerified(email: email, tx.db) == false else { return nil }
        return try tx.db.first(
            "SELECT * FROM account WHERE email_key = ? AND suspended_at IS NULL AND role <> 'admin'", EmailAddress.key(email)
        ).map(AccountRow.decode)
    }

    /// Takes the email from an account of which nobody knows that it is its person's, who is told. That account keeps everything else.
    func takeEmail(from holder: Account) throws {
        try set(absentEmail, of: holder.id)
        try AccountRow.endReset(of: holder.id, tx.db)
        let new = InboxNotification(
            id: .make(at: tx.now), kind: .emailTaken, course: nil, text: holder.email, createdAt: tx.now, readAt: nil)
        try NotificationRow.add(holder.id, new, tx)
    }

    private func set(_ email: String, of account: Account.ID) throws {
        try tx.db.send("UPDATE account SET email = ?, email_key = ? WHERE id = ?", email, EmailAddress.key(email), account)
        try tx.log.renamed(account)
        try AuditRow.add(.emailChanged, by: nil, subject: account.description, detail: house, tx)
    }

    private var absentEmail: String { EmailAddress.absent(Account.ID.make(at: tx.now), at: house) }

    /// Nil if another account has it.
    private func freeEmail() throws -> String? {
        guard let email, EmailAddress.fault(email) == nil else { return nil }
        return try AccountRow.isVerified(email: email, tx.db) == nil ? email : nil
    }
}
