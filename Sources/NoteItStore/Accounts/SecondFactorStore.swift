import Foundation
import NoteItCore

extension SQLStore {
    public func factorState(of account: Account.ID) async throws -> FactorState {
        try await read { db in
            FactorState(
                factors: try SecondFactorRow.all(of: account, db), isStaff: try SecondFactorRow.isStaff(account, db))
        }
    }

    public func recoveryCodesLeft(of account: Account.ID) async throws -> Int {
        try await read { try $0.value("SELECT COUNT(*) FROM recovery_code WHERE account_id = ?", account) ?? 0 }
    }

    public func addFactor(
        _ added: SpentFactor, to account: Account.ID, keeping session: Session.ID, ifPassword password: String?
    ) async throws -> (factor: SecondFactor, isFirst: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requirePassword(password, of: account, tx.db)
            let isFirst = try !SecondFactorRow.isAny(of: account, tx.db)
            let factor = try stored(try SecondFactorRow.spend(added, of: account, tx))
            // The password alone opened them.
            if isFirst { try SessionRow.signOut(everySessionOf: account, but: session, tx) }
            return (factor, isFirst)
        }
    }

    public func holder(ofPasskey credential: String) async throws -> (account: Account, passkey: StoredFactor)? {
        try await read { db in
            let found: Account.ID? = try db.value(
                """
                SELECT f.account_id FROM passkey p JOIN second_factor f ON f.id = p.factor_id WHERE p.credential_id = ?
                """, credential)
            guard let found,
                let passkey = try SecondFactorRow.all(of: found, db).first(where: { $0.passkey?.credential == credential })
            else { return nil }
            return (try AccountRow.require(found, db), passkey)
        }
    }

    public func renameFactor(
        _ id: SecondFactor.ID, of account: Account.ID, to name: String
    ) async throws -> SecondFactor {
        try await commit { tx in
            try tx.db.send("UPDATE second_factor SET name = ? WHERE id = ? AND account_id = ?", name, id, account)
            guard let renamed = try SecondFactorRow.all(of: account, tx.db).first(where: { $0.factor.id == id }) else {
                throw DomainError.notFound("factor \(id)")
            }
            return renamed.factor
        }
    }

    public func spend(_ proof: SpentFactor, of account: Account.ID) async throws {
        try await commit { _ = try SecondFactorRow.spend(proof, of: account, $0) }
    }

    public func removeFactor(
        _ id: SecondFactor.ID, of account: Account.ID, proof: SpentFactor?, ifPassword password: String?,
        unless rule: FactorRule
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePassword(password, of: account, tx.db)
            guard try tx.db.first("SELECT 1 FROM second_factor WHERE id = ? AND account_id = ?", id, account) != nil else {
                throw DomainError.notFound("factor \(id)")
            }
            if let proof { _ = try SecondFactorRow.spend(proof, of: account, tx) }
            try PasskeyRow.forget(id, tx.db)
            try tx.db.send("DELETE FROM second_factor WHERE id = ?", id)
            if try !SecondFactorRow.isAny(of: account, tx.db) {
                if try SecondFactorRow.isMissing(of: account, rule, tx.db) {
                    throw DomainError.conflict(
                        "This server demands a second factor of you. Add another one before you remove the last.")
                }
                try tx.db.send("DELETE FROM recovery_code WHERE account_id = ?", account)
            }
            try AuditRow.add(.factorRemoved, by: account, subject: account.description, tx)
        }
    }

    public func replaceRecoveryCodes(
        of account: Account.ID, by hashes: [String], proof: SpentFactor?, ifPassword password: String?
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePassword(password, of: account, tx.db)
            guard try SecondFactorRow.isAny(of: account, tx.db) else {
                throw DomainError.conflict("You have no second factor. Add one first: its recovery codes come with it.")
            }
            if let proof { _ = try SecondFactorRow.spend(proof, of: account, tx) }
            try SecondFactorRow.setRecoveryCodes(hashes, of: account, tx.db)
            try AuditRow.add(.recoveryCodesMade, by: account, subject: account.description, tx)
        }
    }

    /// Removes all factors and recovery codes of a person who lost them, and ends all sessions: for the operator.
    /// Throws `.notFound`, `.conflict` if there are none.
    public func removeFactors(ofEmail email: String) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            guard try SecondFactorRow.forget(account.id, tx.db) > 0 else {
                throw DomainError.conflict("\(account.email) has no second factor.")
            }
            // Whoever has the lost phone may be signed in on it.
            try SessionRow.signOut(everySessionOf: account.id, tx)
            try AuditRow.add(.factorRemoved, by: nil, subject: account.id.description, tx)
            return account
        }
    }
}

