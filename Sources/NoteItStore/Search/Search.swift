import Foundation
import NoteItCore

/// One search of one reader, in one read transaction.
///
/// FTS5 walks only the documents that the reader may see and that have every word and facet, newest first. A block is at most 100
/// of them, found among at most 300 if some filters are not facets. A block is ranked, and shown page by page.
struct Search {
    private static let block = 100
    private static let walked = 300
    /// After all documents, whose numbers are negative.
    private static let end: Int64 = 0

    private let account: Account.ID
    private let db: SearchConnection
    private let expression: SearchExpression
    private var conditions = SQLConditions()
    private let words: Int

    /// Nil if nothing can match, because the query names a course or a person that the reader does not know.
    init?(_ query: SearchQuery, by account: Account.ID, _ connection: SearchConnection) throws {
        let db = connection.tables
        let audiences = try SearchAudience.all(of: account, db).filter { query.concerns($0.course) }
        guard !audiences.isEmpty else { return nil }
        var expression = SearchExpression(seenBy: Array(audiences), of: query.matter)
        let memberships = try Membership.all(of: account, db)
        for words in query.words { expression.add(words: words.text, excluded: words.isExcluded) }
        for demand in query.demands {
            guard try Self.add(demand, of: query.matter, by: account, memberships, to: &expression, &conditions, db) else {
                return nil
            }
        }
        conditions.add(query, in: try memberships.last.map { try CourseRow.timeZone(of: $0.course, db) } ?? .gmt)
        (self.account, self.db, self.expression) = (account, connection, expression)
        words = query.words.count { !$0.isExcluded }
    }

    /// Returns false if nothing can match.
    private static func add(
        _ demand: SearchQuery.Demand, of matter: SearchFacet.Matter, by account: Account.ID, _ memberships: [Membership],
        to expression: inout SearchExpression, _ conditions: inout SQLConditions, _ db: SQLConnection
    ) throws -> Bool {
        func add(_ facets: [SearchFacet]) -> Bool {
            if !facets.isEmpty { expression.add(SearchExpression.any(facets), excluded: demand.isExcluded) }
            return demand.isExcluded || !facets.isEmpty
        }
        switch demand.subject {
        // The audiences are those of the course already.
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
            let staffed = memberships.flatMap(SearchAudience.charged).map { SearchFacet.audience($0, of: .everything) }
            var written = SearchExpression.any([.signer(author)])
            if !staffed.isEmpty {
                written = "(\(written) OR (\(SearchExpression.any([.writer(author)])) AND \(SearchExpression.any(staffed))))"
            }
            expression.add(written, excluded: demand.isExcluded)
            return true
        }
    }

    /// - Returns: at most `limit` hits, and the position after them; nil at the end.
    func page(after position: SearchPosition, limit: Int) throws -> (hits: [SearchHit], next: SearchPosition?) {
        let (block, found) = try block(at: position)
        let rest = found.sorted { $0.rank < $1.rank }.filter { find in position.last.map { $0 < find.rank } ?? true }
        var (hits, budget, last): ([SearchHit], PageBudget, SearchFind.Rank?) = ([], PageBudget(), nil)
        for find in rest {
            let hit = try find.hit(for: account, db.tables)
            if let last, hits.count == limit || !(hit.map { budget.takes($0.size) } ?? true) {
                return (hits, SearchPosition(block: block, last: last))
            }
            if let hit { hits.append(hit) }
            last = find.rank
        }
        return (hits, block.upperBound == Self.end ? nil : SearchPosition(after: block.upperBound))
    }

    /// The block of a page, with its matches. Its bounds are found once and stay in the page tokens, so that all pages of a block
    /// agree, whatever is written, removed or read between them.
    private func block(at position: SearchPosition) throws -> (ClosedRange<Int64>, [SearchFind]) {
        if let block = position.block { return (block, try finds(in: block, limit: Self.walked)) }
        let walked = try walk(after: position.top)
        let found = try finds(in: walked, limit: Self.block)
        // A full block ends with its last match: later documents were not examined.
        let last = found.count == Self.block ? found.last?.rank.number : nil
        return (walked.lowerBound...(last ?? walked.upperBound), found)
    }

    /// From the first document after `top` to the last that the block examines.
    private func walk(after top: Int64) throws -> ClosedRange<Int64> {
        let most = conditions.isEmpty ? Self.block : Self.walked
        guard let walk = try TextIndex.walk(expression.text, above: top, limit: most, db.index) else {
            return Self.end...Self.end
        }
        return walk.first...(walk.count < most ? Self.end : walk.last)
    }

    /// The matches in a block that the reader may see, newest first. The tables decide too, because the index may lag behind
    /// them.
    private func finds(in block: ClosedRange<Int64>, limit: Int) throws -> [SearchFind] {
        try TextIndex.matches(
            expression.text, in: block, seenBy: account, where: conditions.sql, conditions.values, limit: limit, db
        ) { match in
            let score = SearchFind.score(
                title: match.title.countOfMarks, body: match.body.countOfMarks, tags: match.tags.countOfMarks,
                files: MarkedText(highlighted: match.files).marks.count, words: words)
            return SearchFind(match, score: score)
        }
    }
}

/// The filters that are not facets.
extension SQLConditions {
    fileprivate mutating func addUnread(by account: Account.ID, excluded: Bool) {
        add(Unread.condition(!excluded), account, account, account)
    }

    /// - Parameter zone: the time zone of days for documents without a due date.
    fileprivate mutating func add(_ query: SearchQuery, in zone: TimeZone) {
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
    /// One kind, or only events if the query asks for something that replies lack.
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
            return (course.text == name || course.text.hasSuffix("." + name)) != demand.isExcluded
        }
    }
}
