import NoteItCore

/// A file of the courses that a person has taken, separated by commas, semicolons or tabs, plain or gzip. Its header names the columns, in any order: a course, or a
/// subject and a number; and as far as they are known the term, grade, credits, kind, in progress and reason. Other columns are
/// ignored.
public struct RecordFile: Sendable {
    public struct Row: Equatable, Sendable {
        /// The line where the row begins in the file, from 1.
        public var line: Int
        public var item: RecordItem
    }

    /// The rows, and the names of the columns that are ignored.
    public struct Content: Equatable, Sendable {
        public var rows: [Row]
        public var ignored: [String]
    }

    public let path: String
    private let term: @Sendable (String) -> AcademicTerm?

    /// - Parameter term: reads a term as the person's registrar writes it; at least as `202630`.
    public init(path: String, term: @escaping @Sendable (String) -> AcademicTerm?) { (self.path, self.term) = (path, term) }

    /// Reads the whole file. Throws if any row is bad, or a course stands twice in a term.
    public func content() throws(RegistrarError) -> Content {
        let read = try RecordRows(readTerm: term).reading(path)
        if read.rows.isEmpty { throw .unreadable(file: path, why: "The file has a header but no rows.") }
        return Content(rows: read.rows, ignored: read.ignored)
    }
}

private struct RecordRows: CheckedRows {
    let readTerm: @Sendable (String) -> AcademicTerm?
    var columns: Columns?
    private(set) var rows: [RecordFile.Row] = []
    private(set) var ignored: [String] = []
    var bad: [BadRow] = []
    /// The line of each course in each term.
    private var lines: [String: Int] = [:]

    init(readTerm: @escaping @Sendable (String) -> AcademicTerm?) { self.readTerm = readTerm }

    private static let names: [String: [String]] = [
        "course": ["course", "code", "course code", "class", "course id"],
        "subject": ["subject", "subj", "department", "dept", "subject code"],
        "number": [
            "number", "course number", "catalog number", "catalog nbr", "catalog no", "catalog num", "catalog",
            "catalogue number",
            "cat nbr", "cat no", "course nbr", "course no", "nbr", "crse", "num",
        ],
        "term": ["term", "semester", "session", "term code", "academic term", "term taken"],
        "grade": ["grade", "final grade", "mark", "letter grade", "result", "official grade", "course grade"],
        "credits": ["credits", "credit", "units", "hours", "credit hours", "cr", "units taken", "unit taken", "credits taken"],
        "kind": ["kind", "type", "source"],
        "in progress": ["in progress", "inprogress", "status", "current", "ongoing"],
        "reason": ["reason", "note", "notes", "comment", "remark", "remarks"],
    ]

    mutating func begin(_ row: TableRow) throws(BadCell) {
        var known: [String] = []
        for cell in row.cells {
            let name = String(cell.lowercased().map { "_-.".contains($0) ? " " : $0 }).trimmed
            let own = Self.names.first { $0.value.contains(name) }?.key
            if let own, known.contains(own) { throw BadCell("two columns hold the \(own): '\(cell.prefix(40))' is the second") }
            if own == nil, !name.isEmpty { ignored.append(cell.trimmed) }
            known.append(own ?? "")
        }
        guard known.contains("course") || (known.contains("subject") && known.contains("number")) else {
            let found = row.cells.first.flatMap { CourseCode($0) } == nil ? "" : "; the first line must name the columns"
            throw BadCell("the header must have a column 'course', as in course,term,grade,credits,kind\(found)")
        }
        columns = Columns(header: known)
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let item = try item(row, columns)
        let key = "\(item.course) \(item.term?.description ?? "")"
        if let line = lines.updateValue(row.line, forKey: key) {
            let place = item.term.map { " in \($0.name)" } ?? " without a term"
            throw BadCell("\(item.course)\(place) stands on line \(line) already")
        }
        rows.append(RecordFile.Row(line: row.line, item: item))
    }

