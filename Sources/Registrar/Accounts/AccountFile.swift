import NoteItCore

/// A CSV file of people, plain or gzip: rows of `email,name`, with an optional column `role`, which is `student` where it is
/// empty.
public struct AccountFile: Sendable, Memberwise {
    public let path: String

    /// Reads the whole file. Throws if any row is bad.
    public func accounts() throws(RegistrarError) -> [ImportedAccount] { try AccountRows().reading(path).accounts }
}

private struct AccountRows: CheckedRows {
    var columns: Columns?
    private(set) var accounts: [ImportedAccount] = []
    var bad: [BadRow] = []
    /// The line of each email.
    private var lines: [String: Int] = [:]

    mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.missing(of: ["email", "name"]).isEmpty else {
            throw BadCell("the header must be email,name or email,name,role")
        }
        columns = header
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let (email, name) = (columns.cell("email", row), columns.cell("name", row).onOneLine)
        if let fault = EmailAddress.fault(email) { throw BadCell("the email \(fault)") }
        if let fault = DisplayName.fault(name) { throw BadCell("the name \(fault)") }
        if let line = lines.updateValue(row.line, forKey: EmailAddress.key(email)) {
            throw BadCell("the email \(email.prefix(60)) is on line \(line) already; remove one of them")
        }
        accounts.append(ImportedAccount(email: email, displayName: name, role: try role(row, columns)))
    }

    private func role(_ row: TableRow, _ columns: Columns) throws(BadCell) -> Account.Role {
        let text = columns.has("role") ? columns.cell("role", row).lowercased() : ""
        guard let role = text.isEmpty ? .student : Account.Role(rawValue: text) else {
            throw BadCell("the role '\(text.prefix(20))' must be \(Account.Role.choices)")
        }
        return role
    }
}
