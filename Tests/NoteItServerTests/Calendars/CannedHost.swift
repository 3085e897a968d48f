import NIOCore
import NIOPosix
import Synchronization

/// A web server on the loopback. It gives each request its answer and closes; without an answer it stays silent.
final class CannedHost: Sendable {
    let port: Int
    private let channel: any Channel
    private let received: Received

    private final class Received: Sendable { let requests = Mutex<[String]>([]) }

    init(_ answer: @escaping @Sendable (String) -> [UInt8]?) async throws {
        let received = Received()
        self.received = received
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = Handler { request in
                        received.requests.withLock { $0.append(request) }
                        return answer(request)
                    }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    var requests: [String] { received.requests.withLock(\.self) }

    func stop() async throws { try await channel.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let answer: (String) -> [UInt8]?
        private var head = ""

        init(_ answer: @escaping (String) -> [UInt8]?) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            head += String(buffer: unwrapInboundIn(data))
            guard head.contains("\r\n\r\n"), let bytes = answer(head) else { return }
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    static func response(_ body: String, _ headers: String...) -> [UInt8] { response(Array(body.utf8), headers) }

    static func response(_ body: [UInt8], _ headers: String...) -> [UInt8] { response(body, headers) }

    private static func response(_ body: [UInt8], _ headers: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)", "Connection: close"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// An answer without a body.
    static func response(status: Int, _ headers: String...) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Status", "Content-Length: 0", "Connection: close"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
