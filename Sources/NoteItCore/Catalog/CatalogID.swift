/// The id of a term, a course or a section: text that the registrar's files give rise to.
///
/// `Noun` only keeps the kinds apart at compile time. Any text is an id; whether the catalog has it, the store knows.
public struct CatalogID<Noun>: Hashable, Comparable {
    /// The text of the id on the wire and in the database.
    public let text: String

    public init(_ text: some StringProtocol) { self.text = String(text) }

    /// The beginning, for an error about an id that a request made up.
    public var shown: String { String(text.prefix(64)) }

    // Ids are compared by bytes, as the database compares and orders texts.

    public static func == (left: Self, right: Self) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
        }
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8.max)
    }

    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

extension CatalogID: TextCoded, JSONWritable, ExpressibleByStringInterpolation {
    public static var form: String { "an id" }

    public var description: String { text }

    public init(_ description: String) { text = description }

    public init(stringLiteral text: String) { self.text = text }
}

extension CatalogID<Course> {
    public init(term: Term.ID, subject: String, number: String) { text = "\(term).\(subject)\(number)" }

    public var term: Term.ID { Term.ID(parts.term) }

    /// The course as people name it within its term: `CMPT225` of `202530.CMPT225`.
    public var code: String { String(parts.name) }
}

extension CatalogID<Section> {
    public init(term: Term.ID, crn: String) { text = "\(term).\(crn)" }

    public var term: Term.ID { Term.ID(parts.term) }

    /// The registration number: `2359` of `202530.2359`.
    public var crn: String { String(parts.name) }
}

extension CatalogID {
    /// Split at the first dot. Without one the whole text is the name.
    private var parts: (term: Substring, name: Substring) {
        guard let dot = text.firstIndex(of: ".") else { return (text.prefix(0), text[...]) }
        return (text[..<dot], text[text.index(after: dot)...])
    }
}
