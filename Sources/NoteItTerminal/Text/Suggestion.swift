/// Which of several known words was probably meant.
public enum Suggestion {
    /// The known words nearest to `word`, best first, at most `limit`; none if nothing is near.
    ///
    /// Near is: at most one edit for each three letters (at least one), or `word` begins it. Case is ignored.
    public static func nearest(to word: String, among known: [String], limit: Int = 3) -> [String] {
        let word = word.lowercased()
        let bound = max(1, word.count / 3)
        let ranked = known.compactMap { candidate -> (distance: Int, word: String)? in
            let folded = candidate.lowercased()
            if word.count > 1, folded.hasPrefix(word) { return (0, candidate) }
            let distance = editDistance(word, folded)
            return distance <= bound && distance < folded.count ? (distance, candidate) : nil
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(limit).map(\.word)
    }

    /// How many insertions, deletions, substitutions and swaps of neighbours turn one word into the other.
    ///
    /// Optimal string alignment distance (Damerau 1964, restricted): O(n m) time, O(m) space for words of n and m letters.
    public static func editDistance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var beforeLast = [Int]()
        var last = Array(0...right.count)
        for i in 0..<left.count {
            var row = [i + 1]
            for j in 0..<right.count {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }

    /// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
    public static func choice(_ words: [String]) -> String {
        let quoted = words.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
