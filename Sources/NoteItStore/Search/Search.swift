import Foundation
import GRDB
import NoteItCore

/// One search of one reader, in one read transaction.
///
/// FTS5 walks the documents that the reader may see and that hold every word and facet, newest first, and no other. A block is
/// at most 100 of those, out of at most 300 where filters are asked that are no facets; it is ranked, and shown page by page.
struct Search {
    private static let block = 100
    private static let walked = 300
    /// Behind all documents: their numbers are negative.
    private static let end: Int64 = 0

    private let account: Account.ID
    private let db: Database
    private let expression: SearchExpression
    private var conditions = Conditions()
    private let words: Int

    /// Nil if nothing can fit: of a course or a person that the reader does not know.
    init?(_ query: SearchQuery, by account: Account.ID, _ db: Database) throws {
        let audiences = try SearchAudience.all(of: account, db).filter { query.concerns($0.course) }
        guard !audiences.isEmpty else { return nil }
        var expression = SearchExpression(seenBy: Array(audiences), of: query.matter)
        let places = try Membership.places(of: account, db)
        for words in query.words { expression.demand(words: words.text, excluded: words.isExcluded) }
        for demand in query.demands {
            guard try Self.add(demand, of: query.matter, by: account, places, to: &expression, &conditions, db) else {
                return nil
            }
        }
        conditions.add(query, in: try places.last.map { try timeZone(of: $0.course, db) } ?? .gmt)
        (self.account, self.db, self.expression) = (account, db, expression)
        words = query.words.count { !$0.isExcluded }
    }

    /// Returns false if nothing can fit.
    private static func add(
        _ demand: SearchQuery.Demand, of matter: SearchFacet.Matter, by account: Account.ID, _ places: [Membership.Place],
        to expression: inout SearchExpression, _ conditions: inout Conditions, _ db: Database
    ) throws -> Bool {
        func add(_ facets: [SearchFacet]) -> Bool {
            if !facets.isEmpty { expression.demand(SearchExpression.any(facets), excluded: demand.isExcluded) }
            return demand.isExcluded || !facets.isEmpty
        }
        switch demand.subject {
        // They are in the audiences already.
        case .course: return true
        case .kind(let kind) where matter == .kind(kind) && !demand.isExcluded: return true
        case .kind(let kind): return add([.kind(kind)])
        case .tag(let tag): return add([.tag(tag)])
        case .open: return add([.open])
        case .attachment: return add([.attachment])
        case .mine: return add([.writer(account)])
        case .unread:
            conditions.addUnread(by: account, excluded: demand.isExcluded)
            return true
        case .author(let handle):
            let author: Account.ID? = try db.value("SELECT id FROM account WHERE handle = ?", handle)
            guard let author else { return demand.isExcluded }
            let staffed = places.flatMap(SearchAudience.charged).map { SearchFacet.audience($0, of: .everything) }
            var written = SearchExpression.any([.signer(author)])
            if !staffed.isEmpty {
                written = "(\(written) OR (\(SearchExpression.any([.writer(author)])) AND \(SearchExpression.any(staffed))))"
            }
            expression.demand(written, excluded: demand.isExcluded)
            return true
        }
    }

    /// - Returns: at most `limit`, and where they end; nil at the end of everything.
    func page(behind place: SearchPlace, limit: Int) throws -> (hits: [SearchHit], next: SearchPlace?) {
        let (block, found) = try block(at: place)
        let rest = found.sorted { $0.rank < $1.rank }.filter { find in place.last.map { $0 < find.rank } ?? true }
        var (hits, budget, last): ([SearchHit], PageBudget, SearchFind.Rank?) = ([], PageBudget(), nil)
        for find in rest {
            let hit = try find.hit(for: account, db)
            if let last, hits.count == limit || !(hit.map { budget.takes($0.size) } ?? true) {
                return (hits, SearchPlace(block: block, last: last))
            }
            if let hit { hits.append(hit) }
            last = find.rank
        }
        return (hits, block.upperBound == Self.end ? nil : SearchPlace(above: block.upperBound))
    }

    /// The block that a page is of, with what of it fits. Its bounds are found once and then stay, so that a block is the same on
    /// each of its pages, whatever is written, removed or read between them.
    private func block(at place: SearchPlace) throws -> (ClosedRange<Int64>, [SearchFind]) {
        if let block = place.block { return (block, try finds(in: block, limit: Self.walked)) }
        let walked = try walk(above: place.top)
        let found = try finds(in: walked, limit: Self.block)
        // A full block ends with its last find: what is behind it was not looked at.
        let last = found.count == Self.block ? found.last?.rank.number : nil
        return (walked.lowerBound...(last ?? walked.upperBound), found)
    }

