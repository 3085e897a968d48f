import Foundation
import NoteItCore

extension SQLStore {
    public func events(
        in course: Course.ID, matching query: EventQuery, page: PageRequest, by account: Account.ID
    ) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            let membership = try Membership.require(account, in: course, db)
            let list = DueList(account: account, query: query, after: after, db)
            return try DuePage(list.events(in: membership, limit: page.limit + 1), limit: page.limit)
        }
    }

    public func agenda(from: Day?, to: Day?, page: PageRequest, by account: Account.ID) async throws -> DuePage {
        let after = try DuePosition(page.after)
        return try await read { db in
            let list = DueList(account: account, query: EventQuery(from: from, to: to), after: after, db)
            let memberships = try Membership.all(of: account, db)
            return try DuePage(list.events(in: memberships, limit: page.limit + 1), limit: page.limit)
        }
    }
}

/// A position in lists by due date: day (undated last), time, course, number.
private struct DuePosition: Comparable {
    /// Stands for "undated", after every day.
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
            throw DomainError.notANext()
        }
        (day, self.due, course, self.number) = (parts[0], due, Course.ID(parts[2]), number)
    }

    var isUndated: Bool { day == Self.undated }

    func token() throws -> String { try PageToken.make([day, "\(due)", course.text, "\(number)"]) }

    /// The number that an event of `course` with the same due time must exceed to come after this position.
    func number(in course: Course.ID) -> Int {
        if course == self.course { return number }
        return self.course < course ? 0 : .max
    }

    /// In the order of the database, which compares texts by their bytes.
    static func < (left: Self, right: Self) -> Bool {
        if left.day != right.day { return left.day.utf8.lexicographicallyPrecedes(right.day.utf8) }
        if left.due != right.due { return left.due < right.due }
        if left.course != right.course { return left.course < right.course }
        return left.number < right.number
    }
}

/// An event with its position, before the page is divided into sections.
private struct DueEvent {
    var event: Event
    var position: DuePosition
}

/// The events after `after` that match `query`, in the order of due dates. In each course the index `event_by_due` is read from
/// where the page begins, so that a later page costs as much as the first.
private struct DueList {
    let account: Account.ID
    let query: EventQuery
    let after: DuePosition?
    let db: SQLConnection

    init(account: Account.ID, query: EventQuery, after: DuePosition?, _ db: SQLConnection) {
        (self.account, self.query, self.after, self.db) = (account, query, after, db)
    }

    /// Merges several courses: compares only the positions first, and then reads the events that are shown.
    func events(in memberships: [Membership], limit: Int) throws -> [DueEvent] {
        let first = try memberships.flatMap { try positions(in: $0, limit: limit) }.sorted().prefix(limit)
        let shown = Dictionary(grouping: first, by: \.course).mapValues(\.count)
        let found = try memberships.flatMap { membership in
            try shown[membership.course].map { try events(in: membership, limit: $0) } ?? []
        }
        return found.sorted { $0.position < $1.position }
    }

    func events(in membership: Membership, limit: Int) throws -> [DueEvent] {
        try rows(EventRow.selectInOneCourse, [membership.course], in: membership, limit: limit) { row in
            let stored = try EventRow.decodeStored(row, db)
            let position = DuePosition(
                day: row[EventRow.Column.dueDay], due: row[EventRow.Column.due], course: membership.course,
                number: stored.event.number)
            let isInsider = membership.isInsider(of: stored.audience)
            return DueEvent(event: stored.seen(byInsider: isInsider), position: position)
        }
    }

    private func positions(in membership: Membership, limit: Int) throws -> [DuePosition] {
        try rows("SELECT e.due_day, e.due, e.number FROM event e", in: membership, limit: limit) { row in
            DuePosition(day: row[0], due: row[1], course: membership.course, number: row[2])
        }
    }

