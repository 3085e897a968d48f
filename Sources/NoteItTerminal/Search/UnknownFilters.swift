import NoteItCore

/// What may be wrong with a search that found nothing: words that look like filters but are none, such as `from:ben`, and values of
/// filters that name nothing.
public struct UnknownFilters: Sendable {
    private let names: [String]
    private let values: [String]

    /// - Parameters:
    ///   - courses: those of the reader.
    ///   - handles: of the people whose posts the reader sees.
    public init(_ text: String, courses: [Course], handles: [String]) {
        let pieces = SearchPiece.pieces(of: text)
        names = Set(pieces.compactMap(\.unknownFilter)).sorted()
        values = pieces.compactMap { piece -> String? in
            switch piece.filter {
            case _ where piece.isExcluded: nil
            case .in where !courses.isEmpty: Self.unknown(course: piece.text, courses)
            case .by: Self.unknown(handle: piece.text, handles)
            default: nil
            }
        }
    }

    private static func unknown(course text: String, _ courses: [Course]) -> String? {
        let wanted = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard !courses.contains(where: { $0.code == wanted || $0.id.text == wanted }) else { return nil }
        let near = Suggestion.nearest(to: wanted, among: courses.map(\.name)).first
        return "You are in no course \(wanted.visible)." + (near.map { " Did you mean in:\($0)?" } ?? "")
    }

    /// Like a mention, it may be meant as a beginning; unlike one, a filter takes the whole handle.
    private static func unknown(handle text: String, _ handles: [String]) -> String? {
        let wanted = (text.hasPrefix("@") ? String(text.dropFirst()) : text).lowercased()
        guard !handles.contains(where: { $0.lowercased() == wanted }) else { return nil }
        let begun = handles.filter { $0.lowercased().hasPrefix(wanted) }.sorted()
        let near = begun.isEmpty ? Array(Suggestion.nearest(to: wanted, among: handles).prefix(1)) : Array(begun.prefix(3))
        return "by: takes a handle, and @\(wanted.visible) has written nothing that you see."
            + (near.isEmpty ? "" : " Did you mean \(near.map { "by:@\($0)" }.joined(separator: ", "))?")
    }

    private static let filters = SearchPiece.Filter.allCases.map(\.rawValue)
    /// What other programs call a filter.
    private static let synonyms = ["from": "by", "author": "by", "user": "by"]

    /// `from: is not a filter. Did you mean by:? Filters: kind, tag, ...`
    public var lines: [String] {
        let unknown = names.map { name in
            let near = Self.synonyms[name] ?? Suggestion.nearest(to: name, among: Self.filters).first
            let question = near.map { " Did you mean \($0):?" } ?? ""
            return "\(name): is not a filter.\(question) Filters: \(Self.filters.joined(separator: ", "))."
        }
        return unknown + values
    }
}
