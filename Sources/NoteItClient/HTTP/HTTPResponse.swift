import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NoteItCore

/// A whole response of the server.
struct HTTPResponse: Sendable {
    /// The most bytes of a body that are read.
    private static let limit = 64 << 20

    let status: Int
    let headers: HTTPHeaders
    let body: ByteBuffer

    private var isJSON: Bool { headers.first(name: "content-type")?.lowercased().contains("json") ?? false }

    /// This response if its status is a success; else throws the server's problem, or `.unreachable` if no NoteIt server answered.
    func accepted() throws -> HTTPResponse {
        if (200...299).contains(status) { return self }
        if isJSON, let problem = try? JSONCoding.decoder().decode(Problem.self, from: Data(body.readableBytesView)) {
            throw ClientError.problem(problem)
        }
        if (502...504).contains(status) {
            throw ClientError.unreachable("a proxy before it answered \(status)")
        }
        if (300...399).contains(status) {
            throw ClientError.unreachable("the address redirects (\(status)); give the final one with --server")
        }
        throw ClientError.unreachable("that address is not a NoteIt server (\(status))")
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONCoding.decoder().decode(type, from: Data(body.readableBytesView))
        } catch  where !isJSON {
            throw ClientError.unreachable("that address is not a NoteIt server")
        } catch {
            throw ClientError.unexpected(
                "The server's response cannot be read. Does the server have the same version as this program?")
        }
    }
}

extension HTTPResponse {
    init(_ response: HTTPClientResponse) async throws {
        let body = try await response.body.collect(upTo: Self.limit)
        self.init(status: Int(response.status.code), headers: response.headers, body: body)
    }
}

extension ClientError {
    /// The error to throw for an error of AsyncHTTPClient or NIO. In a cancelled task that is a `CancellationError`.
    static func transport(_ error: any Error, from server: URL) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        if let error = error as? ClientError { return error }
        if let fault = TLSFault(error) { return ClientError.unreachable(fault.words(server)) }
        let why =
            switch error {
            case let error as NIOConnectionError: reason(error)
            case let error as IOError: reason(error)
            case let error as HTTPClientError: reason(error)
            case is HTTPParserError: "the connection broke"
            default: "\(error)"
            }
        return ClientError.unreachable("\(why) (\(server))")
    }

    private static func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .deadlineExceeded: "it took too long to answer"
        case .readTimeout: "it fell silent"
        case .remoteConnectionClosed: "it closed the connection"
        default: error.shortDescription
        }
    }

    private static func reason(_ error: NIOConnectionError) -> String {
        if error.dnsAError != nil && error.dnsAAAAError != nil { return "the name \(error.host) is not known" }
        return error.connectionErrors.lazy.compactMap { $0.error as? IOError }.first.map(reason) ?? "no connection"
    }

    private static func reason(_ error: IOError) -> String { String(cString: strerror(error.errnoCode)).lowercased() }
}
