import Foundation

/// A response whose body arrives while it is read.
public struct TransportResponse: Sendable {
    public let status: Int
    public let fields: HTTPFields
    public let body: TransportBody
}

/// The bytes of a response. It can be read once. A slow reader slows the sender down: at most about half a MiB waits here. When it
/// is no longer referenced, the transfer ends.
public struct TransportBody: AsyncSequence, Sendable {
    public typealias Element = Data

    let lease: TransferLease

    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    /// All bytes. Throws `TransportError.tooMuch` if there are more than `most`.
    public func collect(upTo most: Int) async throws -> Data {
        var whole = Data()
        for try await part in self {
            whole.append(part)
            guard whole.count <= most else { throw TransportError.tooMuch }
        }
        return whole
    }

    public struct Iterator: AsyncIteratorProtocol {
        let lease: TransferLease

        /// Nil at the end. Throws `TransportError`, or `CancellationError` when its task is cancelled.
        public func next() async throws -> Data? { try await lease.next() }
    }
}

/// Ends its transfer when nobody holds it any more.
final class TransferLease: Sendable {
    private let exchange: Exchange
    private let loop: TransferLoop

    init(_ exchange: Exchange, _ loop: TransferLoop) { (self.exchange, self.loop) = (exchange, loop) }

    deinit { loop.cancel(exchange) }

    func head() async throws -> Exchange.Head {
        try await withTaskCancellationHandler {
            try await exchange.head()
        } onCancel: {
            loop.cancel(exchange)
        }
    }

    func next() async throws -> Data? {
        let part = try await withTaskCancellationHandler {
            try await exchange.next()
        } onCancel: {
            loop.cancel(exchange)
        }
        if exchange.resumes() { loop.add(.resume(exchange)) }
        return part
    }
}
