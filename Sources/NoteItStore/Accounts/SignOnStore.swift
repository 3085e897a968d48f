import Foundation
import NoteItCore

extension SQLStore {
    public func arrive(
        _ arrival: SignOnArrival, under rule: SignOnRule, password: String
    ) async throws -> (account: Account, password: String) {
        try await commit { tx in
            var account = try Arrival(arrival, rule, tx).account(password: password)
            try SignOnRow.add(arrival, of: account.id, tx)
            try tx.db.send(
                "UPDATE sign_on_identity SET used_at = ? WHERE issuer = ? AND subject = ?", tx.now.seconds, arrival.issuer,
                arrival.subject)
            account.role = try Arrival(arrival, rule, tx).settleRole(of: account)
            let hash: String? = try tx.db.value("SELECT password FROM account WHERE id = ?", account.id)
            return (account, try stored(hash))
        }
    }

    public func link(_ arrival: SignOnArrival, to account: Account.ID) async throws -> SignOnIdentity {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try SignOnRow.add(arrival, of: account, tx)
            return try SignOnRow.link(arrival, to: account, founded: false, tx)
        }
    }

    public func unlink(
        _ id: SignOnIdentity.ID, of account: Account.ID, keeping session: Session.ID, proof: SpentFactor?,
        ifPassword password: String?
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePassword(password, of: account, tx.db)
            let link = try tx.db.first("SELECT * FROM sign_on_identity WHERE id = ? AND account_id = ?", id, account)
            guard let link else { throw DomainError.notFound("link \(id)") }
            let hash: String? = try tx.db.value("SELECT password FROM account WHERE id = ?", account)
            guard let hash, !NoPassword.isIn(hash) else {
                throw DomainError.conflict(
                    "Your account has no password, so this link is its only way in. Set a password first, by a link in a mail or a code of the operator."
                )
            }
            if let proof { _ = try SecondFactorRow.spend(proof, of: account, tx) }
            try SignOnRow.unlink(link, of: account, tx)
            let rows = try tx.db.all(
                "SELECT id, session_id FROM sign_on WHERE account_id = ? AND issuer = ?", account, link["issuer"] as String)
            try SignOnRow.end(rows, but: session, tx)
        }
    }

    public func signOnIdentities(of account: Account.ID) async throws -> [SignOnIdentity] {
        try await read { try SignOnRow.all(of: account, $0) }
    }

    public func signOnToken(of session: Session.ID) async throws -> (issuer: String, token: String)? {
        try await read { db in
            try db.first("SELECT issuer, token FROM sign_on WHERE session_id = ? AND token <> ''", session)
                .map { ($0["issuer"], $0["token"]) }
        }
    }

    public func isFreshSignOn(_ session: Session.ID, since date: Date) async throws -> Bool {
        try await read {
            try $0.first("SELECT 1 FROM sign_on WHERE session_id = ? AND created_at >= ?", session, date.seconds) != nil
        }
    }

    public func end(_ end: SignOnEnd) async throws {
        try await commit { tx in
            let count = try tx.db.run(
                "INSERT INTO sign_on_end (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING", end.message,
                end.until.seconds)
            guard count > 0 else { throw DomainError.conflict("This message came before.") }
            // A message with both names one session of the person (OpenID Connect Back-Channel Logout, section 2.6).
            let rows =
                if let sid = end.sid {
                    try tx.db.all(
                        "SELECT id, session_id, subject FROM sign_on WHERE issuer = ? AND sid = ?", end.issuer, sid
                    ).filter { row in end.subject.map { row["subject"] == $0 } ?? true }
                } else {
                    try tx.db.all(
                        "SELECT id, session_id FROM sign_on WHERE issuer = ? AND subject = ?", end.issuer, end.subject)
                }
            try SignOnRow.end(rows, tx)
        }
    }
}

/// Finds the account of an arrival.
private struct Arrival {
    let arrival: SignOnArrival
    let rule: SignOnRule
    let tx: Transaction

    init(_ arrival: SignOnArrival, _ rule: SignOnRule, _ tx: Transaction) {
        (self.arrival, self.rule, self.tx) = (arrival, rule, tx)
    }

