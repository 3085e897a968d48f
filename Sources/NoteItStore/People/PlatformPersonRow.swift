import NoteItCore

enum PlatformPersonRow {
    static func account(of subject: String, from issuer: String, _ db: SQLConnection) throws -> Account.ID? {
        try db.value("SELECT account_id FROM lti_person WHERE issuer = ? AND subject = ?", issuer, subject)
    }

    static func accounts(of subjects: [String], from issuer: String, _ db: SQLConnection) throws -> [String: Account.ID] {
        let rows: [(String, Account.ID)] = try db.decoded(
            "SELECT subject, account_id FROM lti_person WHERE issuer = ? AND subject IN (SELECT value FROM json_each(?))",
            [issuer, try jsonArray(subjects)]
        ) { ($0[0], $0[1]) }
        return Dictionary(rows) { first, _ in first }
    }

    static func add(_ visit: PlatformVisit, _ account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send(
            "INSERT INTO lti_person (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?)", visit.platform.issuer,
            visit.subject, account, tx.now.seconds)
        try AuditRow.add(.platformJoined, by: nil, subject: account.description, detail: visit.platform.name, tx)
    }

    /// For the person's export.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [OwnEntry] {
        try db.all("SELECT issuer, subject FROM lti_person WHERE account_id = ? ORDER BY issuer, subject", account).map {
            OwnEntry(issuer: $0["issuer"], subject: $0["subject"])
        }
    }

    struct OwnEntry: Encodable {
        var issuer, subject: String
    }
}
