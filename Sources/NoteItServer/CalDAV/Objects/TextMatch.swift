/// A search for a substring (RFC 4791, section 9.7.5).
struct TextMatch: Hashable, Sendable {
    /// How texts are compared (RFC 4790, 5051).
    enum Collation: String, CaseIterable, Sendable {
        case asciiCasemap = "i;ascii-casemap"
        case octet = "i;octet"
        case unicodeCasemap = "i;unicode-casemap"

        fileprivate func folded(_ text: String) -> [UInt8] {
            switch self {
            case .octet: Array(text.utf8)
            case .asciiCasemap: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
            case .unicodeCasemap: Array(text.lowercased().utf8)
            }
        }

        /// The steps that it takes for a byte of text.
        fileprivate var steps: Int { self == .unicodeCasemap ? 2 : 1 }
    }

    let collation: Collation
    let isNegated: Bool
    private let pattern: [UInt8]
    /// For each prefix of the pattern, the length of its longest proper prefix that is also its suffix.
    private let borders: [Int]

    init(_ text: String, collation: Collation = .asciiCasemap, isNegated: Bool = false) {
        (self.collation, self.isNegated) = (collation, isNegated)
        pattern = collation.folded(text)
        borders = Self.borders(of: pattern)
    }

    /// The steps that it takes to look into a text.
    func steps(for text: String) -> Int { 2 + text.utf8.count * collation.steps }

    func holds(for text: String) -> Bool { occurs(in: text) != isNegated }

    /// - Complexity: O(n + m), whatever the texts. Source: Knuth, Morris and Pratt (1977).
    private func occurs(in text: String) -> Bool {
        if pattern.isEmpty { return true }
        var matched = 0
        for byte in collation.folded(text) {
            while matched > 0, pattern[matched] != byte { matched = borders[matched - 1] }
            if pattern[matched] == byte { matched += 1 }
            if matched == pattern.count { return true }
        }
        return false
    }

    private static func borders(of pattern: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: pattern.count)
        var length = 0
        for index in pattern.indices.dropFirst() {
            while length > 0, pattern[length] != pattern[index] { length = borders[length - 1] }
            if pattern[length] == pattern[index] { length += 1 }
            borders[index] = length
        }
        return borders
    }
}
