import NoteItCore

/// A CSV file of people, plain or gzip: rows of `email,name`, with an optional column `role`, which is `student` where it is
/// empty.
public struct AccountFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Reads the whole file. Throws if any row is bad.
    public func accounts() throws(RegistrarError) -> [ImportedAccount] { try AccountRows().reading(path).accounts }
}

private struct AccountRows: TableRows {
    private(set) var columns: Columns?
    private(set) var accounts: [ImportedAccount] = []
    var bad: [BadRow] = []
    /// The line of each email.
    private var lines: [String: Int] = [:]

    mutating func readRow(_ row: TableRow) throws {
        try collecting(row) { rows in
            guard let columns = rows.columns else { return try rows.begin(row) }
            let (email, name) = (columns.cell("email", row), columns.cell("name", row).onOneLine)
            if let fault = EmailAddress.fault(email) { throw BadCell("the email \(fault)") }
            if let fault = DisplayName.fault(name) { throw BadCell("the name \(fault)") }
            if let line = rows.lines.updateValue(row.line, forKey: EmailAddress.key(email)) {
                throw BadCell("the email \(email.prefix(60)) is on line \(line) already; remove one of them")
            }
            rows.accounts.append(ImportedAccount(email: email, displayName: name, role: try rows.role(row, columns)))
        }
    }

    private mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.missing(of: ["email", "name"]).isEmpty else {
            throw BadCell("the header must be email,name or email,name,role")
        }
        columns = header
    }

    private func role(_ row: TableRow, _ columns: Columns) throws(BadCell) -> Account.Role {
        let text = columns.has("role") ? columns.cell("role", row).lowercased() : ""
        guard let role = text.isEmpty ? .student : Account.Role(rawValue: text) else {
            throw BadCell("the role '\(text.prefix(20))' must be \(Account.Role.choices)")
        }
        return role
    }
}
