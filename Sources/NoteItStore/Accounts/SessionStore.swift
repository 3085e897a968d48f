import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    /// A refresh token that nobody used for this long, in seconds, is no longer good: 90 days.
    static let refreshLifetime: Int64 = 90 * 86_400
    /// How long a session that was revoked is remembered, in seconds: a day, in which its access tokens expire.
    private static let revokedFor: Int64 = 86_400

    public func open(
        _ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String, ifPassword password: String?
    ) async throws {
        let now = now
        try await commit { db in
            _ = try requireAccount(account, db)
            if try db.first("SELECT 1 FROM account WHERE id = ? AND suspended_at IS NOT NULL", account) != nil {
                throw DomainError.forbidden("This account is suspended. Ask the admin of this server.")
            }
            try requirePassword(password, of: account, db)
            try db.run(
                "INSERT INTO session (id, account_id, device, created_at, last_used_at) VALUES (?, ?, ?, ?, ?)",
                session, account, device, now.seconds, now.seconds)
            try db.run(
                "INSERT INTO refresh_token (hash, session_id, created_at) VALUES (?, ?, ?)", refreshHash, session, now.seconds)
            try Log(db, at: now).audit(.signedIn, by: account, subject: session.description)
        }
    }

    public func rotate(refreshHash: String, to next: String) async throws -> (session: Session.ID, account: Account) {
        let now = now
        let outcome: Rotation = try await commit { db in
            let row = try db.first(
                """
                SELECT t.rotated_at, t.created_at, s.id, s.account_id, s.revoked_at
                FROM refresh_token t JOIN session s ON s.id = t.session_id WHERE t.hash = ?
                """, refreshHash)
            guard let row, row.dateIfPresent("revoked_at") == nil,
                now.seconds - row.date("created_at").seconds <= Self.refreshLifetime
            else { return .refused }
            let session: Session.ID = row["id"]
            guard row.dateIfPresent("rotated_at") == nil else {
                try Log(db, at: now).signOut(session)
                return .reused
            }
            try db.run("UPDATE refresh_token SET rotated_at = ? WHERE hash = ?", now.seconds, refreshHash)
            try db.run(
                "INSERT INTO refresh_token (hash, session_id, created_at) VALUES (?, ?, ?)", next, session, now.seconds)
            try db.run("UPDATE session SET last_used_at = ? WHERE id = ?", now.seconds, session)
            return .rotated(session, try requireAccount(row["account_id"], db))
        }
        switch outcome {
        case .rotated(let session, let account): return (session, account)
        case .reused:
            throw DomainError.unauthenticated("This refresh token was used before; the session is closed. Sign in again.")
        case .refused: throw DomainError.unauthenticated("This refresh token is not good any more. Sign in again.")
        }
    }

    // A reuse revokes in the same transaction that finds it, so it must not throw inside it.
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
            let next =
                try rows.count > page.limit
                ? items.last.map { try PageToken.make(["\($0.createdAt.seconds)", "\($0.id)"]) } : nil
            return Page(items: items, next: next)
        }
    }

    public func revoke(_ session: Session.ID, of account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let found: Session.ID? = try db.value(
                "SELECT id FROM session WHERE id = ? AND account_id = ? AND revoked_at IS NULL", session, account)
            guard found != nil else { throw DomainError.notFound("session \(session)") }
            try Log(db, at: now).signOut(session)
        }
    }

    public func pruneSessions() async throws -> Int {
        let now = now.seconds
        return try await commit { db in
            // Of a session that was revoked, access tokens may be good for a while.
            let ended = "(revoked_at < ? OR last_used_at < ?)"
            let (revoked, unused) = (now - Self.revokedFor, now - Self.refreshLifetime)
            try db.run(
                "DELETE FROM refresh_token WHERE created_at < ? OR session_id IN (SELECT id FROM session WHERE \(ended))",
                unused,
                revoked, unused)
            try db.run("DELETE FROM password_reset WHERE expires_at < ?", now)
            return try db.run("DELETE FROM session WHERE \(ended)", revoked, unused)
        }
    }

    public func revokedSessions(since date: Date) async throws -> [Session.ID] {
        try await read { try $0.column("SELECT id FROM session WHERE revoked_at >= ?", date.seconds) }
    }
}

extension Log {
    /// Marks the session and writes the row on which every process closes its streams.
    func signOut(_ session: Session.ID) throws {
        try db.run("UPDATE session SET revoked_at = ? WHERE id = ?", now.seconds, session)
        try append(NewRow(change: .signedOut, type: .none, subject: session.description, after: []))
    }

    func signOut(everySessionOf account: Account.ID, but kept: Session.ID? = nil) throws {
        let open: [Session.ID] = try db.column("SELECT id FROM session WHERE account_id = ? AND revoked_at IS NULL", account)
        for session in open where session != kept { try signOut(session) }
    }
}
