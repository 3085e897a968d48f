import Foundation
import Synchronization

/// What the thread of the transfers and the reader of one response share.
final class Exchange: Sendable {
    struct Head: Sendable {
        var status: Int
        var fields: HTTPFields
    }

    private enum Waiter {
        case head(CheckedContinuation<Head, any Error>)
        case part(CheckedContinuation<Data?, any Error>)
    }

    private struct State {
        var head: Head?
        var parts: [Data] = []
        /// The bytes of `parts`.
        var size = 0
        var isPaused = false
        /// Set once: success at the end of the body.
        var end: Result<Void, any Error>?
        var waiter: Waiter?
    }

    /// How many bytes wait for the reader before the sender has to.
    private static let most = 256 << 10

    private let state = Mutex(State())

    // MARK: The thread's side

    func take(_ head: Head) {
        let waiter = state.withLock { state -> CheckedContinuation<Head, any Error>? in
            guard state.head == nil, state.end == nil else { return nil }
            state.head = head
            guard case .head(let waiter)? = state.waiter else { return nil }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: head)
    }

    /// Whether there was room for the part. If not, `resumes()` will say when there is.
    func take(_ part: UnsafeRawBufferPointer) -> Bool {
        let (taken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
            guard state.end == nil else { return (true, nil) }
            if case .part(let waiter)? = state.waiter {
                state.waiter = nil
                return (true, waiter)
            }
            guard state.size < Self.most else {
                state.isPaused = true
                return (false, nil)
            }
            state.parts.append(Data(part))
            state.size += part.count
            return (true, nil)
        }
        waiter?.resume(returning: Data(part))
        return taken
    }

    /// Ends the exchange, once; later ends have no effect. Whoever waits is answered.
    func end(_ result: Result<Void, any Error>) {
        let waiter = state.withLock { state -> Waiter? in
            guard state.end == nil else { return nil }
            state.end = result
            defer { state.waiter = nil }
            return state.waiter
        }
        switch (waiter, result) {
        case (.head(let waiter)?, .success): waiter.resume(throwing: TransportError.closed)
        case (.head(let waiter)?, .failure(let error)): waiter.resume(throwing: error)
        case (.part(let waiter)?, _): waiter.resume(with: result.map { nil })
        case (nil, _): break
        }
    }

    var isOver: Bool { state.withLock { $0.end != nil } }

    // MARK: The reader's side

    func head() async throws -> Head {
        try await withCheckedThrowingContinuation { continuation in
            let known = state.withLock { state -> Result<Head, any Error>? in
                if let head = state.head { return .success(head) }
                if let end = state.end { return end.flatMap { .failure(TransportError.closed) } }
                state.waiter = .head(continuation)
                return nil
            }
            if let known { continuation.resume(with: known) }
        }
    }

    /// The next bytes, those that have arrived before a failure first; nil at the end.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let known = state.withLock { state -> Result<Data?, any Error>? in
                if !state.parts.isEmpty {
                    let part = state.parts.removeFirst()
                    state.size -= part.count
                    return .success(part)
                }
                if let end = state.end { return end.map { nil } }
                state.waiter = .part(continuation)
                return nil
            }
            if let known { continuation.resume(with: known) }
        }
    }

    /// Whether the sender was paused and there is room again. Says so once.
    func resumes() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.size <= Self.most / 2 else { return false }
            state.isPaused = false
            return true
        }
    }

    var isPaused: Bool { state.withLock { $0.isPaused } }
}
