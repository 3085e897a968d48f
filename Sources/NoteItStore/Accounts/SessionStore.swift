import Foundation
import NoteItCore

extension SQLStore {
    static let refreshLifetime = Int64(Session.unusedLifetime)
    /// How long a revoked session is kept, in seconds: a day, in which its access tokens expire.
    private static let revokedFor: Int64 = 86_400
    /// How long a used refresh token may come once more, in seconds: the answer to its exchange was lost.
    static let graceForLostAnswers: Int64 = 60

    public func open(
        _ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String, ifPassword password: String?,
        proof: SpentFactor? = nil, signOn: String? = nil
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requireNotSuspended(account, tx.db)
            try AccountRow.requirePassword(password, of: account, tx.db)
            if proof?.adds == true, try SecondFactorRow.isAny(of: account, tx.db) { throw DomainError.signInAgain }
            if let proof {
                _ = try SecondFactorRow.spend(proof, of: account, tx)
            } else if try SecondFactorRow.isAny(of: account, tx.db), try !SignOnRow.hasFactor(signOn, tx.db) {
                throw DomainError.signInAgain
            }
            try SessionRow.add(session, of: account, device: device, refreshHash: refreshHash, tx)
            if let signOn { try SignOnRow.open(signOn, session, of: account, tx) }
        }
    }

    public func rotate(
        refreshHash: String, to next: String, unless rule: FactorRule = .off
    ) async throws -> (session: Session.ID, account: Account) {
        let outcome: Rotation = try await commit { tx in
            let row = try tx.db.first(
                """
                SELECT t.rotated_at, t.next_hash, t.created_at, s.id, s.account_id, s.revoked_at
                FROM refresh_token t JOIN session s ON s.id = t.session_id WHERE t.hash = ?
                """, refreshHash)
            guard let row, row.dateIfPresent("revoked_at") == nil,
                tx.now.seconds - row.date("created_at").seconds <= Self.refreshLifetime
            else { return .refused }
            let session: Session.ID = row["id"]
            if try SecondFactorRow.isMissing(of: row["account_id"], rule, tx.db),
                try !SignOnRow.hadFactor(session, tx.db)
            {
                throw DomainError.factorIsMissing
            }
            if let rotated = row.dateIfPresent("rotated_at") {
                let isRecent = tx.now.seconds - rotated.seconds <= Self.graceForLostAnswers
                guard isRecent, try Self.takeBack(row["next_hash"], tx) else {
                    try SessionRow.signOut(session, tx)
                    return .reused
                }
                // Its grace is over: the token that comes now is in the place of the lost one, but is not named.
                try tx.db.send("UPDATE refresh_token SET next_hash = NULL WHERE hash = ?", refreshHash)
            } else {
                try tx.db.send(
                    "UPDATE refresh_token SET rotated_at = ?, next_hash = ? WHERE hash = ?", tx.now.seconds, next, refreshHash)
            }
            try tx.db.send(
                "INSERT INTO refresh_token (hash, session_id, created_at) VALUES (?, ?, ?)", next, session, tx.now.seconds)
            try tx.db.send("UPDATE session SET last_used_at = ? WHERE id = ?", tx.now.seconds, session)
            return .rotated(session, try AccountRow.require(row["account_id"], tx.db))
        }
        switch outcome {
        case .rotated(let session, let account): return (session, account)
        case .reused:
            throw DomainError.unauthenticated("This refresh token was used before; the session is closed. Sign in again.")
        case .refused: throw DomainError.unauthenticated("This refresh token is not valid. Sign in again.")
        }
    }

    /// Makes an unused token count as used, so that there is one good token at a time, and whoever holds another ends the session.
    /// False if it was used.
    private static func takeBack(_ hash: String?, _ tx: Transaction) throws -> Bool {
        guard let hash, try tx.db.first("SELECT 1 FROM refresh_token WHERE hash = ? AND rotated_at IS NULL", hash) != nil else {
            return false
        }
        try tx.db.send("UPDATE refresh_token SET rotated_at = ? WHERE hash = ?", tx.now.seconds, hash)
        return true
    }

    // A reused token revokes its session in the transaction that finds it. Throwing would roll that back.
    private enum Rotation: Sendable {
        case rotated(Session.ID, Account), reused, refused
    }

    public func sessions(of account: Account.ID, current: Session.ID?, page: PageRequest) async throws -> Page<Session> {
        let after = try PageToken.parts(page.after, count: 2)
        return try await read { db in
            let rows = try db.all(
                """
                SELECT * FROM session WHERE account_id = ? AND revoked_at IS NULL AND (created_at, id) < (?, ?)
                ORDER BY created_at DESC, id DESC LIMIT ?
                """, account, after.flatMap { Int64($0[0]) } ?? .max, after?[1] ?? "", page.limit + 1)
            let items = rows.prefix(page.limit).map { row in
                let id: Session.ID = row["id"]
                return Session(
                    id: id, device: row["device"], createdAt: row.date("created_at"), lastUsedAt: row.date("last_used_at"),
                    current: id == current)
            }
            let last = rows.count > page.limit ? items.last : nil
            return Page(items: items, next: try last.map { try TimedPosition.token($0.createdAt, "\($0.id)") })
        }
    }

    public func revoke(_ session: Session.ID, of account: Account.ID) async throws {
        try await commit { tx in
            let found: Session.ID? = try tx.db.value(
                "SELECT id FROM session WHERE id = ? AND account_id = ? AND revoked_at IS NULL", session, account)
            guard found != nil else { throw DomainError.notFound("session \(session)") }
            try SessionRow.signOut(session, tx)
        }
    }

    public func pruneSessions() async throws -> Int {
        try await commit { tx in
            // The access tokens of a revoked session may be valid for a while.
            let ended = "(revoked_at < ? OR last_used_at < ?)"
            let now = tx.now.seconds
            let (revoked, unused) = (now - Self.revokedFor, now - Self.refreshLifetime)
            try tx.db.send(
                "DELETE FROM refresh_token WHERE created_at < ? OR session_id IN (SELECT id FROM session WHERE \(ended))",
                unused, revoked, unused)
            try SignOnRow.prune(endedSessions: ended, [revoked, unused], tx)
            try tx.db.send("DELETE FROM password_reset WHERE expires_at < ?", now)
            // For the clocks of several nodes.
            try tx.db.send("DELETE FROM spent_challenge WHERE expires_at < ?", now - 3_600)
            try tx.db.send("DELETE FROM device_sign_in WHERE expires_at < ?", now)
            try tx.db.send("DELETE FROM api_token WHERE expires_at < ?", now - Int64(ApiToken.listedFor))
            try PushDeviceRow.remove(ofSessions: ended, [revoked, unused], tx.db)
            return try tx.db.run("DELETE FROM session WHERE \(ended)", revoked, unused)
        }
    }

    public func revokedSessions(since date: Date) async throws -> [Session.ID] {
        try await read { try $0.column("SELECT id FROM session WHERE revoked_at >= ?", date.seconds) }
    }
}

