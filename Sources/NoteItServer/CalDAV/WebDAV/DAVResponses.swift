import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a multistatus response by response, so that a long one is in memory once.
struct DAVMultiStatusWriter {
    private var writer = DAVWriter()
    private let minimal: Bool

    /// - Parameter minimal: whether the client wants no properties that are missing (RFC 8144, section 2.1).
    init(minimal: Bool) {
        self.minimal = minimal
        writer.declaration()
        writer.begin(.dav("multistatus"))
    }

    mutating func write(_ response: DAVResponse) { writer.write(response.element(minimal: minimal)) }

    consuming func bytes(syncToken: String? = nil) -> [UInt8] {
        if let syncToken { writer.write(DAVElement(.dav("sync-token"), text: syncToken)) }
        writer.end(.dav("multistatus"))
        return writer.bytes
    }
}

extension DAVMultiStatus {
    /// - Parameter minimal: whether the client wants no properties that are missing (RFC 8144, section 2.1).
    func bytes(minimal: Bool) async -> [UInt8] {
        var writer = DAVMultiStatusWriter(minimal: minimal)
        for (number, response) in responses.enumerated() {
            writer.write(response)
            // Other requests take their turns.
            if number % 100 == 99 { await Task.yield() }
        }
        return writer.bytes(syncToken: syncToken)
    }
}

extension DAVResponse {
    func element(minimal: Bool) -> DAVElement {
        var children = [DAVElement.href(href)]
        if let status {
            children.append(DAVXML.status(status))
            if let error { children.append(DAVElement(.dav("error"), [error])) }
        } else {
            children += propertyStatuses(minimal: minimal)
        }
        return DAVElement(.dav("response"), children)
    }

    /// `DAV:propstat` elements: at least one.
    func propertyStatuses(minimal: Bool) -> [DAVElement] {
        var statuses: [DAVElement] = []
        if !found.isEmpty { statuses.append(DAVXML.propertyStatus(found, .ok)) }
        if !missing.isEmpty, !minimal { statuses.append(DAVXML.propertyStatus(missing.map { DAVElement($0) }, .notFound)) }
        for refusal in refused {
            statuses.append(
                DAVXML.propertyStatus([DAVElement(refusal.name)], refusal.status, refusal.condition, refusal.detail))
        }
        return statuses.isEmpty ? [DAVXML.propertyStatus([], .ok)] : statuses
    }
}

extension DAVResponse {
    /// The answer to a PROPPATCH.
    func answer(to request: Request) -> Response {
        if refused.isEmpty, request.prefersMinimal {
            return Response(status: .ok, headers: [.dav: DAVXML.classes, .preferenceApplied: "return=minimal"])
        }
        var writer = DAVMultiStatusWriter(minimal: false)
        writer.write(self)
        return DAVXML.response(.multiStatus, writer.bytes())
    }
}

extension DAVFailure {
    func response() -> Response {
        var response = DAVXML.error(status, condition, detail)
        // Every refusal of this kind is about something that exists, and can be read (RFC 9110, section 15.5.6).
        if status == .methodNotAllowed { response.headers[.allow] = "DELETE, GET, HEAD, OPTIONS, PROPFIND, PROPPATCH, REPORT" }
        return response
    }
}

/// Pieces of answers in XML.
enum DAVXML {
    /// The value of the `DAV` header: the classes that the server complies with.
    static let classes = "1, 3, calendar-access, extended-mkcol"

    static func response(_ status: HTTPResponse.Status, _ bytes: [UInt8]) -> Response {
        Response(
            status: status, headers: [.contentType: XMLBody.mediaType, .dav: classes],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    static func response(_ status: HTTPResponse.Status, _ root: DAVElement) -> Response {
        response(status, DAVWriter.document(root))
    }

    /// `DAV:error` with a precondition, and a sentence for people.
    static func error(_ status: HTTPResponse.Status, _ condition: DAVElement?, _ detail: String) -> Response {
        let sentence = DAVElement(.dav("responsedescription"), text: detail)
        return response(status, DAVElement(.dav("error"), (condition.map { [$0] } ?? []) + [sentence]))
    }

    static func status(_ status: HTTPResponse.Status) -> DAVElement {
        DAVElement(.dav("status"), text: "HTTP/1.1 \(status.code) \(status.reasonPhrase)")
    }

    static func propertyStatus(
        _ properties: [DAVElement], _ status: HTTPResponse.Status, _ condition: DAVElement? = nil, _ detail: String? = nil
    ) -> DAVElement {
        var children = [DAVElement(.dav("prop"), properties), Self.status(status)]
        if let condition { children.append(DAVElement(.dav("error"), [condition])) }
        if let detail { children.append(DAVElement(.dav("responsedescription"), text: detail)) }
        return DAVElement(.dav("propstat"), children)
    }
}

extension Request {
    /// `Depth`. Throws `400` for a value that it cannot have.
    /// - Parameter standard: without the header.
    func depth(_ standard: DAVDepth) throws -> DAVDepth {
        switch headers[.depth]?.lowercased() {
        case nil: standard
        case "0": .zero
        case "1": .one
        case "infinity": .infinity
        default: throw DAVFailure(.badRequest, nil, "Depth must be 0, 1 or infinity.")
        }
    }

    /// Whether the client prefers an answer without what it can do without: `Prefer: return=minimal` (RFC 7240), or Apple's `Brief: t`.
    var prefersMinimal: Bool {
        let preferences = headers[values: .prefer].flatMap { $0.lowercased().split(separator: ",") }
            .map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
        return preferences.contains { $0 == "return=minimal" || $0.hasPrefix("return=minimal;") || $0 == "return-minimal" }
            || headers[.brief]?.lowercased() == "t"
    }
}