    /// From the first document behind `top` to the last that a block looks at.
    private func walk(above top: Int64) throws -> ClosedRange<Int64> {
        let most = conditions.isEmpty ? Self.block : Self.walked
        let row = try stored(
            try db.first(
                """
                SELECT COUNT(*) AS walked, min(n) AS first, max(n) AS last FROM (
                    SELECT rowid AS n FROM search_text WHERE search_text MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?)
                """, expression.text, top, most))
        let (first, last): (Int64?, Int64?) = (row["first"], row["last"])
        guard let first, let last else { return Self.end...Self.end }
        return first...((row["walked"] as Int) < most ? Self.end : last)
    }

    /// Those of a block that fit and may be seen, newest first. The tables are asked besides the index, which may be behind.
    private func finds(in block: ClosedRange<Int64>, limit: Int) throws -> [SearchFind] {
        try db.decoded(
            """
            SELECT d.id, d.subject, d.event_id, highlight(search_text, 0, char(1), char(2)),
                highlight(search_text, 1, char(1), char(2)), highlight(search_text, 2, char(1), char(2))
            FROM search_text CROSS JOIN search_document d ON d.id = search_text.rowid CROSS JOIN event e ON e.id = d.event_id
                LEFT JOIN reply r ON r.id = d.subject
            WHERE search_text MATCH ? AND search_text.rowid BETWEEN ? AND ?
                AND d.rev = CASE WHEN d.subject = d.event_id THEN e.rev ELSE r.rev END AND r.deleted_at IS NULL
                AND \(Visibility.condition)\(conditions.sql)
            ORDER BY search_text.rowid LIMIT ?
            """, [expression.text, block.lowerBound, block.upperBound, account, account] + conditions.values + [limit]
        ) { row in
            let (title, body, tags): (String, String, String) = (row[3], row[4], row[5])
            let score = SearchFind.score(
                title: title.countOfMarks, body: body.countOfMarks, tags: tags.countOfMarks, words: words)
            return SearchFind(
                rank: SearchFind.Rank(score: score, number: row[0]), subject: row[1], event: row[2], title: title, body: body)
        }
    }
}

/// Filters that are no facets, as SQL behind the others.
private struct Conditions {
    private(set) var sql = ""
    private(set) var values: [SQLValue] = []

    var isEmpty: Bool { sql.isEmpty }

    mutating func add(_ condition: String, _ values: SQLValue...) {
        sql += " AND " + condition
        self.values += values
    }

    /// The same rule as `Event.isUnread`.
    mutating func addUnread(by account: Account.ID, excluded: Bool) { add(Unread.condition(!excluded), account, account) }

    /// - Parameter zone: where a day begins for what has no due date.
    mutating func add(_ query: SearchQuery, in zone: TimeZone) {
        let posted = "COALESCE(r.created_at, e.created_at)"
        if let day = query.before {
            add(
                "CASE WHEN r.id IS NULL AND e.due_day IS NOT NULL THEN e.due_day < ? ELSE \(posted) < ? END", day,
                day.start(in: zone).seconds)
        }
        if let day = query.after {
            let next = day.adding(days: 1).start(in: zone).seconds
            add("CASE WHEN r.id IS NULL AND e.due_day IS NOT NULL THEN e.due_day > ? ELSE \(posted) >= ? END", day, next)
        }
        switch query.due {
        case nil: break
        case .some(.none): add("e.due_day IS NULL")
        case .any: add("e.due_day IS NOT NULL")
        case .between(let from, let to):
            if let from { add("e.due_day >= ?", from) }
            if let to { add("e.due_day <= ?", to) }
        }
    }
}

extension SearchQuery {
    /// Of one kind, or of events, where it asks for what replies do not have.
    fileprivate var matter: SearchFacet.Matter {
        var matter = due == nil ? SearchFacet.Matter.everything : .events
        for demand in demands {
            switch demand.subject {
            case .kind(let kind) where !demand.isExcluded: return .kind(kind)
            case .kind, .tag, .open: matter = .events
            default: break
            }
        }
        return matter
    }

    fileprivate func concerns(_ course: Course.ID) -> Bool {
        demands.allSatisfy { demand in
            guard case .course(let name) = demand.subject else { return true }
            return (course == name || course.hasSuffix("." + name)) != demand.isExcluded
        }
    }
}
