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
        let deletedAt = deletable == nil ? "NULL" : "deleted_at"
        guard let row = try first("SELECT \(owner), \(deletedAt) FROM \(table) WHERE id = ?", id.description) else {
            for other in others where try first("SELECT 1 FROM \(other) WHERE id = ?", id.description) != nil {
                throw DomainError.taken(id)
            }
            return false
        }
        guard row[0] == account else { throw DomainError.taken(id) }
        if let deletable, row[1] != Int64?.none {
            throw DomainError.conflict("The \(deletable) \(id) was sent before and deleted since.")
        }
        return true
    }
}

extension DomainError {
    static func taken(_ id: some CustomStringConvertible) -> DomainError { .conflict("The id \(id) is taken. Make a new one.") }
}
