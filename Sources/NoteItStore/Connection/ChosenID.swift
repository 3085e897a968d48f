import NoteItCore

/// Clients choose the ids of what they send, so that a request that is sent twice creates one thing.
extension SQLConnection {
    /// Whether this person sent something under the id before. Throws `.conflict` if the id is another's, or of something deleted.
    /// - Parameters:
    ///   - owner: the column with the person.
    ///   - deletable: the noun, if its deleted rows stay.
    ///   - others: tables whose ids must differ from these: removals and search hits of their rows are named by the id alone.
    func wasSent(
        _ id: some CustomStringConvertible, in table: String, by account: Account.ID, owner: String = "account_id",
        deletable: String? = nil, apartFrom others: [String] = []
    ) throws -> Bool {
        let own = "SELECT \(owner), \(deletable == nil ? "NULL" : "deleted_at") FROM \(table) WHERE id = ?"
        let all = [own] + others.map { "SELECT NULL, NULL FROM \($0) WHERE id = ?" }
        let found: [(owner: Account.ID?, deletedAt: Int64?)] = try decoded(
            all.joined(separator: " UNION ALL "), all.map { _ in id.description }
        ) { ($0[0], $0[1]) }
        guard let sent = found.first else { return false }
        guard sent.owner == account else { throw DomainError.taken(id) }
        if let deletable, sent.deletedAt != nil {
            throw DomainError.conflict("The \(deletable) \(id) was sent before and deleted since.")
        }
        return true
    }
}

extension DomainError {
    static func taken(_ id: some CustomStringConvertible) -> DomainError { .conflict("The id \(id) is taken. Make a new one.") }
}
