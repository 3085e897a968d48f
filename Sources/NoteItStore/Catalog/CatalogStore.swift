import Foundation
import NoteItCore

extension SQLStore {
    public func terms() async throws -> [Term] {
        let now = now
        return try await read { try TermRow.all(at: now, $0) }
    }

    /// The files of registrars do not name departments, so the name of a subject is its code.
    public func subjects(of term: Term.ID) async throws -> [Subject] {
        try await read { db in
            try TermRow.require(term, db)
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
            try TermRow.require(term, db)
            return try CourseList(of: term, matching: query, after: after, limit: page.limit).fetch(db)
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

    public func term(_ id: Term.ID) async throws -> Term {
        guard let term = try await terms().first(where: { $0.id == id }) else { throw DomainError.notFound("term \(id)") }
        return term
    }

    /// The current term; nil while there are no terms.
    public func currentTerm() async throws -> Term? { try await terms().first(where: \.current) }
}

enum TermRow {
    /// Newest first.
    static func all(at now: Date, withHolidays: Bool = true, _ db: SQLConnection) throws -> [Term] {
        let days = withHolidays ? try db.all("SELECT * FROM holiday ORDER BY day") : []
        let holidays = Dictionary(grouping: days) { $0["term_id"] as Term.ID }
        return try db.all("SELECT * FROM term ORDER BY COALESCE(starts_on, id) DESC, id DESC").map { row in
            Term(
                id: row["id"], name: row["name"], startsOn: row["starts_on"], endsOn: row["ends_on"],
                timeZone: row["time_zone"], current: false,
                holidays: (holidays[row["id"]] ?? []).map { Holiday(day: $0["day"], name: $0["name"]) })
        }.markingCurrent(at: now)
    }

    /// Throws `.notFound` if the term is absent.
    static func require(_ term: Term.ID, _ db: SQLConnection) throws {
        guard try db.first("SELECT 1 FROM term WHERE id = ?", term) != nil else { throw DomainError.notFound("term \(term)") }
    }
}

/// The query for a page of courses, built from its conditions.
private struct CourseList {
    /// Whether a section has a free seat, or a count that the registrar does not give.
    private static let open = """
        COALESCE(MAX(CASE WHEN s.id IS NOT NULL AND (s.capacity IS NULL OR s.enrolled IS NULL OR s.enrolled < s.capacity)
            THEN 1 ELSE 0 END), 0)
        """

    /// Whether the known counts decide `open`: there is a free seat, or no count is missing.
    private static let seatsKnown = """
        CASE WHEN MAX(CASE WHEN s.enrolled < s.capacity THEN 1 ELSE 0 END) = 1
            OR MAX(CASE WHEN s.id IS NOT NULL AND (s.capacity IS NULL OR s.enrolled IS NULL) THEN 1 ELSE 0 END) = 0
            THEN 1 ELSE 0 END
        """

    /// Further words are ignored.
    private static let mostWords = 20

    let term: Term.ID
    let limit: Int
    private var conditions = SQLConditions()
    private var having = ""

    init(of term: Term.ID, matching query: CourseQuery, after position: [String]?, limit: Int) {
        (self.term, self.limit) = (term, limit)
        add(query)
        if let position { conditions.add("(c.subject, c.number) > (?, ?)", position[0], position[1]) }
    }

    private mutating func add(_ query: CourseQuery) {
        if let subject = query.subject { conditions.add("lower(c.subject) = lower(?)", subject) }
        if let number = query.number { conditions.add("lower(c.number) = lower(?)", number) }
        for word in CourseSearch.words(query.text ?? "").prefix(Self.mostWords) {
            conditions.add("instr(c.search, ?) > 0", word)
        }
        if let attribute = query.attribute {
            conditions.add(
                "EXISTS (SELECT 1 FROM json_each(c.attributes) a WHERE lower(a.value) = lower(?))", attribute)
        }
        if let open = query.open { having = "HAVING \(Self.open) = \(open ? 1 : 0)" }
    }

    func fetch(_ db: SQLConnection) throws -> Page<CourseSummary> {
        let sql = """
            SELECT c.id, c.term_id, c.subject, c.number, c.title, c.credits, c.attributes, COUNT(s.id) AS sections, \(Self.open) AS open,
                \(Self.seatsKnown) AS seats_known
            FROM course c LEFT JOIN section s ON s.course_id = c.id AND s.withdrawn = 0
            WHERE c.term_id = ? AND c.withdrawn = 0\(conditions.sql)
            GROUP BY c.id \(having) ORDER BY c.subject, c.number LIMIT ?
            """
        let found = try db.composed(sql, [term] + conditions.values + [limit + 1]) { row in
            CourseSummary(
                id: row["id"], term: row["term_id"], subject: row["subject"], number: row["number"], title: row["title"],
                credits: row.credits, attributes: try row.texts("attributes"),
                sections: row["sections"], open: row["open"], seatsKnown: row["seats_known"] as Bool)
        }
        let items = Array(found.prefix(limit))
        let last = found.count > limit ? items.last : nil
        return Page(items: items, next: try last.map { try PageToken.make([$0.subject, $0.number]) })
    }
}
