import NoteItCore

/// A CSV file of corrected requirements, plain or gzip: the header `course,prerequisites`, with `corequisites` and `note` if they
/// are given, then rows such as `MATH 251,MATH 152 or MATH 158,,Life sciences: see the calendar`.
public struct CorrectionFile: Sendable, Memberwise {
    /// Reads a cell that is not empty. Throws a `Fault` that says what to write.
    public typealias Reading = (_ text: String, _ course: CourseCode) throws -> RequirementTree

    /// Why a cell cannot be read: a clause.
    public struct Fault: Error {
        public var why: String

        public init(_ why: String) { self.why = why }
    }

    public struct Row: Sendable, Memberwise {
        public var course: CourseCode
        /// The corrected trees; nil for an empty cell.
        public var prerequisites, corequisites: RequirementTree?
        public var note: String
    }

    public let path: String

    /// Reads the whole file. Throws if any row is bad, or there is none.
    public func rows(reading: @escaping Reading) throws(RegistrarError) -> [Row] {
        let rows = try CorrectionRows(reading: reading).reading(path).rows
        guard !rows.isEmpty else { throw .unreadable(file: path, why: "It has a header but no rows.") }
        return rows
    }
}

private struct CorrectionRows: CheckedRows {
    let reading: CorrectionFile.Reading
    var columns: Columns?
    private(set) var rows: [CorrectionFile.Row] = []
    private var lines: [CourseCode: Int] = [:]
    var bad: [BadRow] = []

    init(reading: @escaping CorrectionFile.Reading) { self.reading = reading }

    mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.has("course"), header.has("prerequisites") || header.has("corequisites") else {
            throw BadCell("the header must be course,prerequisites, with corequisites and note if you give them")
        }
        columns = header
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        try TableReading.checkWidth(row, columns)
        let course = try CourseCells.code(columns.cell("course", row))
        if let line = lines.updateValue(row.line, forKey: course) {
            throw BadCell("the course \(course) is on line \(line) too; remove one")
        }
        let correction = CorrectionFile.Row(
            course: course, prerequisites: try tree("prerequisites", of: course, row, columns),
            corequisites: try tree("corequisites", of: course, row, columns),
            note: columns.cell("note", row).onOneLine)
        guard correction.prerequisites != nil || correction.corequisites != nil else {
            throw BadCell("both requirements of \(course) are empty; write None where nothing is demanded")
        }
        if let fault = correction.note.fault(length: 0...RequirementCorrection.longestNote, blank: true) {
            throw BadCell("the note \(fault)")
        }
        rows.append(correction)
    }

    private func tree(
        _ name: String, of course: CourseCode, _ row: TableRow, _ columns: Columns
    ) throws(BadCell) -> RequirementTree? {
        let text = columns.cell(name, row)
        guard !text.isEmpty else { return nil }
        do {
            return try reading(text, course)
        } catch let fault as CorrectionFile.Fault {
            throw BadCell("the \(name) of \(course): \(fault.why)")
        } catch {
            throw BadCell("the \(name) of \(course) cannot be read")
        }
    }
}
