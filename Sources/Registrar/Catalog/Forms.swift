import NoteItCore

/// The forms of a registrar's table. The columns in the header tell them apart.
enum Form: CaseIterable {
    case term, spreadsheet, links, details

    /// The required columns. The header may have other columns, and any order.
    var columns: [String] {
        switch self {
        case .term:
            [
                "term", "crn", "subject", "number", "title", "section", "type", "credits", "days", "start", "end", "start_date",
                "end_date", "campus", "building", "room", "instructors", "capacity", "enrolled", "delivery", "attributes",
            ]
        case .spreadsheet: ["term", "crn", "subject", "course", "section", "type", "instructor", "meeting"]
        case .links: ["subject", "number", "primary_crn", "component", "crn"]
        case .details: ["subject", "number", "title", "credits", "level", "attributes", "prerequisites"]
        }
    }

    /// Columns that only this form has. Any one of them tells which form an incomplete header should have.
    private var telling: [String] {
        switch self {
        case .term: ["start_date", "instructors", "days"]
        case .spreadsheet: ["meeting"]
        case .links: ["primary_crn", "component"]
        case .details: ["prerequisites", "level"]
        }
    }

    /// Throws for a header of an unknown form, with missing columns, or with a column twice.
    static func of(_ header: Columns) throws(BadCell) -> Form {
        if let duplicate = header.duplicate {
            throw BadCell("the header has the column \(duplicate) twice; remove one")
        }
        if let form = allCases.first(where: { header.missing(of: $0.columns).isEmpty }) { return form }
        if let near = allCases.first(where: { form in form.telling.contains(where: header.has) }) {
            let missing = header.missing(of: near.columns).joined(separator: ", ")
            throw BadCell("the header lacks the columns \(missing); add them, their cells may be empty")
        }
        let found = header.names.prefix(8).joined(separator: ",").prefix(80)
        throw BadCell(
            "the header '\(found)' is unknown; use one of these: a term's meetings (term,crn,subject,number,...), "
                + "a registrar's workbook (Term, CRN, Subject, Course, ...), links (subject,number,primary_crn,component,crn) "
                + "or course details (subject,number,title,credits,level,attributes,prerequisites)")
    }
}

/// Collects the rows of one form.
protocol RowTaker {
    mutating func readRow(_ row: TableRow, _ columns: Columns) throws(BadCell)
}

/// Tracks the terms of a file's rows, and selects the term to read.
struct TermColumn {
    let wanted: Term.ID?
    private(set) var found: [(term: String, line: Int)] = []

    init(wanted: Term.ID?) { self.wanted = wanted }

    /// The row's term; nil if it is not the wanted term, or, without one, not the first term of the file.
    mutating func term(_ row: TableRow, _ columns: Columns) throws(BadCell) -> String? {
        let term = try Cells.identity(columns.cell("term", row), "term")
        if !found.contains(where: { $0.term == term }) { found.append((term, row.line)) }
        return term == wanted?.text ?? found.first?.term ? term : nil
    }
}

/// The CSV of a term's meetings.
struct TermRows: RowTaker {
    private(set) var terms: TermColumn
    private(set) var builder = TermBuilder(form: .csv)
    private var dayCell = DayCell()

    init(wanted: Term.ID?) { terms = TermColumn(wanted: wanted) }

