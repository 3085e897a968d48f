import Foundation
import Synchronization

/// What Ctrl-C does: ends the program with a status that the running command chooses, but not in the middle of what must
/// not be cut.
public enum Interruption {
    private static let status = Atomic<CInt>(2)
    private static let critical = Mutex<String?>(nil)
    /// The handler may only write; a thread that waits at the other end does the rest.
    private static let channel: (read: CInt, write: CInt) = {
        var ends: [CInt] = [-1, -1]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    }()

    /// Ends with 2, cancelled, unless `set` says otherwise.
    public static func install() {
        guard channel.read >= 0 else { return }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while read(channel.read, &byte, 1) != 1 {}
            waitForCriticalWork(atMost: 3)
            _ = write(STDERR_FILENO, "\n", 1)
            _exit(status.load(ordering: .relaxed))
        }
        signal(SIGINT) { _ in _ = write(Interruption.channel.write, "!", 1) }
    }

    /// - Parameters:
    ///   - status: what Ctrl-C ends with from now on.
    public static func set(status: CInt) { self.status.store(status, ordering: .relaxed) }

    /// - Parameter lock: a file on which others and this process hold a `flock` while an end would do harm: an exchange of
    ///   single-use tokens that is cut off signs a person out.
    public static func respect(lock: URL) { critical.withLock { $0 = lock.path } }

    private static func waitForCriticalWork(atMost seconds: Int) {
        guard let path = critical.withLock({ $0 }) else { return }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<(seconds * 100) where flock(descriptor, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
    }
}
