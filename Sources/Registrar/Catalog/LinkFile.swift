import NoteItCore

/// A CSV file of links between sections, plain or gzip, with the columns `subject,number,primary_crn,component,crn`.
public struct LinkFile: Sendable, Memberwise {
    public let path: String

    /// The links of each course, in the order of the file. Throws if any row is bad, or there is none.
    public func rows() throws(RegistrarError) -> [(course: CourseCode, links: [SectionLink])] {
        let rows = try CorrectedLinkRows().reading(path).rows
        guard !rows.isEmpty else { throw .unreadable(file: path, why: "It has a header but no rows.") }
        return rows
    }
}

private struct CorrectedLinkRows: CheckedRows {
    var columns: Columns?
    private(set) var rows: [(course: CourseCode, links: [SectionLink])] = []
    var bad: [BadRow] = []

    mutating func begin(_ row: TableRow) throws(BadCell) {
        columns = try Columns(header: row.cells, demanding: "subject", "number", "primary_crn", "component", "crn")
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        try TableReading.checkWidth(row, columns)
        let course = try CourseCells.code(subject: columns.cell("subject", row), number: columns.cell("number", row))
        let component = columns.cell("component", row).onOneLine
        if component.isEmpty { throw BadCell("the component is missing") }
        let link = SectionLink(
            primary: try Cells.identity(columns.cell("primary_crn", row), "primary_crn"), component: component,
            crn: try Cells.identity(columns.cell("crn", row), "crn"))
        guard let index = rows.firstIndex(where: { $0.course == course }) else { return rows.append((course, [link])) }
        if !rows[index].links.contains(link) { rows[index].links.append(link) }
    }
}
