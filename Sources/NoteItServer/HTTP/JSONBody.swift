import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Request and response bodies: `application/json`, through `JSONCoding`.
public struct JSONBody: RequestDecoder, ResponseEncoder {
    static let mediaType = "application/json"

    /// Throws `415` if the body is not JSON, `413` if it is too large, `400` if it is malformed, `.invalid` if a field is wrong.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from request: Request, context: some RequestContext
    ) async throws -> Value {
        try requireJSON(request)
        let limit = context.maxUploadSize
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw HTTPError(.contentTooLarge, message: "The body is over \(limit) bytes.")
        }
        let (body, charge) = try await collected(request, upTo: limit, context as? AppContext)
        defer { withExtendedLifetime(charge) {} }
        guard body.readableBytes > 0 else {
            throw HTTPError(.badRequest, message: "The body is empty; send a JSON object.")
        }
        let data = Data(buffer: body)
        guard String(validating: data, as: UTF8.self) != nil else {
            throw HTTPError(.badRequest, message: "The body is not UTF-8.")
        }
        let fault = JSONGrammar.fault(in: Array(data))
        if case .malformed(let place) = fault {
            throw HTTPError(.badRequest, message: "The body is not valid JSON from byte \(place) on.")
        }
        do {
            let value = try JSONCoding.decoder().decode(type, from: data)
            if case .control(let field, let scalar) = fault {
                guard let value = value as? any Encodable else { throw Self.control(scalar, in: field) }
                try refuseControls(in: value)
            }
            return value
        } catch let error as DecodingError {
            throw error.problem
        }
    }

    public func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response {
        try Self.response(value)
    }

    /// An answer that is JSON already.
    static func response(bytes: ByteBuffer) -> Response {
        Response(status: .ok, headers: [.contentType: mediaType], body: ResponseBody(byteBuffer: bytes))
    }

    static func response(text: String) -> Response { response(bytes: ByteBuffer(string: text)) }

    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONCoding.bytes(value))))
    }

    /// Throws `.invalid` if a member that the contract knows holds a control character; what it does not know is not looked at.
    private func refuseControls(in value: some Encodable) throws {
        guard case .control(let field, let scalar) = JSONGrammar.fault(in: try JSONCoding.bytes(value)) else { return }
        throw Self.control(scalar, in: field)
    }

    private static func control(_ scalar: Unicode.Scalar, in field: String) -> DomainError {
        .invalid(field, "must not hold the control character \(scalar.codePoint)")
    }

    /// The whole body, counted while it is used.
    private func collected(
        _ request: Request, upTo limit: Int, _ context: AppContext?
    ) async throws -> (ByteBuffer, ByteBudget.Charge?) {
        let charge = context?.share?.charge()
        do {
            var body = ByteBuffer()
            for try await part in request.body {
                guard body.readableBytes + part.readableBytes <= limit else {
                    throw HTTPError(.contentTooLarge, message: "The body is over \(limit) bytes.")
                }
                // The first piece is there whether there is room or not.
                if body.readableBytes > 0 { try charge?.grow(by: part.readableBytes) } else { charge?.add(part.readableBytes) }
                body.writeImmutableBuffer(part)
            }
            // Its sender may have signed out while it came.
            if context?.caller != nil { _ = try context?.requireCaller() }
            return (body, charge)
        } catch is IOError {
            throw HTTPError(.badRequest, message: "The connection broke before the body was there.")
        }
    }

    private func requireJSON(_ request: Request) throws {
        let media = request.headers[.contentType]?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces) }
        guard media?.lowercased() == Self.mediaType else {
            throw HTTPError(.unsupportedMediaType, message: "Send the body as \(Self.mediaType).")
        }
    }
}

extension DecodingError {
    /// What a client is told: `400` for what is not JSON, else which field is wrong and what it should be.
    var problem: any Error {
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
                return Self.invalid(context.codingPath, said.hasPrefix("must ") ? said : "is not a value that this field takes")
            }
            return HTTPError(.badRequest, message: "The body is not valid JSON.")
        @unknown default:
            return HTTPError(.badRequest, message: "The body cannot be read.")
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
