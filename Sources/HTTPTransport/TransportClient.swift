import Foundation

// HTTPTransport is outgoing HTTP for the command line and for imports. `TransportClient` is its door. Each request becomes a
// `Transfer`, an easy handle of libcurl; `TransferLoop` drives all of them on one thread, and an `Exchange` hands head and body
// to the waiting task. `TransportError` says what failed.

/// Sends HTTP/1.1 requests by libcurl, all on one thread, and keeps connections for the next request to the same host.
///
/// It follows no redirects, so that tokens stay with their host. It honours `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`
/// as curl(1) does, but never uses a proxy for this machine's own addresses. `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the
/// system's trusted certificates.
public final class TransportClient: Sendable {
    public struct Settings: Sendable {
        /// The time for a connection with its name look-up and TLS.
        public var connectTime = Duration.seconds(5)
        /// The longest time in which a connected host sends and takes nothing.
        public var silence = Duration.seconds(60)
        /// The most bytes that arrive for a response: headers, early hints, frames of chunks. Nil: no bound.
        public var mostReceived: Int?
        /// Whether connections and TLS sessions serve later requests.
        public var keepsConnections = true
        /// The address of a proxy for every host; nil: as the environment says.
        public var proxy: String?
        /// The file of trusted certificates (PEM); nil: as the environment says.
        public var trustFile: String?

        public init() {}
    }

    private let loop: TransferLoop

    public init(_ settings: Settings = Settings()) { loop = TransferLoop(settings) }

    deinit { loop.add(.close) }

    /// Returns with the head of the response. Throws `TransportError`, or `CancellationError` when its task is cancelled.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let exchange = Exchange()
        let lease = TransferLease(exchange, loop)
        loop.add(.start(request, exchange))
        let head = try await lease.head()
        return TransportResponse(status: head.status, fields: head.fields, body: TransportBody(lease: lease))
    }
}
