/// A value that is one string in JSON: its `description`.
public protocol TextCoded: LosslessStringConvertible, Codable, Sendable {
    /// The form of the text, for the error of a failed decoding: `a day such as 2026-11-21`.
    static var form: String { get }
}

extension TextCoded {
    public init(from decoder: any Decoder) throws { self = try decoder.text(Self.form, Self.init) }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension JSONWritable where Self: TextCoded {
    func write(to json: inout JSONWriter) { json.string(description) }
}

extension Decoder {
    /// Decodes a string and parses it.
    /// - Parameter form: what the text must be, for the error if `parse` returns nil.
    func text<Value>(_ form: @autoclosure () -> String, _ parse: (String) -> Value?) throws -> Value {
        try collecting {
            let container = try singleValueContainer()
            guard let value = parse(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be \(form())")
            }
            return value
        }
    }
}
