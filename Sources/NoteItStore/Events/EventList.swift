import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func events(
        in course: Course.ID, matching query: EventQuery, page: PageRequest, by account: Account.ID
    ) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            let membership = try Membership.require(account, in: course, db)
            let list = DueList(account: account, query: query, after: after, db)
            let mine = Membership.Place(course: course, membership: membership)
            return try DuePage(list.events(in: mine, limit: page.limit + 1), limit: page.limit)
        }
    }

    public func agenda(from: Day?, to: Day?, page: PageRequest, by account: Account.ID) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            let list = DueList(account: account, query: EventQuery(from: from, to: to), after: after, db)
            return try DuePage(
                list.events(in: try Membership.places(of: account, db), limit: page.limit + 1), limit: page.limit)
        }
    }
}

/// A place in the order of due-date lists: day (undated last), time, course, number.
private struct DuePosition: Comparable {
    /// Stands for "undated": behind every day.
    static let undated = "9999-99-99"

    var day: String
    var due: Int64
    var course: Course.ID
    var number: Int

    init(day: String?, due: Int64?, course: Course.ID, number: Int) {
        (self.day, self.due) = (day ?? Self.undated, due ?? 0)
        (self.course, self.number) = (course, number)
    }

    /// Nil for nil. Throws `.invalid` for a token that was not made here.
    init?(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 4) else { return nil }
        guard let due = Int64(parts[1]), let number = Int(parts[3]) else {
            throw DomainError.invalid("after", "must be the `next` of the page before")
        }
        (day, self.due, course, self.number) = (parts[0], due, parts[2], number)
    }

    var isUndated: Bool { day == Self.undated }

    func token() throws -> String { try PageToken.make([day, "\(due)", course, "\(number)"]) }

    /// Where this place is in `course`, as the number that an event due at the same time must exceed to stand behind it.
    func number(in course: Course.ID) -> Int {
        if course == self.course { return number }
        return self.course.utf8.lexicographicallyPrecedes(course.utf8) ? 0 : .max
    }

    /// As SQLite compares: texts by their bytes.
    static func < (left: Self, right: Self) -> Bool {
        if left.day != right.day { return left.day.utf8.lexicographicallyPrecedes(right.day.utf8) }
        if left.due != right.due { return left.due < right.due }
        if left.course != right.course { return left.course.utf8.lexicographicallyPrecedes(right.course.utf8) }
        return left.number < right.number
    }
}

/// An event with its place, before the page is cut into sections.
private struct DueEvent {
    var event: Event
    var position: DuePosition
}

/// The events behind `after` that answer `query`, in the order of due dates. Each course is read from where its part of
/// the page begins in the index `event_by_due`, so that a later page costs what the first does.
private struct DueList {
    let account: Account.ID
    let query: EventQuery
    let after: DuePosition?
    let db: Database

    init(account: Account.ID, query: EventQuery, after: DuePosition?, _ db: Database) {
        (self.account, self.query, self.after, self.db) = (account, query, after, db)
    }

    /// Of several courses, places alone are compared first, and only what is shown is read.
    func events(in courses: [Membership.Place], limit: Int) throws -> [DueEvent] {
        let first = try courses.flatMap { try positions(in: $0, limit: limit) }.sorted().prefix(limit)
        let shown = Dictionary(grouping: first, by: \.course).mapValues(\.count)
        let found = try courses.flatMap { mine in
            try shown[mine.course].map { try events(in: mine, limit: $0) } ?? []
        }
        return found.sorted { $0.position < $1.position }
    }

    func events(in mine: Membership.Place, limit: Int) throws -> [DueEvent] {
        try rows(EventRow.select, in: mine, limit: limit) { row in
            let stored = try EventRow.decode(row, db)
            let position = DuePosition(
                day: row[EventRow.Column.dueDay], due: row[EventRow.Column.due], course: mine.course,
                number: stored.event.number)
            let isInsider = mine.membership.isInsider(of: stored.audience)
            return DueEvent(event: stored.seen(byInsider: isInsider), position: position)
        }
    }