    func account(password: String) throws -> Account {
        let row = try tx.db.first(
            """
            SELECT a.* FROM sign_on_identity s JOIN account a ON a.id = s.account_id WHERE s.issuer = ? AND s.subject = ?
            """, arrival.issuer, arrival.subject)
        if let row {
            guard row.dateIfPresent("suspended_at") == nil else { throw DomainError.accountIsSuspended }
            return try guest.complete(try AccountRow.decode(row))
        }
        let email = try address()
        if let row = try tx.db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email)) {
            let holder = try AccountRow.decode(row)
            guard try mayStandBeside(row, email) else { return try linked(row, holder, email) }
            guard arrival.wantsNewAccount else { throw DomainError.emailIsHeld(held(email)) }
            if arrival.isVerified { try guest.takeEmail(from: holder) }
        }
        return try made(email, password)
    }

    /// Whether the person may have a new account although another one has the email. Anyone could have registered it here, or written
    /// it at the campus, and must keep nobody out. What both sides have verified is one person's.
    private func mayStandBeside(_ row: Row, _ email: String) throws -> Bool {
        guard doorFault(email) == nil else { return false }
        return arrival.isVerified ? try guest.holder() != nil : row.dateIfPresent("suspended_at") == nil
    }

    private func held(_ email: String) -> String {
        let end = arrival.isVerified ? "which takes the email" : "which has no email until you set one"
        let doubt = arrival.isVerified ? "nobody has verified whose it is" : "\(rule.name) does not say that it is yours"
        return """
            There is an account with the email \(email) already, and \(doubt). If it is yours, link it to \
            \(rule.name) in the settings, \(place). If it is not, go on with a new account, \(end).
            """
    }

    /// Where the owner of an account links it. Where the sign-on is the only door, the passwords of others than admins open nothing. Who
    /// is an admin is not told here.
    private var place: String {
        rule.registration == .signOn
            ? "on a device that is signed in to it, or as an admin after a sign-in with its password"
            : "after a sign-in with its password"
    }

    private var guest: GuestAccount {
        GuestAccount(house: "campus", email: arrival.isVerified ? arrival.email : nil, tx: tx)
    }

    private func address() throws -> String {
        guard let email = arrival.email else {
            throw DomainError.signOnTellsNoEmail(rule.name)
        }
        if let fault = EmailAddress.fault(email) {
            throw DomainError.signOnEmail(of: rule.name, fault)
        }
        return email
    }

    /// An email leads to an account only if both sides know that it is the person's: anyone could have registered it here. It leads
    /// to no admin, and past no second factor, which the campus may not ask for.
    private func linked(_ row: Row, _ account: Account, _ email: String) throws -> Account {
        guard rule.linksEmails, arrival.isVerified, try AccountRow.isVerified(email: email, tx.db) == true,
            account.role != .admin, try !SecondFactorRow.isAny(of: account.id, tx.db)
        else {
            throw DomainError.conflict(
                "There is an account with the email \(email) already. Its owner can link it to \(rule.name) in the settings, \(place). Without one, ask the operator."
            )
        }
        guard row.dateIfPresent("suspended_at") == nil else { throw DomainError.accountIsSuspended }
        _ = try SignOnRow.link(arrival, to: account.id, founded: false, tx)
        return account
    }

    /// Why the server makes no account for the person; nil if it does.
    private func doorFault(_ email: String) -> String? {
        switch rule.registration {
        case .closed:
            "You have no account here, and this server makes none by itself. Ask its admin for one with the email \(email)."
        case .domains(let domains) where !arrival.isVerified || !domains.contain(email):
            "This server takes people with a verified email that ends in \(domains.choice); yours is \(email)."
        default: nil
        }
    }

    private func made(_ email: String, _ password: String) throws -> Account {
        if let fault = doorFault(email) { throw DomainError.forbidden(fault) }
        let name = [arrival.displayName, email.split(separator: "@").first.map(String.init)].compactMap(\.self)
            .first { DisplayName.fault($0) == nil }
        let account = try guest.add(displayName: name ?? "Campus member", password: password)
        _ = try SignOnRow.link(arrival, to: account.id, founded: true, tx)
        return account
    }

    /// The role that the claims give. What they did not give, they do not take away; an admin stays one.
    func settleRole(of account: Account) throws -> Account.Role {
        guard let isInstructor = arrival.isInstructor else { return account.role }
        let isMade =
            try tx.db.first(
                "SELECT 1 FROM sign_on_identity WHERE issuer = ? AND subject = ? AND made_role = 1", arrival.issuer,
                arrival.subject) != nil
        let role: Account.Role =
            switch account.role {
            case .student where isInstructor: .instructor
            case .instructor where !isInstructor && isMade: .student
            default: account.role
            }
        guard role != account.role else { return role }
        try tx.db.send("UPDATE account SET role = ? WHERE id = ?", role.rawValue, account.id)
        try tx.db.send(
            "UPDATE sign_on_identity SET made_role = ? WHERE issuer = ? AND subject = ?", isInstructor, arrival.issuer,
            arrival.subject)
        try tx.log.renamed(account.id)
        try AuditRow.add(
            .roleChanged, by: nil, subject: account.id.description,
            detail: "\(account.role.rawValue) -> \(role.rawValue) by \(arrival.issuer)", tx)
        return role
    }
}
