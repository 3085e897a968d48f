import NoteItCore

/// A CSV file of courses over all terms, plain or gzip. It has one of two forms, which its header shows:
/// `subject,number,title,credits,level,attributes,prerequisites`, with `corequisites`, `notes`, `terms_offered` and `description`
/// if they are known, or `course,title,credits,raw`, with `offered` if it is known.
public struct CourseFile: Sendable, Memberwise {
    /// A row. Its texts are as they stand in the file.
    public struct Row: Equatable, Sendable {
        /// The line where the course begins in the file, from 1.
        public var line: Int
        public var code: CourseCode
        /// The code if the file has none.
        public var title: String
        public var description = ""
        /// The credits as one number: the least of a range, nil for -1.
        public var credits: Credits?
        /// The cell, if it is `-1` or a range such as `1-6`.
        public var oddCredits: String?
        public var level = ""
        public var attributes: [String] = []
        public var prerequisites: String
        public var corequisites = ""
        /// Texts that may name exclusions.
        public var notes = ""
        /// The seasons in which the course is offered; nil if the file does not say.
        public var offered: [AcademicTerm.Season]?
    }

    /// The fewest rows that tell whether a column is the one that its name says.
    private static let telling = 10

    public let path: String

    /// Reads the whole file. Throws if any row is bad, a course has two, or most courses have no title.
    public func rows(progress: FileProgress? = nil) throws(RegistrarError) -> [Row] {
        var read = CourseRows()
        try read.readRows(of: path, progress: progress) { chunk throws(RegistrarError) in
            try refuse(chunk)
            return CSVParser()
        }
        if read.columns == nil { throw .unreadable(file: path, why: "The file is empty.") }
        if read.rows.isEmpty { throw .unreadable(file: path, why: "The file has a header but no rows.") }
        let untitled = read.rows.count { $0.title == $0.code.description }
        guard read.rows.count < Self.telling || untitled * 2 <= read.rows.count else {
            throw .unreadable(
                file: path,
                why: "\(untitled) of \(read.rows.count) courses have no title. Look for swapped columns in the header.")
        }
        return read.rows
    }

    private func refuse(_ chunk: [UInt8]) throws(RegistrarError) {
        if chunk.starts(with: [0x50, 0x4B, 0x03, 0x04]) || chunk.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw .unreadable(file: path, why: "This is an Excel workbook. Save it as CSV UTF-8.")
        }
        if chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) {
            throw .unreadable(file: path, why: "The file is in UTF-16. Save it as CSV UTF-8.")
        }
    }
}

/// The rows of either form.
private struct CourseRows: CheckedRows {
    private static let forms = [
        ["subject", "number", "title", "credits", "level", "attributes", "prerequisites"],
        ["course", "title", "credits", "raw"],
    ]

    var columns: Columns?
    private(set) var rows: [CourseFile.Row] = []
    var bad: [BadRow] = []
    private var lines: [CourseCode: Int] = [:]

    mutating func begin(_ row: TableRow) throws(BadCell) {
        try TableReading.refuseControls(in: row)
        if row.cells.allSatisfy(\.trimmed.isEmpty) { return }
        let header = Columns(header: row.cells)
        if let duplicate = header.duplicate {
            throw BadCell("the header has the column \(duplicate) twice; remove one")
        }
        columns = header
        if Self.forms.contains(where: { header.missing(of: $0).isEmpty }) { return }
        if header.has("crn") {
            throw BadCell("these are sections of a term, not courses; import them with noteitd catalog import")
        }
        let near = header.has("raw") ? Self.forms[1] : Self.forms[0]
        let missing = header.missing(of: near)
        guard missing.count < near.count - 1 else {
            let found = header.names.prefix(8).joined(separator: ",").prefix(80)
            throw BadCell(
                "the header '\(found)' is unknown; it must have \(Self.forms[0].joined(separator: ",")) or "
                    + Self.forms[1].joined(separator: ","))
        }
        let hints = missing.compactMap { column in
            Suggestion.nearest(to: column, among: header.names, limit: 1).first.map { "'\($0)' may mean \(column)" }
        }
        throw BadCell(
            "the header lacks the columns \(missing.joined(separator: ", ")); add them, their cells may be empty"
                + hints.map { "; \($0)" }.joined())
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        try TableReading.refuseControls(in: row)
        try TableReading.checkWidth(row, columns)
        let course = try columns.has("raw") ? flat(row, columns) : calendar(row, columns)
        if let line = lines.updateValue(row.line, forKey: course.code) {
            throw BadCell("the course \(course.code) is on line \(line) too; remove one")
        }
        rows.append(course)
    }

    /// `subject,number,...`
    private func calendar(_ row: TableRow, _ columns: Columns) throws(BadCell) -> CourseFile.Row {
        let cell = { (name: String) in columns.cell(name, row) }
        let code = try CourseCells.code(subject: cell("subject"), number: cell("number"))
        let (credits, odd) = try CourseCells.credits(cell("credits"), title: cell("title"))
        return CourseFile.Row(
            line: row.line, code: code, title: try CourseCells.title(cell("title"), of: code),
            description: CourseCells.text(cell("description")), credits: credits, oddCredits: odd,
            level: try CourseCells.level(cell("level")), attributes: try CourseCells.attributes(cell("attributes")),
            prerequisites: try CourseCells.requirement(cell("prerequisites"), "prerequisites"),
            corequisites: try CourseCells.requirement(cell("corequisites"), "corequisites"),
            notes: CourseCells.text(cell("notes")), offered: try CourseCells.terms(cell("terms_offered")))
    }

    /// `course,title,credits,raw,...`
    private func flat(_ row: TableRow, _ columns: Columns) throws(BadCell) -> CourseFile.Row {
        let cell = { (name: String) in columns.cell(name, row) }
        let code = try CourseCells.code(cell("course"))
        let (credits, odd) = try CourseCells.credits(cell("credits"), title: cell("title"))
        let raw = try CourseCells.requirement(cell("raw"), "raw")
        return CourseFile.Row(
            line: row.line, code: code, title: try CourseCells.title(cell("title"), of: code),
            description: CourseCells.text(cell("description")), credits: credits, oddCredits: odd, prerequisites: raw,
            notes: CourseCells.creditNotes(raw), offered: CourseCells.seasons(cell("offered")))
    }
}
