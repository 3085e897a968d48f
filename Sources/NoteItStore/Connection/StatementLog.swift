import Foundation
import Synchronization

/// Writes each distinct SQL text that runs, without its values, to the file that `NOTEIT_STATEMENTS` names: a JSON object per line
/// with `sql` and `engine`, which is true for statements in the SQL of one engine. Several processes may append to the file.
final class StatementLog: Sendable {
    static let shared: StatementLog? = ProcessInfo.processInfo.environment["NOTEIT_STATEMENTS"].flatMap(StatementLog.init)

    private struct Line: Encodable {
        let sql: String
        let engine: Bool
    }

    private final class Known: Sendable {
        private let texts = Mutex<Set<String>>([])

        func insert(_ sql: String) -> Bool { texts.withLock { $0.insert(sql).inserted } }
    }

    private let file: Int32
    private let written = Known()
    /// What each thread has run. With one set for all, threads wait for each other at every statement.
    private let known = (0..<64).map { _ in Known() }

    private init?(_ path: String) {
        file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        if file < 0 { return nil }
    }

    func note(_ sql: String, isNative: Bool) {
        // Threads are pages apart.
        let thread = Int(bitPattern: UInt(pthread_self()) >> 12) % known.count
        guard known[thread].insert(sql), written.insert(sql),
            let line = try? JSONEncoder().encode(Line(sql: sql, engine: isNative))
        else { return }
        (line + [0x0A]).withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
    }
}
