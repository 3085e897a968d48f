import NoteItCore

/// A CSV file of ratings and grades, plain or gzip. Its header tells which of three forms it has: averages by course and instructor
/// (`subject,number,instructor,gpa`), scores by section (`crn,rating_x100,gpa_x100`), or ratings by instructor
/// (`instructor,rating_x100`, with `subject,number` where they differ by course).
public struct GradeFile: Sendable, Memberwise {
    public let path: String

    /// Reads the whole file. Throws if any row is bad.
    public func table() throws(RegistrarError) -> GradeTable {
        let rows = try GradeRows().reading(path)
        switch rows.form {
        case .sections: return .sections(rows.sections)
        case .instructors: return .instructors(rows.instructors)
        case .courses: return .courses(rows.courses)
        }
    }
}

/// The rows of one form.
private struct GradeRows: CheckedRows {
    enum Form: CaseIterable {
        case sections, courses, instructors

        var columns: [String] {
            switch self {
            case .sections: ["crn", "rating_x100", "gpa_x100"]
            case .courses: ["subject", "number", "instructor", "gpa"]
            case .instructors: ["instructor", "rating_x100"]
            }
        }
    }

    private(set) var form = Form.courses
    var columns: Columns?
    private(set) var courses: [GradeTable.CourseRow] = []
    private(set) var sections: [GradeTable.SectionRow] = []
    private(set) var instructors: [GradeTable.InstructorRow] = []
    var bad: [BadRow] = []

    mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard let found = Form.allCases.first(where: { header.missing(of: $0.columns).isEmpty }) else {
            throw BadCell(
                "the header must be crn,rating_x100,gpa_x100 or subject,number,instructor,...,gpa or instructor,rating_x100")
        }
        (form, columns) = (found, header)
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        switch form {
        case .sections: sections.append(try section(row, columns))
        case .courses: courses.append(try course(row, columns))
        case .instructors: instructors.append(try instructor(row, columns))
        }
    }

    private func section(_ row: TableRow, _ columns: Columns) throws(BadCell) -> GradeTable.SectionRow {
        GradeTable.SectionRow(
            crn: try Cells.identity(columns.cell("crn", row), "CRN"),
            score: SectionScore(
                rating: try hundredths(columns.cell("rating_x100", row), "rating_x100"),
                grade: try hundredths(columns.cell("gpa_x100", row), "gpa_x100")))
    }

    private func instructor(_ row: TableRow, _ columns: Columns) throws(BadCell) -> GradeTable.InstructorRow {
        let name = columns.cell("instructor", row).onOneLine
        if name.isEmpty { throw BadCell("the instructor is missing") }
        let (subject, number) = (columns.cell("subject", row), columns.cell("number", row))
        guard subject.isEmpty == number.isEmpty else { throw BadCell("give subject and number, or neither") }
        guard let rating = try hundredths(columns.cell("rating_x100", row), "rating_x100") else {
            throw BadCell("the rating_x100 is missing")
        }
        return GradeTable.InstructorRow(instructor: name, subject: subject, number: number, rating: rating)
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