    private func item(_ row: TableRow, _ columns: Columns) throws(BadCell) -> RecordItem {
        guard row.cells.count <= columns.width || row.cells[columns.width...].allSatisfy(\.trimmed.isEmpty) else {
            throw BadCell("the row has \(row.cells.count) cells, the header \(columns.width); quote texts that hold a comma")
        }
        let cell = { (name: String) in columns.cell(name, row) }
        let course = try course(cell)
        let item = RecordItem(
            course: course, term: try term(cell("term")), credits: try credits(cell("credits")),
            grade: try grade(cell("grade")),
            kind: try kind(cell("kind")), inProgress: try isInProgress(cell("in progress")),
            reason: cell("reason").isEmpty ? nil : cell("reason"))
        if item.kind == .waiver, item.inProgress { throw BadCell("a waiver cannot be in progress") }
        if let fault = item.reason?.fault(length: 0...500) { throw BadCell("the reason \(fault)") }
        return item
    }

    private func course(_ cell: (String) -> String) throws(BadCell) -> CourseCode {
        let whole = cell("course")
        let text = whole.isEmpty ? "\(cell("subject")) \(cell("number"))".trimmed : whole
        guard !text.isEmpty else { throw BadCell("the course is missing") }
        if let code = CourseCode(text), code.leadingDigits != nil || code.number.contains(where: \.isNumber) { return code }
        if whole.isEmpty, CourseCode("\(cell("number")) \(cell("subject"))")?.leadingDigits != nil {
            throw BadCell("the subject '\(cell("subject"))' and the number '\(cell("number"))' look swapped")
        }
        throw BadCell("the course '\(text.prefix(40))' is not a course code such as CMPT 225" + hint(text, besides: "course"))
    }

    private func term(_ text: String) throws(BadCell) -> AcademicTerm? {
        if text.isEmpty { return nil }
        if let term = readTerm(text) { return term }
        throw BadCell("the term '\(text.prefix(40))' is not a term such as 202630 or Fall 2026" + hint(text, besides: "term"))
    }

    private func credits(_ text: String) throws(BadCell) -> CreditAmount? {
        if text.isEmpty { return nil }
        if let credits = Double(text.replacing(",", with: ".")).flatMap(CreditAmount.init), credits <= CreditAmount(100) {
            return credits
        }
        throw BadCell(
            "the credits '\(text.prefix(40))' must be a number such as 3 or 1.5, or empty" + hint(text, besides: "credits"))
    }

    private func grade(_ text: String) throws(BadCell) -> Grade? {
        if text.isEmpty || text == "-" { return nil }
        if let grade = Grade(text.uppercased()) { return grade }
        throw BadCell("the grade '\(text.prefix(40))' must be \(Grade.form), or empty" + hint(text, besides: "grade"))
    }

    private func kind(_ text: String) throws(BadCell) -> RecordItem.Kind {
        switch text.lowercased() {
        case "", "taken", "course", "regular": return .taken
        case "transfer", "transferred", "tr": return .transfer
        case "exam", "test", "ap", "ib", "challenge": return .exam
        case "waiver", "waived": return .waiver
        default:
            throw BadCell(
                "the kind '\(text.prefix(40))' must be \(RecordItem.Kind.choices), or empty" + hint(text, besides: "kind"))
        }
    }

    private func isInProgress(_ text: String) throws(BadCell) -> Bool {
        switch text.lowercased() {
        case "", "no", "n", "false", "0", "done", "complete", "completed", "taken": return false
        case "yes", "y", "true", "1", "x", "in progress", "current", "enrolled", "registered", "ip": return true
        default:
            throw BadCell(
                "the cell '\(text.prefix(40))' under 'in progress' must be yes or no" + hint(text, besides: "in progress"))
        }
    }

    /// The column that a cell seems to belong to.
    private func hint(_ text: String, besides column: String) -> String {
        let number = Double(text)
        let looks: String?
        if number == nil, CourseCode(text)?.leadingDigits != nil {
            looks = "a course"
        } else if AcademicTerm(text) != nil {
            looks = "a term"
        } else if let number, number <= 10 {
            looks = "credits"
        } else {
            looks = Grade(text.uppercased()) == nil ? nil : "a grade"
        }
        guard let looks, !looks.hasSuffix(column) else { return "" }
        return "; it looks like \(looks): are two columns swapped?"
    }
}
