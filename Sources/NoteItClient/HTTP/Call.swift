import Foundation
import HTTPTransport
import NoteItCore

/// A request of the contract, before it has a server and a token.
struct Call: Sendable {
    let method: HTTPMethod
    /// The components, before percent-encoding.
    let path: [String]
    let signedIn: Bool
    var query: [(name: String, value: String)] = []
    var body: Data?
    /// The media type of `body`.
    var contentType = "application/json"
    /// The body, if it is a file that is read in parts.
    var file: File?
    /// The revision that the call edits, for `If-Match`; nil means any.
    var rev: Int?
    /// Whether it may be sent twice without harm.
    var repeatable: Bool
    var accept = "application/json"
    /// How much longer than usual the response may take.
    var patience: Duration = .zero

    init(_ method: HTTPMethod, _ path: String..., signedIn: Bool = true) {
        (self.method, self.path, self.signedIn) = (method, path, signedIn)
        repeatable = method == .GET
    }

    /// This call with another value in one field.
    func with<Value>(_ field: WritableKeyPath<Call, Value>, _ value: Value) -> Call {
        var call = self
        call[keyPath: field] = value
        return call
    }

    func with(body value: some Encodable, repeatable: Bool = false) throws -> Call {
        with(\.body, try JSONCoding.encoder().encode(value)).with(\.repeatable, repeatable)
    }

    func with(rev: Int?) -> Call { with(\.rev, rev) }

    /// Adds the parameters that have a value.
    func with(_ parameters: KeyValuePairs<String, String?>) -> Call {
        with(\.query, query + parameters.compactMap { name, value in value.map { (name, $0) } })
    }

    func with(_ page: PageRequest) -> Call { with(["limit": String(page.limit), "after": page.after]) }

    func waiting(_ patience: Duration) -> Call { with(\.patience, patience) }

    func request(to server: URL, token: String?) -> TransportRequest {
        var address = server.absoluteString + "/" + path.map { $0.percentEncoded() }.joined(separator: "/")
        if !query.isEmpty {
            address += "?" + query.map { $0.name.percentEncoded() + "=" + $0.value.percentEncoded() }.joined(separator: "&")
        }
        var request = TransportRequest(method, address)
        request.isRepeatable = repeatable
        request.fields = ["accept": accept, "user-agent": "noteit"]
        if let token { request.fields.add("authorization", "Bearer \(token)") }
        if let rev { request.fields.add("if-match", "\"\(rev)\"") }
        if let body {
            request.fields.add("content-type", contentType)
            request.body = .bytes(body)
        } else if let file {
            request.fields.add("content-type", "application/octet-stream")
            request.body = .file(file.url, size: file.size)
        }
        return request
    }
}