enum SessionRow {
    /// - Parameter approved: the session of the browser that approved this one; nil for a sign-in of its own.
    static func add(
        _ session: Session.ID, of account: Account.ID, device: String?, refreshHash: String,
        approvedIn approved: Session.ID? = nil, _ tx: Transaction
    ) throws {
        try tx.db.send(
            "INSERT INTO session (id, account_id, device, created_at, last_used_at) VALUES (?, ?, ?, ?, ?)",
            session, account, device, tx.now.seconds, tx.now.seconds)
        try tx.db.send(
            "INSERT INTO refresh_token (hash, session_id, created_at) VALUES (?, ?, ?)", refreshHash, session, tx.now.seconds)
        try AuditRow.add(
            .signedIn, by: account, subject: session.description, detail: approved.map { "approved in session \($0)" }, tx)
        try RosterRow.settle(account, tx)
    }

    /// Revokes the session, and logs the row on which every process closes its streams.
    static func signOut(_ session: Session.ID, _ tx: Transaction) throws {
        try tx.db.send("UPDATE session SET revoked_at = ? WHERE id = ?", tx.now.seconds, session)
        try PushDeviceRow.remove(ofSessions: "id = ?", [session], tx.db)
        try tx.log.append(.none, session.description, .signedOut, after: [])
    }

    static func signOut(everySessionOf account: Account.ID, but kept: Session.ID? = nil, _ tx: Transaction) throws {
        let open: [Session.ID] = try tx.db.column("SELECT id FROM session WHERE account_id = ? AND revoked_at IS NULL", account)
        for session in open where session != kept { try signOut(session, tx) }
    }
}