    /// The events with a due date, then those without: two ranges of one index.
    private func rows<Value>(
        _ select: String, _ values: [SQLParameter] = [], in membership: Membership, limit: Int,
        decode: (Row) throws -> Value
    ) throws -> [Value] {
        let number = after?.number(in: membership.course) ?? 0
        var dated: [Value] = []
        if after?.isUndated != true {
            var conditions = SQLConditions()
            conditions.add("(e.due_day IS NULL) = FALSE")
            if let after { conditions.add("(e.due_day, e.due, e.number) > (?, ?, ?)", after.day, after.due, number) }
            // After a page, the range begins at the end of that page: `NOT` keeps the index from beginning at `from` again.
            if let from = query.from { conditions.add(after == nil ? "e.due_day >= ?" : "NOT e.due_day < ?", from) }
            if let to = query.to { conditions.add("e.due_day <= ?", to) }
            dated = try rows(
                select, values, in: membership, conditions, orderedBy: "e.due_day, e.due, e.number", limit: limit,
                decode: decode)
        }
        guard dated.count < limit, query.from == nil, query.to == nil else { return dated }
        var conditions = SQLConditions()
        conditions.add("(e.due_day IS NULL) = TRUE AND e.due_day IS NULL AND e.due IS NULL")
        if after?.isUndated == true { conditions.add("e.number > ?", number) }
        return dated
            + (try rows(
                select, values, in: membership, conditions, orderedBy: "e.number", limit: limit - dated.count, decode: decode))
    }

    private func rows<Value>(
        _ select: String, _ first: [SQLParameter], in membership: Membership, _ range: SQLConditions, orderedBy order: String,
        limit: Int,
        decode: (Row) throws -> Value
    ) throws -> [Value] {
        var conditions = range
        conditions.add(query, by: account)
        let sql = "\(select) WHERE e.course_id = ?\(conditions.sql) AND \(Visibility.condition) ORDER BY \(order) LIMIT ?"
        let values = first + [membership.course] + conditions.values + [account, account, limit]
        // There are few forms with one filter, and they are the common ones: their statements are kept.
        return try query.filterCount <= 1 ? db.decoded(sql, values, by: decode) : db.composed(sql, values, by: decode)
    }
}

extension SQLConditions {
    /// The conditions of `query` except its days.
    fileprivate mutating func add(_ query: EventQuery, by account: Account.ID) {
        if let kind = query.kind { add("e.kind = ?", kind.rawValue) }
        if let author = query.author { add(Visibility.authorship, author, author, account, account) }
        if let mine = query.mine { add(mine ? "e.author_id = ?" : "e.author_id <> ?", account) }
        if let unread = query.unread { add(Unread.condition(unread), account, account, account) }
        if let pinned = query.pinned { add(pinned ? "e.pinned = 1" : "e.pinned = 0") }
        // The condition of the index `event_by_openness`.
        let open = "e.kind = 'question' AND e.accepted_id IS NULL AND e.endorsed_id IS NULL"
        if let wanted = query.open { add(wanted ? open : "NOT (\(open))") }
        if let tag = query.tag { add("EXISTS (SELECT 1 FROM json_each(e.tags) t WHERE t.value = ?)", tag) }
        if let text = query.text {
            add("(\(contains("e.title")) OR \(contains("e.body")))", containable(text), containable(text))
        }
    }
}

extension DuePage {
    /// - Parameter events: in their order; one more than `limit` if there is a next page.
    fileprivate init(_ events: [DueEvent], limit: Int) throws {
        var sections: [DueSection] = []
        var day: String?
        var budget = PageBudget()
        let shown = events.prefix(limit).prefix { budget.takes($0.event.size) }
        for item in shown {
            if item.position.day != day {
                day = item.position.day
                let due = try item.position.isUndated ? nil : stored(Day(item.position.day))
                sections.append(DueSection(due: due, events: []))
            }
            sections[sections.count - 1].events.append(item.event)
        }
        self.init(sections: sections, next: events.count > shown.count ? try shown.last?.position.token() : nil)
    }
}