    mutating func readRow(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        guard let term = try terms.term(row, columns) else { return }
        let cell = { (name: String) in columns.cell(name, row) }
        let startsOn = try dayCell.day(cell("start_date"), "start_date")
        let endsOn = try dayCell.day(cell("end_date"), "end_date")
        if let startsOn, let endsOn, endsOn < startsOn {
            throw BadCell("the end_date \(endsOn) is before the start_date \(startsOn)")
        }
        let place = ["campus", "building", "room"].map { cell($0).onOneLine }.filter { !$0.isEmpty }.joined(separator: " ")
        try builder.append(
            MeetingRow(
                term: term, crn: try Cells.identity(cell("crn"), "CRN"),
                subject: try Cells.identity(cell("subject"), "subject"), number: try Cells.identity(cell("number"), "number"),
                title: cell("title").onOneLine, code: cell("section").onOneLine, kind: cell("type").onOneLine,
                credits: try Cells.credits(cell("credits")),
                meeting: try Cells.meeting(
                    days: cell("days"), start: cell("start"), end: cell("end"), startsOn: startsOn, endsOn: endsOn, place: place
                ),
                startsOn: startsOn, endsOn: endsOn, instructors: Cells.names(cell("instructors")),
                capacity: try Cells.count(cell("capacity"), "capacity"),
                enrolled: try Cells.count(cell("enrolled"), "enrolled"),
                delivery: cell("delivery").onOneLine, campus: cell("campus").onOneLine,
                attributes: Cells.attributes(cell("attributes"))))
    }
}

/// The registrar's workbook.
struct SpreadsheetRows: RowTaker {
    private(set) var terms: TermColumn
    private(set) var builder = TermBuilder(form: .spreadsheet)

    init(wanted: Term.ID?) { terms = TermColumn(wanted: wanted) }

    mutating func readRow(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        guard let term = try terms.term(row, columns) else { return }
        let cell = { (name: String) in columns.cell(name, row) }
        try builder.append(
            MeetingRow(
                term: term, crn: try Cells.identity(cell("crn"), "CRN"),
                subject: try Cells.identity(cell("subject"), "subject"), number: try Cells.identity(cell("course"), "number"),
                code: cell("section").onOneLine, kind: cell("type").onOneLine, meeting: try Cells.meeting(cell("meeting")),
                instructors: Cells.names(cell("instructor")).map(Cells.givenFirst)))
    }
}

/// The links between sections.
struct LinkRows: RowTaker {
    /// The course of each CRN of the term; nil if the term is not given.
    let courses: [String: String]?
    var links: [SectionLink] = []
    private var seen: Set<SectionLink> = []

    init(of term: CatalogTerm?) {
        courses = term.map { term in
            let pairs = term.courses.flatMap { course in course.sections.map { ($0.crn, course.subject + course.number) } }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
    }

    mutating func readRow(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let course = columns.cell("subject", row) + columns.cell("number", row)
        let primary = try Cells.identity(columns.cell("primary_crn", row), "primary_crn")
        let component = columns.cell("component", row).onOneLine
        if component.isEmpty { throw BadCell("the component is missing") }
        let crn = try Cells.identity(columns.cell("crn", row), "crn")
        for crn in [primary, crn] {
            guard let courses else { break }
            guard let found = courses[crn] else {
                throw BadCell("the CRN \(crn) is not in the term; check that both files are of the same term")
            }
            guard found == course else { throw BadCell("the CRN \(crn) is a section of \(found), not of \(course)") }
        }
        let link = SectionLink(primary: primary, component: component, crn: crn)
        if seen.insert(link).inserted { links.append(link) }
    }
}

/// The details of courses.
struct DetailRows: RowTaker {
    var details: [CourseDetails] = []
    private var seen: Set<String> = []

    mutating func readRow(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let subject = try Cells.identity(columns.cell("subject", row), "subject")
        let number = try Cells.identity(columns.cell("number", row), "number")
        guard seen.insert(subject + number).inserted else {
            throw BadCell("the course \(subject) \(number) is in an earlier row; remove one")
        }
        details.append(
            CourseDetails(
                subject: subject, number: number, title: columns.cell("title", row).onOneLine,
                credits: try Cells.credits(columns.cell("credits", row)),
                attributes: Cells.attributes(columns.cell("attributes", row)),
                prerequisites: columns.cell("prerequisites", row).replacing("\r\n", with: "\n"),
                description: columns.cell("description", row).replacing("\r\n", with: "\n")))
    }
}
