/// A property: one content line (RFC 5545, section 3.1).
public struct Property: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
        /// The name of the parameter, in upper case.
        public var name: String
        /// The values without quotes; carets are decoded (RFC 6868).
        public var values: [String]

        public init(_ name: String, _ values: [String]) { (self.name, self.values) = (name.uppercased(), values) }
    }

    /// The name of the property, in upper case.
    public var name: String
    public var parameters: [Parameter]
    /// The value as it is written, unfolded; a TEXT has its escapes.
    public var value: String

    /// - Parameter value: as it is written.
    public init(_ name: String, parameters: [Parameter] = [], value: String) {
        (self.name, self.parameters, self.value) = (name.uppercased(), parameters, value)
    }

    /// The first value of a parameter, which is given in upper case.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.values.first }
}
