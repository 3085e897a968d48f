import Foundation
import HTTPTransport
import Synchronization
import Testing

/// Outgoing HTTP against a server that answers as a test says.
@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
    private func withServer(
        _ handler: @escaping ScriptedServer.Handler,
        _ body: @escaping @Sendable (ScriptedServer, TransportClient) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(handler) { try await body($0, TransportClient()) }
    }

    private func text(_ response: TransportResponse) async throws -> String {
        String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
    }

    @Test func aConnectionServesManyRequestsButNoneThatMustNotBeSentTwice() async throws {
        try await withServer({ .text(200, "\($0.peer)") }) { server, transport async throws in
            var request = TransportRequest(.GET, server.address)
            let first = try await text(transport.send(request))
            #expect(try await text(transport.send(request)) == first)
            request.isRepeatable = false
            #expect(try await text(transport.send(request)) != first)
        }
    }

    @Test func theBodyOfEveryMethodArrives() async throws {
        try await withServer({ .text(200, "\($0.method) \($0.headers["content-length"] ?? "none") \($0.body)") }) {
            server, transport async throws in
            var request = TransportRequest(.GET, server.address)
            for (method, body, said) in [
                (HTTPMethod.GET, TransportRequest.Body.none, "GET none "), (.POST, .none, "POST 0 "),
                (.DELETE, .none, "DELETE none "),
                (.POST, .bytes(Data("a".utf8)), "POST 1 a"), (.PATCH, .bytes(Data("ab".utf8)), "PATCH 2 ab"),
                (.PUT, .bytes(Data()), "PUT 0 "),
            ] {
                (request.method, request.body) = (method, body)
                #expect(try await text(transport.send(request)) == said)
            }
        }
    }

    @Test func aFileIsSentWholeOrNotAtAll() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        try Data("abc".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withServer({ .text(200, $0.body) }) { server, transport async throws in
            var request = TransportRequest(.POST, server.address)
            request.body = .file(file, size: 3)
            #expect(try await text(transport.send(request)) == "abc")
            request.body = .file(file, size: 10)
            await #expect(throws: TransportError.sourceFile) { try await transport.send(request) }
            request.body = .file(file.appending(path: "missing"), size: 1)
            await #expect(throws: TransportError.sourceFile) { try await transport.send(request) }
        }
    }

    @Test func aSlowReaderSlowsTheSenderDown() async throws {
        let sent = Sent()
        let parts = AsyncStream<String>(unfolding: {
            sent.add(1 << 16)
            return String(repeating: "a", count: 1 << 16)
        })
        try await withServer({ _ in .events(parts) }) { server, transport async throws in
            let response = try await transport.send(TransportRequest(.GET, server.address))
            var before = -1
            while sent.bytes != before {
                before = sent.bytes
                // Far more than the buffers of both sockets and of the transport.
                try #require(before < 256 << 20)
                try await Task.sleep(for: .milliseconds(100))
            }
            let iterator = response.body.makeAsyncIterator()
            var read = 0
            while read <= before, let part = try await iterator.next() { read += part.count }
            #expect(read > before)
        }
    }

    @Test func aCancelledRequestEndsAtOnce() async throws {
        let asked = AsyncStream<Void>.makeStream()
        try await withServer({ _ in
            asked.continuation.yield()
            return .silence
        }) { server, transport async throws in
            let task = Task { try await transport.send(TransportRequest(.GET, server.address)) }
            for await _ in asked.stream { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func aValueWithALineBreakIsRefused() async throws {
        try await withServer({ .text(200, "\($0.headers)") }) { server, transport async throws in
            var request = TransportRequest(.GET, server.address)
            request.fields.add("x-note", "a\r\nauthorization: b")
            await #expect(throws: TransportError.self) { try await transport.send(request) }
        }
    }
}

private final class Sent: Sendable {
    private let count = Mutex(0)

    var bytes: Int { count.withLock(\.self) }

    func add(_ bytes: Int) { count.withLock { $0 += bytes } }
}
