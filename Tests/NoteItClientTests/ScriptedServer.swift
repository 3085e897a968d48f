import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// What a request to a `ScriptedServer` held.
struct ScriptedRequest: Sendable {
    var method: String
    var path: String
    var query: [String: String]
    var headers: [String: String]
    var body: String
    /// The port at the client's end of the connection.
    var peer: Int

    var token: String? { headers["authorization"].map { String($0.dropFirst("Bearer ".count)) } }
}

/// What a `ScriptedServer` does with it.
enum ScriptedAnswer: Sendable {
    case json(Int, String)
    case problem(Int, String)
    case text(Int, String)
    /// An event stream: each text is written as it comes; the connection is closed at the end.
    case events(AsyncStream<String>)
    /// Closes the connection without a word.
    case cut
    /// Answers nothing until the client has gone.
    case silence
}

/// A small HTTP/1.1 server on loopback whose answers a closure makes: it fails, delays and cuts as a test says.
struct ScriptedServer: Sendable {
    typealias Handler = @Sendable (ScriptedRequest) async -> ScriptedAnswer
    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    /// - Parameter port: one that `withPort` gave, or 0 for any.
    private static func listen(on port: Int) async throws -> NIOAsyncChannel<Connection, Never> {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Serves while `body` runs, both on `OwnThreads`. All connections are closed when it returns.
    /// - Parameter port: one that `withPort` gave, or 0 for any.
    static func run<Result: Sendable>(
        port: Int = 0, _ handler: @escaping Handler, _ body: @escaping @Sendable (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await serve(on: port, handler, while: body) }
    }

    private static func serve<Result: Sendable>(
        on port: Int, _ handler: @escaping Handler, while body: @Sendable (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let listener = try await listen(on: port)
        let server = ScriptedServer(port: listener.channel.localAddress?.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await listener.executeThenClose { connections in
                    try await withThrowingDiscardingTaskGroup { tasks in
                        for try await connection in connections {
                            tasks.addTask { try? await serve(connection, handler) }
                        }
                        tasks.cancelAll()
                    }
                }
            }
            do {
                let result = try await body(server)
                try await end(listener.channel, &group)
                return result
            } catch {
                try await end(listener.channel, &group)
                throw error
            }
        }
    }

    /// Closes the door first, so that who is already in is served to the end: a connection must not be dropped unserved.
    private static func end(_ door: any Channel, _ group: inout ThrowingTaskGroup<Void, any Error>) async throws {
        try? await door.close()
        try await group.waitForAll()
    }

    private static func serve(_ connection: Connection, _ handler: Handler) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var head: HTTPRequestHead?
            var body = ByteBuffer()
            for try await part in inbound {
                switch part {
                case .head(let received): (head, body) = (received, ByteBuffer())
                case .body(var received): body.writeBuffer(&received)
                case .end:
                    guard let received = head else { return }
                    let answer = await handler(request(received, body, connection.channel.remoteAddress?.port ?? 0))
                    if case .silence = answer { continue }
                    guard try await write(answer, to: outbound) else { return }
                }
            }
        }
    }

    /// Whether the connection stays open.
    private static func write(
        _ answer: ScriptedAnswer, to outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws -> Bool {
        switch answer {
        case .json(let status, let text): try await write(status, "application/json", text, outbound)
        case .problem(let status, let text): try await write(status, "application/problem+json", text, outbound)
        case .text(let status, let text): try await write(status, "text/plain", text, outbound)
        case .events(let chunks):
            let headers: HTTPHeaders = ["content-type": "text/event-stream", "transfer-encoding": "chunked"]
            try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)))
            for await chunk in chunks { try await outbound.write(.body(.byteBuffer(ByteBuffer(string: chunk)))) }
            return false
        case .cut, .silence: return false
        }
        return true
    }

    private static func write(
        _ status: Int, _ type: String, _ text: String, _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var headers: HTTPHeaders = ["content-type": type]
        if status != 204 { headers.add(name: "content-length", value: "\(text.utf8.count)") }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        try await outbound.write(.head(head))
        try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
        try await outbound.write(.end(nil))
    }

    private static func request(_ head: HTTPRequestHead, _ body: ByteBuffer, _ peer: Int) -> ScriptedRequest {
        let parts = URLComponents(string: head.uri)
        let query = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return ScriptedRequest(
            method: head.method.rawValue, path: parts?.path ?? head.uri,
            query: Dictionary(query, uniquingKeysWith: { first, _ in first }),
            headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }),
            body: String(buffer: body), peer: peer)
    }
}
