/// A map whose keys are course codes in any of their forms.
public struct ByCourse<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public var values: [CourseCode: Value]

    public init(_ values: [CourseCode: Value] = [:]) { self.values = values }

    /// The most keys that are decoded.
    public static var most: Int { 10_000 }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        values = [:]
        guard container.allKeys.count <= Self.most else {
            throw container.fault("must have at most \(Self.most) courses")
        }
        for key in container.allKeys {
            guard let code = CourseCode(key.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "must be under \(CourseCode.form)")
            }
            guard values.updateValue(try container.decode(Value.self, forKey: key), forKey: code) == nil else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "must stand once: \(code) stands twice")
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (code, value) in values { try container.encode(value, forKey: TextKey(stringValue: code.description)) }
    }

    private struct TextKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
