import NoteItCore

/// Under which emails a term's instructors sign in, plain or gzip: rows of `instructor,email` for all sections that name one, or
/// of `crn,email` for a single section; a file may have both columns, and a row that has both is about its section.
public struct InstructorFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Reads the file whole, or throws and takes nothing of it.
    public func instructors() throws(RegistrarError) -> [InstructorEmail] {
        let rows = try InstructorRows.read(path)
        guard rows.columns != nil else { throw .unreadable(file: path, why: "The file is empty.") }
        return rows.instructors
    }
}

private struct InstructorRows: TableRows {
    private(set) var columns: Columns?
    private(set) var instructors: [InstructorEmail] = []
    var bad: [BadRow] = []
    private var emails: [String: String] = [:]

    mutating func take(_ row: TableRow) throws {
        try collecting(row, isHeader: columns == nil) { rows in
            guard let columns = rows.columns else { return try rows.begin(row) }
            let email = columns.cell("email", row)
            if let fault = EmailAddress.fault(email) { throw BadCell("the email \(fault)") }
            rows.instructors.append(InstructorEmail(try rows.subject(row, columns, email), email: email))
        }
    }

    private mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.has("email"), header.has("instructor") || header.has("crn") else {
            throw BadCell("the header must be instructor,email or crn,email")
        }
        columns = header
    }

    /// Several people may teach one section, but a name that is two people's would give each the other's sections.
    private mutating func subject(
        _ row: TableRow, _ columns: Columns, _ email: String
    ) throws(BadCell) -> InstructorEmail.Subject {
        let (name, crn) = (columns.cell("instructor", row).onOneLine, columns.cell("crn", row))
        guard crn.isEmpty else { return .crn(try Cells.identity(crn, "CRN")) }
        guard !name.isEmpty else { throw BadCell("neither an instructor nor a CRN stands there") }
        if let fault = name.fault(length: 1...200) { throw BadCell("the instructor \(fault)") }
        let earlier = emails.updateValue(EmailAddress.key(email), forKey: InstructorEmail.key(name))
        guard earlier == nil || earlier == EmailAddress.key(email) else {
            throw BadCell("the instructor '\(name.prefix(40))' stands there with two emails; name their sections by crn")
        }
        return .instructor(name)
    }
}
