import NoteItCore

/// Accounts at a campus, and the sign-ins by them.
enum SignOnRow {
    /// How long a sign-in may wait for its second factor, in seconds: longer than any challenge.
    private static let waits: Int64 = 3_600

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [SignOnIdentity] {
        try db.all("SELECT * FROM sign_on_identity WHERE account_id = ? ORDER BY created_at, id", account).map(decode)
    }

    static func decode(_ row: Row) throws -> SignOnIdentity {
        SignOnIdentity(
            id: row["id"], issuer: row["issuer"], subject: row["subject"], createdAt: row.date("created_at"),
            lastUsed: row.dateIfPresent("used_at"))
    }

    /// Stores the arrival. Throws `.unauthenticated` if it came before.
    static func add(_ arrival: SignOnArrival, of account: Account.ID, _ tx: Transaction) throws {
        let count = try tx.db.run(
            """
            INSERT INTO sign_on (id, account_id, issuer, subject, sid, token, has_factor, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            arrival.id, account, arrival.issuer, arrival.subject, arrival.sid, arrival.token, arrival.hasFactor,
            tx.now.seconds)
        guard count > 0 else { throw DomainError.signInAgain }
    }

    /// Stores the launch of a person from a platform, who signs in by it alone.
    /// - Returns: false if the platform is no longer registered, or only found the account of a person who has no second factor.
    static func add(launch: String, of account: Account.ID, from platform: String, _ tx: Transaction) throws -> Bool {
        try tx.db.run(
            """
            INSERT INTO sign_on (id, account_id, issuer, subject, token, has_factor, created_at)
            SELECT CAST(? AS TEXT), p.account_id, p.issuer, p.subject, 'launch', 0, CAST(? AS BIGINT)
            FROM lti_person p JOIN account a ON a.id = p.account_id
            WHERE a.id = ? AND p.issuer IN (SELECT issuer FROM lti_platform WHERE name = ?)
                AND (p.created_at = a.created_at OR EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id))
            ORDER BY p.subject LIMIT 1
            """, launch, tx.now.seconds, account, platform) > 0
    }

    /// Links the account at the campus. Throws `.conflict` if the account has another one of the same campus.
    static func link(
        _ arrival: SignOnArrival, to account: Account.ID, founded: Bool, _ tx: Transaction
    ) throws -> SignOnIdentity {
        let identity = SignOnIdentity(
            id: .make(at: tx.now), issuer: arrival.issuer, subject: arrival.subject, createdAt: tx.now, lastUsed: nil)
        let count = try tx.db.run(
            """
            INSERT INTO sign_on_identity (id, account_id, issuer, subject, founded, made_role, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, identity.id, account, arrival.issuer, arrival.subject, founded, false, tx.now.seconds)
        guard count > 0 else {
            throw DomainError.conflict(
                "One of the two is linked already: your account here, or the one at the campus. End the other link in the settings first."
            )
        }
        try AuditRow.add(.signOnLinked, by: account, subject: account.description, detail: arrival.issuer, tx)
        return identity
    }

    /// Gives the sign-in its session. Throws `.unauthenticated` if it has one, was ended by the campus, or is of another account.
    static func open(_ id: String, _ session: Session.ID, of account: Account.ID, _ tx: Transaction) throws {
        let count = try tx.db.run(
            "UPDATE sign_on SET session_id = ? WHERE id = ? AND account_id = ? AND session_id IS NULL AND token <> ''", session,
            id, account)
        guard count > 0 else { throw DomainError.signInAgain }
    }

    /// Gives a session that was approved in another one the sign-in of that one, so that a sign-out at the campus ends both. It
    /// confirms no changes: nobody signed in at the campus for it.
    /// - Parameter id: SHA-256 of the secret of the approved session, in hexadecimal.
    static func share(of approving: Session.ID, with session: Session.ID, as id: String, _ tx: Transaction) throws {
        try tx.db.send(
            """
            INSERT INTO sign_on (id, account_id, session_id, issuer, subject, sid, token, has_factor, created_at)
            SELECT CAST(? AS TEXT), account_id, CAST(? AS TEXT), issuer, subject, sid, token, has_factor, 0 FROM sign_on
            WHERE session_id = ? AND token <> ''
            """, id, session, approving)
    }

    /// Whether the campus asked for a second factor.
    static func hasFactor(_ id: String?, _ db: SQLConnection) throws -> Bool {
        guard let id else { return false }
        return try db.first("SELECT 1 FROM sign_on WHERE id = ? AND has_factor = 1", id) != nil
    }

    static func hadFactor(_ session: Session.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM sign_on WHERE session_id = ? AND has_factor = 1", session) != nil
    }

    /// Ends these sign-ins: those that wait for a second factor open nothing any more.
    static func end(_ rows: [Row], but kept: Session.ID? = nil, _ tx: Transaction) throws {
        for row in rows {
            let session: Session.ID? = row["session_id"]
            guard session == nil || session != kept else { continue }
            let id: String = row["id"]
            try tx.db.send("UPDATE sign_on SET token = '' WHERE id = ?", id)
            guard let session,
                try tx.db.first("SELECT 1 FROM session WHERE id = ? AND revoked_at IS NULL", session) != nil
            else { continue }
            try SessionRow.signOut(session, tx)
        }
    }

    /// After a reset, only the account for which this one was made leads here.
    static func forgetLinks(of account: Account.ID, _ tx: Transaction) throws {
        let links = try tx.db.all("SELECT * FROM sign_on_identity WHERE account_id = ? AND founded = 0", account)
        for link in links { try unlink(link, of: account, tx) }
    }

    /// Ends a link, and takes away the role that its claims gave: no later claims would.
    /// - Parameter link: its row.
    static func unlink(_ link: Row, of account: Account.ID, _ tx: Transaction) throws {
        let (id, issuer, madeRole): (SignOnIdentity.ID, String, Bool) = (link["id"], link["issuer"], link["made_role"])
        try tx.db.send("DELETE FROM sign_on_identity WHERE id = ?", id)
        try AuditRow.add(.signOnUnlinked, by: account, subject: account.description, detail: issuer, tx)
        let (from, to) = (Account.Role.instructor.rawValue, Account.Role.student.rawValue)
        guard madeRole, try tx.db.run("UPDATE account SET role = ? WHERE id = ? AND role = ?", to, account, from) > 0 else {
            return
        }
        try tx.log.renamed(account)
        try AuditRow.add(
            .roleChanged, by: nil, subject: account.description, detail: "\(from) -> \(to) by the end of a link to \(issuer)",
            tx)
    }

    static func forget(_ account: Account.ID, _ db: SQLConnection) throws {
        for table in ["sign_on", "sign_on_identity"] {
            try db.send("DELETE FROM \(table) WHERE account_id = ?", account)
        }
    }

    /// Deletes the sign-ins of these sessions, those that opened none in time, and old messages.
    /// - Parameter endedSessions: a condition on sessions, with its two times.
    static func prune(endedSessions: String, _ times: [Int64], _ tx: Transaction) throws {
        try tx.db.send(
            """
            DELETE FROM sign_on WHERE (session_id IS NULL AND created_at < ?)
                OR session_id IN (SELECT id FROM session WHERE \(endedSessions))
            """, tx.now.seconds - waits, times[0], times[1])
        try tx.db.send("DELETE FROM sign_on_end WHERE expires_at < ?", tx.now.seconds)
    }
}
