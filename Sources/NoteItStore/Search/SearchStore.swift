import Foundation
import NoteItCore

extension SQLStore {
    public func search(_ query: SearchQuery, page: PageRequest, by account: Account.ID) async throws -> Page<SearchHit> {
        let position = try SearchPosition(page.after)
        try await indexTextsIfPossible()
        return try await searching { db in
            guard let search = try Search(query, by: account, db) else { return Page(items: []) }
            let (hits, next) = try search.page(after: position, limit: page.limit)
            return Page(items: hits, next: try next?.token())
        }
    }

    public func questions(
        like title: String, in course: Course.ID, limit: Int, by account: Account.ID
    ) async throws -> [SearchHit] {
        try await indexTextsIfPossible()
        return try await searching { db in
            _ = try Membership.require(account, in: course, db.tables)
            let similar = SimilarQuestions(to: title, in: course, by: account, db)
            var budget = PageBudget()
            return try similar.nearest(limit: limit).compactMap { try $0.hit(for: account, db.tables) }.prefix {
                budget.takes($0.size)
            }
        }
    }

    /// On a full disk a search finds what is in the index, and skips texts that changed since.
    private func indexTextsIfPossible() async throws {
        do {
            try await indexTexts()
        } catch DomainError.unavailable {}
    }
}

/// Where a page of a search ends: within a ranked block of matches, or between two blocks.
struct SearchPosition {
    /// The block begins after this number, if its bounds are not known yet.
    private(set) var top = Int64.min
    /// The first and the last number of a block that was shown in part.
    private(set) var block: ClosedRange<Int64>?
    /// The last match of the block that was shown.
    private(set) var last: SearchFind.Rank?

    init(after top: Int64) { self.top = top }

    init(block: ClosedRange<Int64>, last: SearchFind.Rank) { (self.block, self.last) = (block, last) }

    /// Throws `.invalid` for a token that was not made here.
    init(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 4) else { return }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == 4, numbers[0] <= numbers[1], (0...Int64(SearchFind.bestScore)).contains(numbers[2]),
            numbers[1] <= 0
        else { throw DomainError.notANext() }
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

/// A document that matches and that the reader may see, with its texts marked.
struct SearchFind {
    /// Better scores first, and newer documents first among equals.
    struct Rank: Comparable {
        var score: Int
        var number: Int64

        static func < (left: Self, right: Self) -> Bool { (right.score, left.number) < (left.score, right.number) }
    }

    var rank: Rank
    var subject: String
    var event: Event.ID
    /// As FTS5's `highlight` returns them.
    var title: String
    var body: String
    /// The same of the names of its attachments.
    var files: String

    init(_ match: TextIndex.Match, score: Int) {
        rank = Rank(score: score, number: match.number)
        (subject, event, title, body, files) = (match.subject, match.event, match.title, match.body, match.files)
    }

    /// The highest possible score.
    static let bestScore = 70

    /// How well a document matches. It depends on the document alone: statistics over all documents, as in BM25, would reveal
    /// documents that the reader may not see. The share of the words in the title counts twice that in the tags or in the
    /// names of attachments, and three times that in the body.
    /// - Parameters:
    ///   - title, body, tags, files: the number of marks in each.
    ///   - words: how many words the query has.
    static func score(title: Int, body: Int, tags: Int, files: Int, words: Int) -> Int {
        guard words > 0 else { return 0 }
        func share(_ marks: Int) -> Double { Double(min(marks, words)) / Double(words) }
        return Int((30 * share(title) + 15 * share(tags) + 15 * share(files) + 10 * share(body)).rounded())
    }

    /// The hit as `account` sees it; nil if it is gone.
    func hit(for account: Account.ID, _ db: SQLConnection) throws -> SearchHit? {
        let (stored, isInsider) = try EventRow.require(event, seenBy: account, db)
        let event = stored.seen(byInsider: isInsider)
        guard subject != event.id.description else {
            return SearchHit(
                event: event, reply: nil, title: MarkedText(highlighted: title),
                excerpt: MarkedText(highlighted: body).excerpt(), files: foundFiles)
        }
        guard let id = Reply.ID(subject), let reply = try ReplyRow.find(id, db) else { return nil }
        return SearchHit(
            event: event, reply: reply.seen(byInsider: isInsider), title: MarkedText(event.title),
            excerpt: MarkedText(highlighted: body).excerpt(), files: foundFiles)
    }

    /// Nil if no word is in the names of the attachments.
    private var foundFiles: MarkedText? { files.countOfMarks > 0 ? MarkedText(highlighted: files).excerpt() : nil }
}
