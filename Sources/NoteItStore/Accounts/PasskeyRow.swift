import Foundation
import NoteItCore

/// What `passkey` has of a second factor of that kind.
enum PasskeyRow {
    static let columns = "p.credential_id, p.host, p.transports, p.may_back_up, p.backed_up, p.opens_alone"

    /// Nil for a factor of another kind.
    /// - Parameter row: of `second_factor`, with `columns`.
    static func decode(_ row: Row) -> Passkey? {
        guard let credential: String = row["credential_id"] else { return nil }
        let transports: String = row["transports"]
        return Passkey(
            credential: credential, publicKey: row["secret"], host: row["host"],
            transports: transports.split(separator: " ").map(String.init), count: row["last_step"],
            mayBackUp: row["may_back_up"], isBackedUp: row["backed_up"], opensAlone: row["opens_alone"])
    }

    /// Throws `.invalid` if somebody has the credential.
    static func insert(_ passkey: Passkey, of factor: SecondFactor.ID, _ db: SQLConnection) throws {
        let count = try db.run(
            """
            INSERT INTO passkey (factor_id, credential_id, host, transports, may_back_up, backed_up, opens_alone)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, factor, passkey.credential, passkey.host, passkey.transports.joined(separator: " "), passkey.mayBackUp,
            passkey.isBackedUp, passkey.opensAlone)
        guard count > 0 else { throw DomainError.passkeyIsKnown }
    }

    /// Spends a challenge and counts. Throws `.unauthenticated`.
    static func spend(_ use: PasskeyUse, of account: Account.ID, _ tx: Transaction) throws {
        try spend(use.challenge, tx.db)
        let found = try tx.db.first(
            """
            SELECT p.opens_alone FROM passkey p JOIN second_factor f ON f.id = p.factor_id WHERE f.id = ? AND f.account_id = ?
            """, use.factor, account)
        guard let found else { throw DomainError.unknownPasskey }
        if use.isAlone, !(found["opens_alone"] as Bool) { throw DomainError.passkeyNeedsPassword }
        // Authenticators that do not count say 0 (WebAuthn, section 7.2).
        let rises = use.count == 0 ? "last_step = ?" : "last_step < ?"
        let count = try tx.db.run(
            "UPDATE second_factor SET last_step = ?, used_at = ? WHERE id = ? AND \(rises)", use.count, tx.now.seconds,
            use.factor,
            use.count)
        guard count > 0 else { throw DomainError.passkeyWasCopied }
        try tx.db.send("UPDATE passkey SET backed_up = ?, opens_alone = 1 WHERE factor_id = ?", use.isBackedUp, use.factor)
    }

    static func spend(_ challenge: SpentChallenge, _ db: SQLConnection) throws {
        let count = try db.run(
            "INSERT INTO spent_challenge (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING", challenge.hash,
            challenge.end.seconds)
        guard count > 0 else { throw DomainError.passkeyWasUsed }
    }

    /// After a reset, none opens the account without the new password.
    static func demandPassword(of account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            "UPDATE passkey SET opens_alone = 0 WHERE factor_id IN (SELECT id FROM second_factor WHERE account_id = ?)", account
        )
    }

    static func forget(_ factor: SecondFactor.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM passkey WHERE factor_id = ?", factor)
    }

    static func forget(allOf account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            "DELETE FROM passkey WHERE factor_id IN (SELECT id FROM second_factor WHERE account_id = ?)", account)
    }
}
