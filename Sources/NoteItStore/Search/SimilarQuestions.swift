import Foundation
import NoteItCore

/// Finds questions with titles similar to a given one.
///
/// A word weighs more if fewer of the newest questions have it (inverse document frequency, Spärck Jones 1972). Only questions
/// that the reader may see count. A question is near if its words have enough of the whole weight.
struct SimilarQuestions {
    /// The number of newest questions that are examined for each word.
    private static let walked = 100
    private static let mostWords = 12
    /// The least share of the title's weight for a near question.
    private static let near = 0.4

    private let title: String
    private let course: Course.ID
    private let account: Account.ID
    private let db: SearchConnection

    init(to title: String, in course: Course.ID, by account: Account.ID, _ db: SearchConnection) {
        (self.title, self.course, self.account, self.db) = (title, course, account, db)
    }

    /// Nearest first, and newer questions first among equals.
    func nearest(limit: Int) throws -> [SearchFind] {
        let words = Self.words(of: title)
        let audiences = try SearchAudience.all(of: account, db.tables).filter { $0.course == course }
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

    /// The words of at least two letters or digits, without common ones.
    static func words(of title: String) -> [String] {
        let all = unique(title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        return Array(all.filter { $0.count > 1 && !common.contains($0) }.prefix(mostWords))
    }

    private static let common: Set<String> = [
        "a", "about", "all", "am", "an", "and", "any", "anyone", "are", "as", "at", "be", "been", "but", "by", "can", "could",
        "did", "do", "does", "for", "from", "get", "had", "has", "have", "how", "if", "in", "into", "is", "it", "its", "know",
        "me", "my", "no", "not", "of", "on", "or", "our", "question", "should", "so", "some", "that", "the", "their", "them",
        "then", "there", "they", "this", "to", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will",
        "with", "would", "you", "your",
    ]

    /// The numbers of the newest questions with the word in their title.
    private func questions(with word: String, _ audiences: [SearchAudience]) throws -> Set<Int64> {
        var expression = SearchExpression(seenBy: audiences, of: .kind(.question))
        expression.add(words: word, in: "title")
        return Set(try TextIndex.numbers(expression.text, limit: Self.walked, db.index))
    }

    /// Nil if the index has an old revision of the question, or if the reader may not see it.
    private func find(_ number: Int64, _ share: Double, _ words: [String]) throws -> SearchFind? {
        try TextIndex.matches(
            SearchExpression(anyOf: words).text, in: number...number, seenBy: account,
            where: " AND e.course_id = ? AND e.kind = 'question'", [course], limit: 1, db
        ) { SearchFind($0, score: Int(share * 100)) }.first
    }
}
