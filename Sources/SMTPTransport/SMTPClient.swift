import Dispatch
import Synchronization

/// Sends messages to a relay, one after the other, on a thread of its own. Make several to send at the same time.
public final class SMTPClient: Sendable {
    private let relay: SMTPRelay
    private let name: String
    private let mayGo: @Sendable () -> Bool
    private let queue = DispatchQueue(label: "noteit.smtp")
    /// The queue alone uses it, and holds the lock for as long as a message takes.
    private let connection = Mutex<SMTPConnection?>(nil)

    /// - Parameters: `name`: this host's, for EHLO; `mayGo`: asked when the relay is ready for the text of a message.
    public init(_ relay: SMTPRelay, greeting name: String, mayGo: @escaping @Sendable () -> Bool = { true }) {
        (self.relay, self.name, self.mayGo) = (relay, name, mayGo)
    }

    /// Returns once the relay has taken the message. Throws `SMTPError`. A cancelled task gives the relay a moment to answer; the
    /// relay may take the message all the same.
    public func send(_ message: SMTPMessage) async throws {
        let cancelled = Cancellation()
        let fault: SMTPError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.send(message, cancelled)) }
            }
        } onCancel: {
            cancelled.begin()
        }
        if let fault { throw fault }
    }

    /// On the queue.
    private func send(_ message: SMTPMessage, _ cancelled: Cancellation) -> SMTPError? {
        connection.withLock { connection in
            do throws(SMTPError) {
                if connection == nil { connection = try SMTPConnection(relay, greeting: name, mayGo: mayGo) }
                return connection?.send(message) { cancelled.isOver }
            } catch {
                return error
            }
        }
    }
}

/// The moment that a message still has after its task was cancelled.
private final class Cancellation: Sendable {
    private static let patience = Duration.seconds(3)
    private let began = Mutex<ContinuousClock.Instant?>(nil)

    func begin() { began.withLock { $0 = $0 ?? .now } }

    var isOver: Bool { began.withLock { $0.map { .now - $0 > Self.patience } ?? false } }
}
