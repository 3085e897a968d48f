import HTTPTypes
import Hummingbird

/// One `DAV:response` of a multistatus.
struct DAVResponse: Sendable {
    /// A path, percent-encoded.
    var href: String
    /// The status of the whole resource, such as 404; nil: each property has its own.
    var status: HTTPResponse.Status?
    var found: [DAVElement] = []
    /// 404 each.
    var missing: [DAVName] = []
    /// Properties that a PROPPATCH refused, or left alone because it refused others.
    var refused: [DAVRefusedProperty] = []
    /// A precondition that does not hold: an element that `DAV:error` contains.
    var error: DAVElement?
}

struct DAVRefusedProperty: Sendable {
    var name: DAVName
    var status: HTTPResponse.Status
    /// A precondition that does not hold.
    var condition: DAVElement?
    /// A sentence for people.
    var detail: String?
}

/// 207 (RFC 4918, section 13).
struct DAVMultiStatus: Sendable {
    var responses: [DAVResponse]
    /// The new token of an answer to `sync-collection`.
    var syncToken: String?
}

/// What a report or a method answers with.
enum DAVAnswer: Sendable {
    case multiStatus(DAVMultiStatus)
    case response(Response)
}

/// A refusal that names a precondition (RFC 4918, section 16).
struct DAVFailure: Error {
    var status: HTTPResponse.Status
    /// Such as `DAV:valid-sync-token`: an element that `DAV:error` contains.
    var condition: DAVElement?
    /// A sentence for people.
    var detail: String

    init(_ status: HTTPResponse.Status, _ condition: DAVElement?, _ detail: String) {
        (self.status, self.condition, self.detail) = (status, condition, detail)
    }

    init(_ status: HTTPResponse.Status, _ condition: DAVName, _ detail: String) {
        self.init(status, DAVElement(condition), detail)
    }
}

extension HTTPResponse.Status {
    static let multiStatus = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")
    static let failedDependency = HTTPResponse.Status(code: 424, reasonPhrase: "Failed Dependency")
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
