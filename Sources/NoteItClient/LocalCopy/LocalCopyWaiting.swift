import GRDB

extension LocalCopy {
    /// The entries of the outbox that this copy's person wrote and the server has not refused, oldest first.
    static func waiting(_ kind: String, _ db: Database) throws -> [OutboxEntry] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT \(OutboxEntry.columns) FROM outbox
                WHERE kind = ? AND state = 'waiting' AND account = (SELECT json_extract(account, '$.id') FROM copy)
                ORDER BY position
                """,
            arguments: [kind])
        return rows.map(OutboxEntry.init)
    }
}
