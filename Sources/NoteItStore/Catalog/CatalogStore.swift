import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func terms() async throws -> [Term] {
        let now = now
        return try await read { try allTerms(at: now, $0) }
    }

    public func setHolidays(_ holidays: [Holiday], of term: Term.ID) async throws {
        try await commit { db in
            guard let row = try db.first("SELECT starts_on, ends_on FROM term WHERE id = ?", term) else {
                throw DomainError.notFound("term \(term)")
            }
            if let first: Day = row["starts_on"], let last: Day = row["ends_on"] {
                let outside = holidays.filter { !(first...last).contains($0.day) }.map {
                    FieldError(field: "holidays", detail: "\($0.day) is outside of the term, \(first) to \(last)")
                }
                if !outside.isEmpty { throw DomainError.invalid(outside) }
            }
            try db.run("DELETE FROM holiday WHERE term_id = ?", term)
            for holiday in holidays {
                try db.run(
                    "INSERT OR REPLACE INTO holiday (term_id, day, name) VALUES (?, ?, ?)", term, holiday.day, holiday.name)
            }
        }
    }

    /// Throws `.notFound`. Registrars' files name no departments, so a subject's name is its code.
    public func subjects(of term: Term.ID) async throws -> [Subject] {
        try await read { db in
            try requireTerm(term, db)
            return try db.all(
                """
                SELECT subject, COUNT(*) AS courses FROM course WHERE term_id = ? AND withdrawn = 0
                GROUP BY subject ORDER BY subject
                """, term
            ).map { Subject(code: $0["subject"], name: $0["subject"], courses: $0["courses"]) }
        }
    }

    /// By subject and number. Throws `.notFound` if the term is absent.
    public func courses(of term: Term.ID, matching query: CourseQuery, page: PageRequest) async throws -> Page<CourseSummary> {
        let after = try PageToken.parts(page.after, count: 2)
        return try await read { db in
            try requireTerm(term, db)
            var list = CourseList(term: term, limit: page.limit)
            list.demand(query)
            if let after { list.demand("(c.subject, c.number) > (?, ?)", after[0], after[1]) }
            return try list.fetch(db)
        }
    }

    public func course(_ id: Course.ID) async throws -> Course {
        try await read { try CourseRow.require(id, $0) }
    }

    public func courses(withSections sections: [Section.ID]) async throws -> [Course] {
        try await read { db in
            let ids: [Course.ID] = try db.column(
                "SELECT DISTINCT course_id FROM section WHERE withdrawn = 0 AND id IN (SELECT value FROM json_each(?))",
                try jsonArray(sections))
            return try CourseRow.load(ids, db)
        }
    }
}

/// Newest first.
func allTerms(at now: Date, _ db: Database) throws -> [Term] {
    let holidays = Dictionary(grouping: try db.all("SELECT * FROM holiday ORDER BY day")) { $0["term_id"] as Term.ID }
    return try db.all("SELECT * FROM term ORDER BY COALESCE(starts_on, id) DESC, id DESC").map { row in
        Term(
            id: row["id"], name: row["name"], startsOn: row["starts_on"], endsOn: row["ends_on"], timeZone: row["time_zone"],
            current: false, holidays: (holidays[row["id"]] ?? []).map { Holiday(day: $0["day"], name: $0["name"]) })
    }.markingCurrent(at: now)
}

private func requireTerm(_ term: Term.ID, _ db: Database) throws {
    guard try db.first("SELECT 1 FROM term WHERE id = ?", term) != nil else { throw DomainError.notFound("term \(term)") }
}

/// Builds the query of a list of courses from the demands on it, and cuts its page.
private struct CourseList {
    /// A free seat, or a count that the registrar does not give.
    private static let open = """
        COALESCE(MAX(CASE WHEN s.id IS NOT NULL AND (s.capacity IS NULL OR s.enrolled IS NULL OR s.enrolled < s.capacity)
            THEN 1 ELSE 0 END), 0)
        """

    /// More do not narrow the list any further.
    private static let mostWords = 20

    let limit: Int
    private var conditions = ["c.term_id = ?", "c.withdrawn = 0"]
    private var values: [SQLValue]
    private var having = ""

    init(term: Term.ID, limit: Int) {
        self.limit = limit
        values = [term]
    }

    mutating func demand(_ condition: String, _ values: SQLValue...) {
        conditions.append(condition)
        self.values += values
    }

    mutating func demand(_ query: CourseQuery) {
        if let subject = query.subject { demand("lower(c.subject) = lower(?)", subject) }
        if let number = query.number { demand("lower(c.number) = lower(?)", number) }
        for word in CourseSearch.words(query.text ?? "").prefix(Self.mostWords) {
            demand(#"c.search LIKE ? ESCAPE '\'"#, likePattern(word))
        }
        if let attribute = query.attribute {
            demand("EXISTS (SELECT 1 FROM json_each(c.attributes) a WHERE lower(a.value) = lower(?))", attribute)
        }
        if let open = query.open { having = "HAVING \(Self.open) = \(open ? 1 : 0)" }
    }

    func fetch(_ db: Database) throws -> Page<CourseSummary> {
        let sql = """
            SELECT c.id, c.term_id, c.subject, c.number, c.title, c.credits, c.attributes, COUNT(s.id) AS sections, \(Self.open) AS open
            FROM course c LEFT JOIN section s ON s.course_id = c.id AND s.withdrawn = 0
            WHERE \(conditions.joined(separator: " AND "))
            GROUP BY c.id \(having) ORDER BY c.subject, c.number LIMIT ?
            """
        let found = try db.composed(sql, values + [limit + 1]) { row in
            CourseSummary(
                id: row["id"], term: row["term_id"], subject: row["subject"], number: row["number"], title: row["title"],
                credits: (row["credits"] as String?).flatMap { Credits($0) }, attributes: try row.texts("attributes"),
                sections: row["sections"], open: row["open"])
        }
        let items = Array(found.prefix(limit))
        let last = found.count > limit ? items.last : nil
        return Page(items: items, next: try last.map { try PageToken.make([$0.subject, $0.number]) })
    }
}
