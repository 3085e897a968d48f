/// Finds the known words that a mistyped word was probably meant to be.
public enum Suggestion {
    /// The known words nearest to `word`, best first, at most `limit`; empty if none is near.
    ///
    /// A known word is near if it begins with `word`, or is at most one edit away for each three letters of `word` (at
    /// least one). Case is ignored.
    public static func nearest(to word: String, among known: [String], limit: Int = 3) -> [String] {
        let word = word.lowercased()
        let letters = Array(word)
        let ranked = known.compactMap { candidate -> (distance: Int, word: String)? in
            let folded = candidate.lowercased()
            if letters.count > 1, folded.hasPrefix(word) { return (0, candidate) }
            let other = Array(folded)
            let distance = editDistance(letters, other, atMost: max(1, letters.count / 3))
            return distance.flatMap { $0 < other.count ? ($0, candidate) : nil }
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(limit).map(\.word)
    }

    /// The number of edits that turn one word into the other: insertions, deletions, substitutions and swaps of neighbours.
    /// Nil if it is above `bound`.
    ///
    /// Optimal string alignment distance (Damerau 1964, restricted).
    /// - Complexity: O(1) if the lengths n and m differ by more than `bound`, else at most O(n m) time; O(m) space.
    public static func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter], atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            // No later row falls below this one's least.
            if row.allSatisfy({ $0 > bound }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[right.count] <= bound ? last[right.count] : nil
    }

    /// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
    public static func choice(_ words: [String]) -> String { words.map { "'\($0)'" }.choice }
}
