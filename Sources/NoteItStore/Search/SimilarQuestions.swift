import Foundation
import GRDB
import NoteItCore

/// Questions whose titles resemble one.
///
/// A word counts for the more the fewer of the newest questions have it (inverse document frequency, Spärck Jones 1972), counted
/// over questions that the reader may see alone. A question is near if it has enough of that weight.
struct SimilarQuestions {
    /// The newest questions that are looked at for each word.
    private static let walked = 100
    private static let mostWords = 12
    /// The share of the title's weight from which on a question is near.
    private static let near = 0.4

    private let title: String
    private let course: Course.ID
    private let account: Account.ID
    private let db: Database

    init(to title: String, in course: Course.ID, by account: Account.ID, _ db: Database) {
        (self.title, self.course, self.account, self.db) = (title, course, account, db)
    }

    /// The nearest first, of equals the newer.
    func nearest(limit: Int) throws -> [SearchFind] {
        let words = Self.words(of: title)
        let audiences = try SearchAudience.all(of: account, db).filter { $0.course == course }
        let holders = try words.map { try questions(with: $0, Array(audiences)) }
        let all = Set(holders.joined())
        guard !all.isEmpty else { return [] }
        let weights = holders.map { log(1 + Double(all.count) / Double(max(1, $0.count))) }
        let whole = weights.reduce(0, +)
        var shares: [Int64: Double] = [:]
        for (holder, weight) in zip(holders, weights) {
            for number in holder { shares[number, default: 0] += weight / whole }
        }
        let ranked = shares.filter { $0.value >= Self.near }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var found: [SearchFind] = []
        for (number, share) in ranked where found.count < limit {
            if let find = try find(number, share, words) { found.append(find) }
        }
        return found
    }

    /// Words of two letters or digits at least, without those that every question has.
    static func words(of title: String) -> [String] {
        let all = unique(title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        return Array(all.filter { $0.count > 1 && !common.contains($0) }.prefix(mostWords))
    }

    private static let common: Set<String> = [
        "a", "about", "all", "am", "an", "and", "any", "anyone", "are", "as", "at", "be", "been", "but", "by", "can", "could",
        "did",
        "do", "does", "for", "from", "get", "had", "has", "have", "how", "if", "in", "into", "is", "it", "its", "know", "me",
        "my",
        "no", "not", "of", "on", "or", "our", "question", "should", "so", "some", "that", "the", "their", "them", "then",
        "there",
        "they", "this", "to", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would",
        "you",
        "your",
    ]

    /// Numbers of the newest questions that have the word in their title.
    private func questions(with word: String, _ audiences: [SearchAudience]) throws -> Set<Int64> {
        var expression = SearchExpression(seenBy: audiences, of: .kind(.question))
        expression.demand(words: word, in: "title")
        let numbers: [Int64] = try db.column(
            "SELECT rowid FROM search_text WHERE search_text MATCH ? ORDER BY rowid LIMIT ?", expression.text, Self.walked)
        return Set(numbers)
    }

    /// Nil for one that the index knows otherwise than it stands, or that the reader may not see.
    private func find(_ number: Int64, _ share: Double, _ words: [String]) throws -> SearchFind? {
        let expression = SearchExpression(anyOf: words)
        return try db.decoded(
            """
            SELECT d.subject, d.event_id, highlight(search_text, 0, char(1), char(2)), highlight(search_text, 1, char(1), char(2))
            FROM search_text CROSS JOIN search_document d ON d.id = search_text.rowid CROSS JOIN event e ON e.id = d.event_id
            WHERE search_text MATCH ? AND search_text.rowid = ? AND d.rev = e.rev AND e.course_id = ? AND e.kind = 'question'
                AND \(Visibility.condition)
            """, [expression.text, number, course, account, account]
        ) { row in
            SearchFind(
                rank: SearchFind.Rank(score: Int(share * 100), number: number), subject: row[0], event: row[1], title: row[2],
                body: row[3])
        }.first
    }
}
