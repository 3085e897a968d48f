import Foundation

/// The methods of RFC 9110, section 9.3, and of RFC 5789 that NoteIt sends.
public enum HTTPMethod: String, Sendable {
    case GET, POST, PUT, PATCH, DELETE
}

/// Header fields in their order. Names are compared without case.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var all: [(name: String, value: String)]

    public init(dictionaryLiteral elements: (String, String)...) { all = elements.map { (name: $0, value: $1) } }

    public mutating func add(_ name: String, _ value: String) { all.append((name: name, value: value)) }

    /// The values of all fields of this name.
    public func values(of name: String) -> [String] {
        let name = name.lowercased()
        return all.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the first field of this name.
    public subscript(name: String) -> String? { values(of: name).first }
}

/// A request that `TransportClient` sends.
public struct TransportRequest: Sendable {
    public enum Body: Sendable {
        case none
        case bytes(Data)
        /// A file of exactly `size` bytes, which is read in parts.
        case file(URL, size: Int)
    }

    public var method: HTTPMethod
    /// `http` or `https`, percent-encoded.
    public var url: String
    public var fields: HTTPFields = [:]
    public var body = Body.none
    /// The only address to connect to, such as `192.0.2.1` or `2001:db8::1`; nil looks the host's name up. The certificate is
    /// verified for the name in either case. A proxy is asked for the address, never for the name.
    public var address: String?
    /// Whether the request may be sent twice. If a kept connection turns out to be closed, it is sent again on another; a request
    /// that must not be sent twice never uses a kept connection.
    public var isRepeatable = true

    public init(_ method: HTTPMethod, _ url: String) { (self.method, self.url) = (method, url) }
}
