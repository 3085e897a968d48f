import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NoteItCore

/// What a server answered, whole.
struct Answer: Sendable {
    /// Bytes of a body that are read at most.
    static let limit = 64 << 20

    let status: Int
    let contentType: String?
    let body: ByteBuffer

    /// This answer if the server did what was asked; else throws what it said.
    func accepted() throws -> Answer {
        if (200...299).contains(status) { return self }
        let isJSON = contentType?.lowercased().contains("json") ?? false
        if isJSON, let problem = try? JSONCoding.decoder().decode(Problem.self, from: Data(body.readableBytesView)) {
            throw ClientError.problem(problem)
        }
        if (502...504).contains(status) {
            throw ClientError.unreachable("what stands before it answers \(status)")
        }
        if (300...399).contains(status) {
            throw ClientError.unreachable(
                "what answers there sends elsewhere (\(status)); name the final address with --server")
        }
        throw ClientError.unreachable("what answers there (\(status)) is no NoteIt server")
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONCoding.decoder().decode(type, from: Data(body.readableBytesView))
        } catch  where contentType?.lowercased().contains("json") != true {
            throw ClientError.unreachable("what answers there is no NoteIt server")
        } catch {
            throw ClientError.unexpected("The server's answer cannot be read. Is it a NoteIt server of this version?")
        }
    }
}

extension ClientError {
    /// What to throw for what AsyncHTTPClient or NIO threw; a cancelled task's `CancellationError` stays one.
    static func transport(_ error: any Error, from server: URL) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        if let error = error as? ClientError { return error }
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

/// Runs `body`, and cancels it when `bound` has passed. Throws `.unreachable` then.
func within<Result: Sendable>(
    _ bound: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: bound)
            throw ClientError.unreachable(
                "it took longer than \(bound.formatted(.units(allowed: [.minutes, .seconds, .milliseconds])))")
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}

extension Duration {
    var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
