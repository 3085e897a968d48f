import Dispatch
import Foundation
import NoteItCore
import Synchronization

/// Hears of the commits of other processes. Each transaction that writes rows of the log notifies once.
final class PostgreSQLBell: Sendable {
    private static let channel = "noteit_log"
    /// In milliseconds.
    private static let patience: Int32 = 250
    private static let checkTime = Duration.seconds(5)
    private let session: PostgreSQLSession
    private let tell: @Sendable (StoreSignal) -> Void
    private let isClosed = Atomic(false)

    init(_ session: PostgreSQLSession, tell: @escaping @Sendable (StoreSignal) -> Void) {
        (self.session, self.tell) = (session, tell)
    }

    /// Notifies of a transaction if it wrote rows.
    /// - Parameters: `node`: this process; `head`: offset of the newest row before the transaction.
    static func ring(_ node: String, after head: Int64) throws -> PostgreSQLPipeline.Statement {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        return try PostgreSQLPipeline.Statement(
            "SELECT pg_notify('\(channel)', ? || head || ?) FROM log_head WHERE id = 1 AND head > ?",
            [.text("\(node) "), .text(" \(now)"), .integer(head)])
    }

    /// Whether what one connection notifies of reaches another. A pooler between loses it.
    static func reaches(_ session: PostgreSQLSession) throws -> Bool {
        let (listener, other, word) = (try session.open(), try session.open(), UUID().uuidString)
        try listener.script("LISTEN noteit_check")
        try other.script("NOTIFY noteit_check, '\(word)'")
        let end = ContinuousClock.now + checkTime
        repeat {
            if try listener.notifications(within: patience).contains(word) { return true }
        } while ContinuousClock.now < end
        return false
    }

    func start() { DispatchQueue(label: "noteit.bell", qos: .userInitiated).async { self.listen() } }

    func close() { isClosed.store(true, ordering: .relaxed) }

    private var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

    private func listen() {
        while isOpen {
            do {
                let connection = try session.open()
                try connection.script("LISTEN \(Self.channel)")
                // Nobody tells what was committed before.
                tell(.grown(at: nil))
                while isOpen { for word in try connection.notifications(within: Self.patience) { heard(word) } }
            } catch {
                Thread.sleep(forTimeInterval: 0.25)
            }
        }
    }

    /// - Parameter word: the process that committed, the offset of its newest row, and when it committed, in milliseconds.
    private func heard(_ word: String) {
        let parts = word.split(separator: " ")
        guard parts.count == 3, parts[0] != session.node.id, let time = Double(parts[2]) else { return }
        tell(.grown(at: Date(timeIntervalSince1970: time / 1_000)))
    }
}
