import Foundation
import HTTPTransport
import NoteItCore

/// A whole response of the server.
struct HTTPResponse: Sendable {
    /// The most bytes of a body that are read.
    private static let limit = 64 << 20

    let status: Int
    let fields: HTTPFields
    let body: Data

    private var isJSON: Bool { fields["content-type"]?.lowercased().contains("json") ?? false }

    /// This response if its status is a success; else throws the server's problem, or `.unreachable` if no NoteIt server answered.
    func accepted() throws -> HTTPResponse {
        if (200...299).contains(status) { return self }
        if isJSON, let problem = try? JSONCoding.decoder().decode(Problem.self, from: body) {
            throw ClientError.problem(problem)
        }
        if status == 413 {
            let why =
                "A proxy before the server takes no request of this size (413). Share a link to the file, or a part of it."
            throw ClientError.problem(Problem(title: "Content Too Large", status: status, detail: why))
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
            return try JSONCoding.decoder().decode(type, from: body)
        } catch  where !isJSON {
            throw ClientError.unreachable("that address is not a NoteIt server")
        } catch {
            throw ClientError.unexpected(
                "The server's response cannot be read. Does the server have the same version as this program?")
        }
    }
}

extension HTTPResponse {
    init(_ response: TransportResponse) async throws {
        let body = try await response.body.collect(upTo: Self.limit)
        self.init(status: response.status, fields: response.fields, body: body)
    }
}

extension ClientError {
    /// The error to throw for an error of `TransportClient`. In a cancelled task that is a `CancellationError`.
    static func transport(_ error: any Error, from server: URL) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        if let error = error as? ClientError { return error }
        guard let error = error as? TransportError else { return ClientError.unreachable("\(error) (\(server))") }
        if error == .sourceFile { return ClientError.unexpected("A file to upload does not exist any more, or has changed.") }
        return ClientError.unreachable(error.words(server))
    }
}
