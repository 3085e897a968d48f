import NoteItCore

/// The words of a search that look like filters but are none, such as `from:ben`.
public struct UnknownFilters: Sendable {
    private let names: [String]

    public init(_ text: String) { names = Set(SearchPiece.pieces(of: text).compactMap(\.unknownFilter)).sorted() }

    private static let filters = SearchPiece.Filter.allCases.map(\.rawValue)
    /// What other programs call a filter.
    private static let synonyms = ["from": "by", "author": "by", "user": "by"]

    /// `from: is not a filter. Did you mean by:? Filters: kind, tag, ...`
    public var lines: [String] {
        names.map { name in
            let near = Self.synonyms[name] ?? Suggestion.nearest(to: name, among: Self.filters).first
            let question = near.map { " Did you mean \($0):?" } ?? ""
            return "\(name): is not a filter.\(question) Filters: \(Self.filters.joined(separator: ", "))."
        }
    }
}
