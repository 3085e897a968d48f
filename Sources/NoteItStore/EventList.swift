import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func events(
        in course: Course.ID, matching query: EventQuery, page: PageRequest, by account: Account.ID
    ) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            _ = try Membership.require(account, in: course, db)
            var list = DueList(account: account, after: after, limit: page.limit)
            list.demand("e.course_id = ?", course)
            try list.demand(query)
            return try list.fetch(db)
        }
    }

    public func agenda(from: Day?, to: Day?, page: PageRequest, by account: Account.ID) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            var list = DueList(account: account, after: after, limit: page.limit)
            list.demand("e.course_id IN (SELECT course_id FROM enrollment WHERE account_id = ?)", account)
            try list.demand(EventQuery(from: from, to: to))
            return try list.fetch(db)
        }
    }
}

/// A place in the order of due-date lists: day (undated last), time, course, number.
private struct DuePosition {
    /// Stands for "undated": behind every day.
    static let undated = "9999-99-99"

    var day: String
    var due: Int64
    var course: Course.ID
    var number: Int

    init(_ event: Event, day: Day?) {
        self.day = day?.description ?? Self.undated
        due = event.due?.seconds ?? 0
        course = event.course
        number = event.number
    }

    /// Nil for nil. Throws `.invalid` for a token that was not made here.
    init?(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 4) else { return nil }
        guard let due = Int64(parts[1]), let number = Int(parts[3]) else {
            throw DomainError.invalid("after", "must be the `next` of the page before")
        }
        (day, self.due, course, self.number) = (parts[0], due, parts[2], number)
    }

    func token() throws -> String { try PageToken.make([day, "\(due)", course, "\(number)"]) }
}

/// Builds the query of a due-date list from the demands on it, and cuts its page into sections.
private struct DueList {
    let account: Account.ID
    let after: DuePosition?
    let limit: Int
    private var conditions: [String] = []
    private var values: [SQLValue] = []

    init(account: Account.ID, after: DuePosition?, limit: Int) {
        self.account = account
        self.after = after
        self.limit = limit
    }

    mutating func demand(_ condition: String, _ values: SQLValue...) {
        conditions.append(condition)
        self.values += values
    }

    mutating func demand(_ query: EventQuery) throws {
        if let kind = query.kind { demand("e.kind = ?", kind.rawValue) }
        if let author = query.author { demand("e.author_id = ?", author) }
        if let from = query.from { demand("e.due_day >= ?", from) }
        if let to = query.to { demand("e.due_day <= ?", to) }
        if let tag = query.tag { demand("EXISTS (SELECT 1 FROM json_each(e.tags) t WHERE t.value = ?)", tag) }
        if let text = query.text {
            let pattern = "%" + text.replacing(/[%_\\]/) { "\\" + $0.output } + "%"
            demand(#"(e.title LIKE ? ESCAPE '\' OR e.body LIKE ? ESCAPE '\')"#, pattern, pattern)
        }
    }

    func fetch(_ db: Database) throws -> DuePage {
        var list = self
        if let after {
            list.demand(
                "(COALESCE(e.due_day, '\(DuePosition.undated)'), COALESCE(e.due, 0), e.course_id, e.number) > (?, ?, ?, ?)",
                after.day, after.due, after.course, after.number)
        }
        let sql = """
            SELECT \(EventRow.columns), \(EventRow.toStaff) \(EventRow.from)
            WHERE \((list.conditions + [Visibility.condition]).joined(separator: " AND "))
            ORDER BY e.due_day IS NULL, e.due_day, e.due, e.course_id, e.number LIMIT ?
            """
        let arguments = [account] + list.values + [account, account, limit + 1]
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        return try page(rows, db)
    }

    private func page(_ rows: [Row], _ db: Database) throws -> DuePage {
        var sections: [DueSection] = []
        var last: DuePosition?
        for row in rows.prefix(limit) {
            let event = try EventRow.decode(row, db).seen(byStaff: row["to_staff"])
            let day: Day? = row["due_day"]
            if sections.isEmpty || sections[sections.count - 1].due != day { sections.append(DueSection(due: day, events: [])) }
            sections[sections.count - 1].events.append(event)
            last = DuePosition(event, day: day)
        }
        return DuePage(sections: sections, next: rows.count > limit ? try last?.token() : nil)
    }
}
