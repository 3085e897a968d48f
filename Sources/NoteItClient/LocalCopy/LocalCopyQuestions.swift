import Foundation
import GRDB
import NoteItCore

/// Similar questions without the server, by the rule of `SimilarQuestions` in the store: a word weighs more if fewer questions
/// have it, and a question is near if its words have enough of the whole weight.
extension LocalCopy {
    /// The number of newest questions that are examined.
    private static let examined = 1_000
    private static let near = 0.4
    private static let most = 5

    /// Questions with a title like this one: the nearest first, and newer ones first among equals; at most five.
    public func questions(like title: String, in course: Course.ID) async throws -> [SearchHit] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT rowid, json_extract(json, '$.title') FROM event WHERE course_id = ? AND kind = 'question'
                    ORDER BY number DESC LIMIT \(Self.examined)
                    """, arguments: [course])
            let ranked = TitleWords(title).nearest(among: rows.map { TitleWords($0[1] as String) }, atLeast: Self.near)
            return try ranked.prefix(Self.most).flatMap { index in
                try Self.json(Event.self, db, "SELECT json FROM event WHERE rowid = ?", [rows[index][0] as Int64])
            }.map { SearchHit(event: $0, reply: nil, title: MarkedText($0.title), excerpt: MarkedText("")) }
        }
    }
}

/// The words of a title that tell what it is about.
struct TitleWords {
    let words: Set<String>

    init(_ title: String) {
        let all = title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
        words = Set(all.filter { $0.count > 1 && !Self.common.contains($0) }.map(Self.stem))
    }

    /// The indexes of the titles that share enough of the weight of these words, nearest first.
    func nearest(among titles: [TitleWords], atLeast near: Double) -> [Int] {
        let holders = words.map { word in titles.indices.filter { titles[$0].words.contains(word) } }
        let all = Set(holders.joined()).count
        let weights = holders.map { log(1 + Double(all) / Double(max(1, $0.count))) }
        let whole = weights.reduce(0, +)
        var shares: [Int: Double] = [:]
        for (holder, weight) in zip(holders, weights) {
            for index in holder { shares[index, default: 0] += weight / whole }
        }
        return shares.filter { $0.value >= near }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The word without the commonest endings of English.
    private static func stem(_ word: String) -> String {
        guard word.count > 4, !word.hasSuffix("ss") else { return word }
        let ending = ["ing", "ed", "s"].first { word.hasSuffix($0) && word.count > $0.count + 2 } ?? ""
        let rest = word.dropLast(ending.count)
        return String(rest.hasSuffix("e") ? rest.dropLast() : rest)
    }

    private static let common: Set<String> = [
        "about", "all", "am", "an", "and", "any", "anyone", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did",
        "do", "does", "for", "from", "get", "had", "has", "have", "how", "if", "in", "into", "is", "it", "its", "know", "me",
        "my", "no", "not", "of", "on", "or", "our", "question", "should", "so", "some", "that", "the", "their", "them", "then",
        "there", "they", "this", "to", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with",
        "would", "you", "your",
    ]
}