enum SecondFactorRow {
    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [StoredFactor] {
        try db.decoded(
            """
            SELECT f.*, \(PasskeyRow.columns) FROM second_factor f LEFT JOIN passkey p ON p.factor_id = f.id
            WHERE f.account_id = ? ORDER BY f.created_at, f.id
            """, [account]
        ) { row in
            let passkey = PasskeyRow.decode(row)
            return StoredFactor(
                factor: SecondFactor(
                    id: row["id"], kind: row["kind"], name: row["name"], createdAt: row.date("created_at"),
                    lastUsed: row.dateIfPresent("used_at"), backedUp: passkey?.isBackedUp),
                key: row["secret"], passkey: passkey)
        }
    }

    static func isAny(of account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM second_factor WHERE account_id = ?", account) != nil
    }

    /// Whether the operator demands a factor of a person who has none.
    static func isMissing(of account: Account.ID, _ rule: FactorRule, _ db: SQLConnection) throws -> Bool {
        guard rule != .off, try !isAny(of: account, db) else { return false }
        return try rule.demands(ofStaff: isStaff(account, db))
    }

    /// Whether the person is an admin, an instructor, or staff of a course.
    static func isStaff(_ account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM account a WHERE a.id = ? AND (a.role IN ('admin', 'instructor')
                OR EXISTS (SELECT 1 FROM enrollment n WHERE n.account_id = a.id AND n.role = 'staff'))
            """, account) != nil
    }

    /// Spends what proves a factor, in the transaction of what it allows.
    /// Throws `.unauthenticated` if it was spent before, or is gone.
    /// - Returns: the factor, if it was added.
    static func spend(_ proof: SpentFactor, of account: Account.ID, _ tx: Transaction) throws -> SecondFactor? {
        switch proof {
        case .step(let id, let step):
            let count = try tx.db.run(
                "UPDATE second_factor SET last_step = ?, used_at = ? WHERE id = ? AND account_id = ? AND last_step < ?", step,
                tx.now.seconds, id, account, step)
            guard count > 0 else { throw DomainError.codeWasUsed }
        case .recovery(let hash):
            let count = try tx.db.run("DELETE FROM recovery_code WHERE account_id = ? AND hash = ?", account, hash)
            guard count > 0 else { throw DomainError.wrongCode }
            try AuditRow.add(.recoveryCodeUsed, by: account, subject: account.description, tx)
        case .passkey(let use):
            try PasskeyRow.spend(use, of: account, tx)
        case .added(let name, let key, let step, let recovery):
            return try add(SecondFactor.totp, name, key, step, recovery, to: account, tx)
        case .addedPasskey(let name, let passkey, let challenge, let recovery):
            try PasskeyRow.spend(challenge, tx.db)
            var factor = try add(
                SecondFactor.passkey, name, passkey.publicKey, passkey.count, recovery, to: account, tx)
            try PasskeyRow.insert(passkey, of: factor.id, tx.db)
            factor.backedUp = passkey.isBackedUp
            return factor
        }
        return nil
    }

    private static func add(
        _ kind: String, _ name: String, _ key: String, _ step: Int64, _ recovery: [String], to account: Account.ID,
        _ tx: Transaction
    ) throws -> SecondFactor {
        let known = try all(of: account, tx.db)
        guard known.count < SecondFactor.most else {
            throw DomainError.conflict("You have \(SecondFactor.most) second factors. Remove one first.")
        }
        guard !known.contains(where: { $0.key == key }) else { throw DomainError.codeWasUsed }
        let factor = SecondFactor(
            id: .make(at: tx.now, counter: Int64(known.count)), kind: kind, name: name, createdAt: tx.now, lastUsed: nil,
            backedUp: nil)
        try tx.db.send(
            """
            INSERT INTO second_factor (id, account_id, kind, name, secret, created_at, last_step) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, factor.id, account, kind, name, key, tx.now.seconds, step)
        if known.isEmpty { try setRecoveryCodes(recovery, of: account, tx.db) }
        try AuditRow.add(.factorAdded, by: account, subject: account.description, tx)
        return factor
    }

    static func setRecoveryCodes(_ hashes: [String], of account: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM recovery_code WHERE account_id = ?", account)
        for hash in hashes { try db.send("INSERT INTO recovery_code (account_id, hash) VALUES (?, ?)", account, hash) }
    }

    /// - Returns: the number of factors that are gone.
    @discardableResult
    static func forget(_ account: Account.ID, _ db: SQLConnection) throws -> Int {
        try db.send("DELETE FROM recovery_code WHERE account_id = ?", account)
        try PasskeyRow.forget(allOf: account, db)
        return try db.run("DELETE FROM second_factor WHERE account_id = ?", account)
    }
}