    private func positions(in mine: Membership.Place, limit: Int) throws -> [DuePosition] {
        try rows("SELECT e.due_day, e.due, e.number FROM event e", in: mine, limit: limit) { row in
            DuePosition(day: row[0], due: row[1], course: mine.course, number: row[2])
        }
    }

    /// Those with a due date, then those without: two ranges of one index.
    private func rows<Value>(
        _ select: String, in mine: Membership.Place, limit: Int, decode: (Row) throws -> Value
    ) throws -> [Value] {
        let number = after?.number(in: mine.course) ?? 0
        var dated: [Value] = []
        if after?.isUndated != true {
            var demands = Demands("e.due_day IS NULL = 0")
            if let after { demands.add("(e.due_day, e.due, e.number) > (?, ?, ?)", after.day, after.due, number) }
            // Behind a page, the page's end is where the range begins: `+` keeps the index from beginning at `from` again.
            if let from = query.from { demands.add(after == nil ? "e.due_day >= ?" : "+e.due_day >= ?", from) }
            if let to = query.to { demands.add("e.due_day <= ?", to) }
            dated = try rows(select, in: mine, demands, orderedBy: "e.due_day, e.due, e.number", limit: limit, decode: decode)
        }
        guard dated.count < limit, query.from == nil, query.to == nil else { return dated }
        var demands = Demands("e.due_day IS NULL = 1 AND e.due_day IS NULL AND e.due IS NULL")
        if after?.isUndated == true { demands.add("e.number > ?", number) }
        return dated
            + (try rows(
                select, in: mine, demands, orderedBy: "e.number", limit: limit - dated.count, decode: decode))
    }

    private func rows<Value>(
        _ select: String, in mine: Membership.Place, _ range: Demands, orderedBy order: String, limit: Int,
        decode: (Row) throws -> Value
    ) throws -> [Value] {
        var demands = range
        demands.add(query, by: account)
        let sql = "\(select) WHERE e.course_id = ? AND \(demands.sql) AND \(Visibility.condition) ORDER BY \(order) LIMIT ?"
        let values = [mine.course] + demands.values + [account, account, limit]
        let isPlain = query == EventQuery(from: query.from, to: query.to)
        return try isPlain ? db.decoded(sql, values, by: decode) : db.composed(sql, values, by: decode)
    }
}

/// Conditions that all must hold, with the values of their `?`.
private struct Demands {
    private(set) var sql: String
    private(set) var values: [SQLValue] = []

    init(_ sql: String) { self.sql = sql }

    mutating func add(_ condition: String, _ values: SQLValue...) {
        sql += " AND " + condition
        self.values += values
    }

    /// All of `query` but its days.
    mutating func add(_ query: EventQuery, by account: Account.ID) {
        if let kind = query.kind { add("e.kind = ?", kind.rawValue) }
        if let author = query.author { add(Visibility.authorship, author, author, account, account) }
        if let mine = query.mine { add(mine ? "e.author_id = ?" : "e.author_id <> ?", account) }
        if let unread = query.unread { add(Unread.condition(unread), account, account) }
        // As the index `event_by_openness` has it.
        let open = "e.kind = 'question' AND e.accepted_id IS NULL AND e.endorsed_id IS NULL"
        if let wanted = query.open { add(wanted ? open : "NOT (\(open))") }
        if let tag = query.tag { add("EXISTS (SELECT 1 FROM json_each(e.tags) t WHERE t.value = ?)", tag) }
        if let text = query.text {
            add("(\(contains("e.title")) OR \(contains("e.body")))", containable(text), containable(text))
        }
    }
}

extension DuePage {
    /// - Parameter events: in their order, with one more than `limit` where there is a next page.
    fileprivate init(_ events: [DueEvent], limit: Int) throws {
        var sections: [DueSection] = []
        var day: String?
        var budget = PageBudget()
        let shown = events.prefix(limit).prefix { budget.takes($0.event.size) }
        for event in shown {
            if event.position.day != day {
                day = event.position.day
                let due = try event.position.isUndated ? nil : stored(Day(event.position.day))
                sections.append(DueSection(due: due, events: []))
            }
            sections[sections.count - 1].events.append(event.event)
        }
        self.init(sections: sections, next: events.count > shown.count ? try shown.last?.position.token() : nil)
    }
}
