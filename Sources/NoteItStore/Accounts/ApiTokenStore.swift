import Foundation
import NoteItCore

extension SQLStore {
    public func apiTokens(of account: Account.ID) async throws -> [ApiToken] {
        try await read { try ApiTokenRow.all(of: account, $0) }
    }

    public func addApiToken(
        _ new: NewApiToken, hash: String, until end: Date, by account: Account.ID, ifPassword checked: String? = nil
    ) async throws -> ApiToken {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requirePassword(checked, of: account, tx.db)
            if let course = new.course { try Membership.requireOwn(course, of: account, tx.db) }
            let count = try tx.db.requireRoom(
                under: ApiToken.most, in: "api_token WHERE account_id = ? AND expires_at > ?", account, tx.now.seconds,
                else: "You have \(ApiToken.most) tokens. Revoke one first.")
            let token = ApiToken(
                id: .make(at: tx.now, counter: count), name: new.name, scope: new.scope, course: new.course,
                createdAt: tx.now, expiresAt: end, lastUsed: nil)
            try tx.db.send(
                """
                INSERT INTO api_token (id, account_id, name, hash, scope, course_id, created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                token.id, account, token.name, hash, token.scope.rawValue, token.course, tx.now.seconds, end.seconds)
            try AuditRow.add(
                .tokenMade, by: account, subject: token.id.description, course: token.course, detail: token.scope.rawValue, tx)
            return token
        }
    }

    public func revokeApiToken(_ id: ApiToken.ID, by account: Account.ID) async throws {
        try await commit { tx in
            guard try tx.db.first("SELECT 1 FROM api_token WHERE id = ? AND account_id = ?", id, account) != nil else {
                throw DomainError.notFound("token \(id)")
            }
            try ApiTokenRow.end([id], tx)
            try AuditRow.add(.tokenRevoked, by: account, subject: id.description, tx)
        }
    }

    public func apiToken(hash: String) async throws -> (account: Account.ID, token: ApiToken)? {
        try await lookUp { db in
            let row = try db.first(
                """
                SELECT t.* FROM api_token t JOIN account a ON a.id = t.account_id
                WHERE t.hash = ? AND a.suspended_at IS NULL AND a.left_at IS NULL
                """, hash)
            return try row.map { ($0["account_id"], try ApiTokenRow.decode($0)) }
        }
    }

    public func used(_ id: ApiToken.ID) async throws { try await noteUse("used_at", in: "api_token", id.description) }
}

enum ApiTokenRow {
    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [ApiToken] {
        try db.decoded(
            "SELECT * FROM api_token WHERE account_id = ? ORDER BY created_at, id", [account], by: decode)
    }

    static func decode(_ row: Row) throws -> ApiToken {
        ApiToken(
            id: row["id"], name: row["name"], scope: try stored(ApiToken.Scope(rawValue: row["scope"])),
            course: row["course_id"], createdAt: row.date("created_at"), expiresAt: row.date("expires_at"),
            lastUsed: row.dateIfPresent("used_at"))
    }

    /// Deletes tokens, and logs for each the row on which every process closes its streams: in requests its id stands in place
    /// of a session.
    static func end(_ tokens: [ApiToken.ID], _ tx: Transaction) throws {
        for id in tokens {
            try tx.db.send("DELETE FROM api_token WHERE id = ?", id)
            try tx.log.append(.none, id.description, .signedOut, after: [])
        }
    }

    /// - Returns: their number.
    static func end(allOf account: Account.ID, _ tx: Transaction) throws -> Int {
        let tokens: [ApiToken.ID] = try tx.db.column("SELECT id FROM api_token WHERE account_id = ? ORDER BY id", account)
        try end(tokens, tx)
        return tokens.count
    }
}
