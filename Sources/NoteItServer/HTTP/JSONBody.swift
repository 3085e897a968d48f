import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Request and response bodies: `application/json`, through `JSONCoding`.
struct JSONBody: RequestDecoder, ResponseEncoder {
    static let mediaType = "application/json"

    /// Throws `415` if the body is not JSON, `413` if it is too large, `400` if it is malformed, `.invalid` if a field is wrong.
    func decode<Value: Decodable>(
        _ type: Value.Type, from request: Request, context: some RequestContext
    ) async throws -> Value {
        let received = try await body(of: request, context: context)
        defer { withExtendedLifetime(received) {} }
        return try Self.value(type, from: received.data)
    }

    /// The bytes of a body. They are counted against the sender's share as long as this is held.
    struct Body: Sendable {
        let data: Data
        fileprivate let charge: ByteBudget.Charge?
    }

    /// Throws `415` if the body is not JSON or is compressed, `413` if it is too large, `400` if it is not UTF-8.
    func body(of request: Request, context: some RequestContext) async throws -> Body {
        try requireJSON(request)
        let limit = context.maxUploadSize
        let (body, charge) = try await request.counted(upTo: limit, context as? AppContext)
        guard body.readableBytes > 0 else {
            throw HTTPError(.badRequest, message: "The body is empty; send a JSON object.")
        }
        let data = Data(buffer: body)
        guard String(validating: data, as: UTF8.self) != nil else {
            throw HTTPError(.badRequest, message: "The body is not UTF-8. Encode it as UTF-8.")
        }
        return Body(data: data, charge: charge)
    }

    /// Throws `400` if the text is malformed, `.invalid` if a field is wrong.
    static func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let fault = JSONGrammar.fault(in: Array(data))
        if case .malformed(let offset) = fault {
            throw HTTPError(.badRequest, message: "The body is not valid JSON from byte \(offset) on. Send one JSON object.")
        }
        if case .deep(let offset) = fault {
            throw HTTPError(
                .badRequest,
                message: "The body is nested deeper than \(JSONGrammar.depth) levels, at byte \(offset). Nest it less deeply.")
        }
        let faults = DecodingFaults()
        do {
            let value = try JSONCoding.decoder(collecting: faults).decode(type, from: data)
            if !faults.errors.isEmpty { throw DecodingError.problem(of: faults.errors) }
            if case .control(let field, let scalar) = fault {
                guard let value = value as? any Encodable else { throw DomainError.control(scalar, in: field) }
                try refuseControls(in: value)
            }
            return value
        } catch let error as DecodingError {
            throw DecodingError.problem(of: faults.errors + [error])
        }
    }

    func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response {
        try Self.response(value)
    }

    /// - Parameter bytes: JSON.
    static func response(bytes: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: mediaType], body: ResponseBody(byteBuffer: bytes))
    }

    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        response(bytes: ByteBuffer(bytes: try JSONCoding.bytes(value)), status: status)
    }

    /// Compressed if the client takes that, for an answer whose bytes take longer on a phone's network than here.
    static func compressed(_ value: some Encodable, for request: Request) throws -> Response {
        let bytes = try JSONCoding.bytes(value)
        let isSmall = bytes.count <= mostCompressed
        let packed = isSmall && request.acceptsGzip ? Gzip.compressed(bytes, level: 1) : nil
        var response = response(bytes: ByteBuffer(bytes: packed ?? bytes))
        response.headers[.vary] = "Accept-Encoding"
        if packed != nil { response.headers[.contentEncoding] = "gzip" }
        return response
    }

    /// About 10 ns a byte: 40 ms.
    private static let mostCompressed = 4 << 20

    /// Throws `.invalid` if a field of the contract holds a control character. Unknown fields are ignored.
    private static func refuseControls(in value: some Encodable) throws {
        guard case .control(let field, let scalar) = JSONGrammar.fault(in: try JSONCoding.bytes(value)) else { return }
        throw DomainError.control(scalar, in: field)
    }

    private func requireJSON(_ request: Request) throws {
        guard request.mediaType == Self.mediaType else {
            throw HTTPError(.unsupportedMediaType, message: "The body must be \(Self.mediaType). Say so in Content-Type.")
        }
        try request.requirePlainBody()
    }
}

/// The bodies of WebDAV.
enum XMLBody {
    static let mediaType = "application/xml; charset=utf-8"
}

extension DecodingError {
    /// `400` for text that is not JSON; otherwise the fields that are wrong, and what each should be.
    static func problem(of errors: [DecodingError]) -> any Error {
        var fields: [FieldError] = []
        for problem in errors.map(\.problem) {
            guard case DomainError.invalid(let found) = problem else { return problem }
            fields += found
        }
        return DomainError.invalid(fields)
    }

    /// `400` for text that is not JSON; otherwise the field that is wrong, and what it should be.
    private var problem: any Error {
        switch self {
        case .typeMismatch(let type, let context):
            return Self.invalid(context.codingPath, "must be \(Self.name(of: type))")
        case .valueNotFound(_, let context):
            return Self.invalid(context.codingPath, "must not be null")
        case .keyNotFound(let key, let context):
            return Self.invalid(context.codingPath + [key], "is required")
        case .dataCorrupted(let context):
            guard context.codingPath.isEmpty else {
                let said = context.debugDescription
                return Self.invalid(
                    context.codingPath, said.hasPrefix("must ") ? said : "is not a value of this field; see /openapi.yaml")
            }
            return HTTPError(.badRequest, message: "The body is not valid JSON. Send one JSON object.")
        @unknown default:
            return HTTPError(.badRequest, message: "The body could not be read as JSON. Send one JSON object.")
        }
    }

    private static func invalid(_ path: [any CodingKey], _ detail: String) -> DomainError {
        let field = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return .invalid(field.isEmpty ? "(body)" : field, field.isEmpty ? "must be a JSON object" : detail)
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        case is [Any].Type: "a list"
        default: "a JSON object"
        }
    }
}
