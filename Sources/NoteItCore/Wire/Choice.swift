extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// All values in words: `note, question or exam`.
    public static var choices: String { allCases.map(\.rawValue).choice }
}

extension [String] {
    /// The words as a choice in a sentence: `a`, `a or b`, `a, b or c`.
    public var choice: String { dropLast().joined(separator: ", ") + (count > 1 ? " or " : "") + (last ?? "") }
}

// Replaces the standard library's decoding, whose error does not list the choices.
extension RawRepresentable where Self: CaseIterable & Decodable, RawValue == String {
    public init(from decoder: any Decoder) throws {
        self = try decoder.text("one of \(Self.choices)", Self.init(rawValue:))
    }
}
