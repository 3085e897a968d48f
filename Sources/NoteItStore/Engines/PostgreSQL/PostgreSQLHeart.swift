import Dispatch
import Foundation
import NoteItCore
import Synchronization

/// Commits each second, and tells when commits cease to pass. The commits do not wait for those of the log.
final class PostgreSQLHeart: Sendable {
    private static let interval = Duration.seconds(1)
    /// How often it is looked whether commits pass.
    private static let pause: TimeInterval = 0.1
    private let session: PostgreSQLSession
    private let tell: @Sendable (StoreSignal) -> Void
    private let isClosed = Atomic(false)
    /// Why the last commit did not pass. One that has not come back yet says nothing itself.
    private let fault = Mutex(PostgreSQLFault.cut.advice)

    init(_ session: PostgreSQLSession, tell: @escaping @Sendable (StoreSignal) -> Void) {
        (self.session, self.tell) = (session, tell)
    }

    func start() {
        session.node.watch()
        DispatchQueue(label: "noteit.heart", qos: .userInitiated).async { self.beat() }
        DispatchQueue(label: "noteit.fence", qos: .userInitiated).async { self.watch() }
    }

    func close() { isClosed.store(true, ordering: .relaxed) }

    private func beat() {
        var connection: PostgreSQLConnection?
        while !isClosed.load(ordering: .relaxed) {
            do {
                let began = ContinuousClock.now
                let open = try connection ?? session.open()
                if connection != nil { try session.node.beat(open) }
                connection = open
                fault.withLock { $0 = PostgreSQLFault.cut.advice }
                // One that waited is followed by the next at once.
                Thread.sleep(forTimeInterval: max(0, (Self.interval - (.now - began)) / .seconds(1)))
            } catch {
                connection = nil
                fault.withLock { $0 = (error as? PostgreSQLFault)?.advice ?? "\(error)" }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
    }

    private func watch() {
        while !isClosed.load(ordering: .relaxed) {
            Thread.sleep(forTimeInterval: Self.pause)
            guard session.node.isFenced else { continue }
            session.node.cutAll()
            tell(.fenced(fault.withLock(\.self)))
            while !session.node.reopen(), !isClosed.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: Self.pause) }
            tell(.unfenced)
        }
    }
}
