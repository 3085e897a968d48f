import NoteItCore

/// A CSV file of ratings and grades, plain or gzip. Its header tells which of two forms it has: averages by course and instructor
/// (`subject,number,instructor,gpa`), or scores by section (`crn,rating_x100,gpa_x100`).
public struct GradeFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Reads the whole file. Throws if any row is bad.
    public func table() throws(RegistrarError) -> GradeTable {
        let rows = try GradeRows().reading(path)
        return rows.columns?.has("crn") == true ? .sections(rows.sections) : .courses(rows.courses)
    }
}

/// The rows of either form.
private struct GradeRows: TableRows {
    private(set) var columns: Columns?
    private(set) var courses: [GradeTable.CourseRow] = []
    private(set) var sections: [GradeTable.SectionRow] = []
    var bad: [BadRow] = []

    mutating func take(_ row: TableRow) throws {
        try collecting(row) { rows in
            guard let columns = rows.columns else { return try rows.begin(row) }
            if columns.has("crn") {
                rows.sections.append(try rows.section(row, columns))
            } else {
                rows.courses.append(try rows.course(row, columns))
            }
        }
    }

    private mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        let forms = [["crn", "rating_x100", "gpa_x100"], ["subject", "number", "instructor", "gpa"]]
        guard forms.contains(where: { header.missing(of: $0).isEmpty }) else {
            throw BadCell("the header must be crn,rating_x100,gpa_x100 or subject,number,instructor,...,gpa")
        }
        columns = header
    }

    private func section(_ row: TableRow, _ columns: Columns) throws(BadCell) -> GradeTable.SectionRow {
        GradeTable.SectionRow(
            crn: try Cells.identity(columns.cell("crn", row), "CRN"),
            score: SectionScore(
                rating: try hundredths(columns.cell("rating_x100", row), "rating_x100"),
                grade: try hundredths(columns.cell("gpa_x100", row), "gpa_x100")))
    }

    private func course(_ row: TableRow, _ columns: Columns) throws(BadCell) -> GradeTable.CourseRow {
        let text = columns.cell("gpa", row)
        guard let average = Double(text), (0...5).contains(average) else {
            throw BadCell("the gpa '\(text.prefix(20))' must be a number from 0 to 5")
        }
        return GradeTable.CourseRow(
            subject: try Cells.identity(columns.cell("subject", row), "subject"),
            number: try Cells.identity(columns.cell("number", row), "number"),
            instructor: columns.cell("instructor", row).onOneLine, average: Int((average * 100).rounded()))
    }

    private func hundredths(_ text: String, _ name: String) throws(BadCell) -> Int? {
        if text.isEmpty { return nil }
        guard let number = Int(text), (0...500).contains(number) else {
            throw BadCell("the \(name) '\(text.prefix(20))' must be a whole number from 0 to 500")
        }
        return number
    }
}
