import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func search(_ query: SearchQuery, page: PageRequest, by account: Account.ID) async throws -> Page<SearchHit> {
        let place = try SearchPlace(page.after)
        try await bringTextsUp()
        return try await read { db in
            guard let search = try Search(query, by: account, db) else { return Page(items: []) }
            let (hits, next) = try search.page(behind: place, limit: page.limit)
            return Page(items: hits, next: try next?.token())
        }
    }

    public func questions(
        like title: String, in course: Course.ID, limit: Int, by account: Account.ID
    ) async throws -> [SearchHit] {
        try await bringTextsUp()
        return try await read { db in
            _ = try Membership.require(account, in: course, db)
            let similar = SimilarQuestions(to: title, in: course, by: account, db)
            var budget = PageBudget()
            return try similar.nearest(limit: limit).compactMap { try $0.hit(for: account, db) }.prefix {
                budget.takes($0.size)
            }
        }
    }

    /// Where the disk is full, what is in the index is found: a text that changed since is passed over.
    private func bringTextsUp() async throws {
        do {
            try await indexTexts()
        } catch DomainError.unavailable {}
    }
}

/// Where a page of a search ends: within a block of the newest that fit, ranked, or between two.
struct SearchPlace {
    /// The block begins behind this number, if it is not known yet.
    private(set) var top = Int64.min
    /// The first and the last number of a block of which a part was shown.
    private(set) var block: ClosedRange<Int64>?
    /// The last that was shown of it.
    private(set) var last: SearchFind.Rank?

    init(above top: Int64) { self.top = top }

    init(block: ClosedRange<Int64>, last: SearchFind.Rank) { (self.block, self.last) = (block, last) }

    /// Throws `.invalid` for a token that was not made here.
    init(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 4) else { return }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == 4, numbers[0] <= numbers[1], (0...Int64(SearchFind.bestScore)).contains(numbers[2]),
            numbers[1] <= 0
        else { throw DomainError.invalid("after", "must be the `next` of the page before") }
        if numbers[3] == 0 {
            top = numbers[0]
        } else {
            block = numbers[0]...numbers[1]
            last = SearchFind.Rank(score: Int(numbers[2]), number: numbers[3])
        }
    }

    func token() throws -> String {
        let block = block ?? top...top
        return try PageToken.make(["\(block.lowerBound)", "\(block.upperBound)", "\(last?.score ?? 0)", "\(last?.number ?? 0)"])
    }
}

/// A document that fits and may be seen, with its texts marked.
struct SearchFind {
    /// The better first, of equals the newer.
    struct Rank: Comparable {
        var score: Int
        var number: Int64

        static func < (left: Self, right: Self) -> Bool { (right.score, left.number) < (left.score, right.number) }
    }

    var rank: Rank
    var subject: String
    var event: Event.ID
    /// As FTS5's `highlight` makes them.
    var title: String
    var body: String

    /// What a document can reach: see `score`.
    static let bestScore = 55

    /// How well a document fits, by itself alone: numbers about all documents, as of BM25, would tell of those that the reader
    /// may not see. The share of the words that stands in the title counts twice that in the tags, and three times that in
    /// the body.
    /// - Parameters: `marks`: how often words stand in title, body and tags; `words`: how many were asked for.
    static func score(title: Int, body: Int, tags: Int, words: Int) -> Int {
        guard words > 0 else { return 0 }
        func share(_ marks: Int) -> Double { Double(min(marks, words)) / Double(words) }
        return Int((30 * share(title) + 15 * share(tags) + 10 * share(body)).rounded())
    }

    /// With the event and the reply as `account` sees them; nil if they are gone.
    func hit(for account: Account.ID, _ db: Database) throws -> SearchHit? {
        let (stored, isInsider) = try EventRow.require(event, seenBy: account, db)
        let event = stored.seen(byInsider: isInsider)
        guard subject != event.id.description else {
            return SearchHit(
                event: event, reply: nil, title: MarkedText(highlighted: title),
                excerpt: MarkedText(highlighted: body).excerpt())
        }
        guard let id = Reply.ID(subject), let reply = try ReplyRow.find(id, db) else { return nil }
        return SearchHit(
            event: event, reply: reply.seen(byInsider: isInsider), title: MarkedText(event.title),
            excerpt: MarkedText(highlighted: body).excerpt())
    }
}
