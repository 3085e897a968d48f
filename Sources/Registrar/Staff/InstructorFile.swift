import NoteItCore

/// A CSV file of a term's instructors' emails, plain or gzip: rows of `instructor,email` for all sections of an instructor, or of
/// `crn,email` for one section. A file may have all three columns. A row with a CRN is about that section.
public struct InstructorFile: Sendable, Memberwise {
    public let path: String

    /// Reads the whole file. Throws if any row is bad.
    public func instructors() throws(RegistrarError) -> [InstructorEmail] {
        try InstructorRows().reading(path).instructors
    }
}

private struct InstructorRows: CheckedRows {
    var columns: Columns?
    private(set) var instructors: [InstructorEmail] = []
    var bad: [BadRow] = []
    private var emails: [String: String] = [:]

    mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.has("email"), header.has("instructor") || header.has("crn") else {
            throw BadCell("the header must be instructor,email or crn,email")
        }
        columns = header
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let email = columns.cell("email", row)
        if let fault = EmailAddress.fault(email) { throw BadCell("the email \(fault)") }
        instructors.append(InstructorEmail(try subject(row, columns, email), email: email))
    }

    /// A section may have several instructors. But a name with two emails would give each person the other's sections.
    private mutating func subject(
        _ row: TableRow, _ columns: Columns, _ email: String
    ) throws(BadCell) -> InstructorEmail.Subject {
        let (name, crn) = (columns.cell("instructor", row).onOneLine, columns.cell("crn", row))
        guard crn.isEmpty else { return .crn(try Cells.identity(crn, "CRN")) }
        guard !name.isEmpty else { throw BadCell("the instructor and the CRN are missing; fill in one") }
        if let fault = name.fault(length: 1...200) { throw BadCell("the instructor \(fault)") }
        let earlier = emails.updateValue(EmailAddress.key(email), forKey: InstructorEmail.key(name))
        guard earlier == nil || earlier == EmailAddress.key(email) else {
            throw BadCell("the instructor '\(name.prefix(40))' has two emails; name their sections by crn")
        }
        return .instructor(name)
    }
}
