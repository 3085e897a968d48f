extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// All values, as a sentence lists them: `note, question or exam`.
    public static var choices: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "") + (names.last ?? "")
    }
}

// Stands in for the standard library's, whose error does not say what the choices are.
extension RawRepresentable where Self: CaseIterable & Decodable, RawValue == String {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be one of \(Self.choices)")
        }
        self = value
    }
}
