import Foundation
import Synchronization

/// The handling of Ctrl-C: it ends the program with a status that the command chooses, but waits for critical work.
public enum Interruption {
    private static let status = Atomic<CInt>(2)
    private static let critical = Mutex<String?>(nil)
    /// A signal handler may only write to a pipe; a thread that reads from it does the rest.
    private static let channel: (read: CInt, write: CInt) = {
        var ends: [CInt] = [-1, -1]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
    }()

    /// Sets the handler, with status 2, cancelled.
    public static func install() {
        guard channel.read >= 0 else { return }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while read(channel.read, &byte, 1) != 1 {}
            waitForCriticalWork(atMost: 3)
            _ = write(STDERR_FILENO, "\n", 1)
            _exit(status.load(ordering: .relaxed))
        }
        signal(SIGINT) { _ in Interruption.interrupt() }
    }

    /// What Ctrl-C does, for other ways to interrupt. Safe in a signal handler.
    static func interrupt() { _ = write(channel.write, "!", 1) }

    /// Waits until critical work is done, as before an end that nobody asked for with Ctrl-C.
    public static func settle() { waitForCriticalWork(atMost: 3) }

    /// - Parameter status: the exit status after Ctrl-C from now on.
    public static func set(status: CInt) { self.status.store(status, ordering: .relaxed) }

    /// - Parameter lock: a file that is locked (`flock`) during critical work: an interrupted exchange of single-use tokens
    ///   would sign the person out.
    public static func respect(lock: URL) { critical.withLock { $0 = lock.path } }

    private static func waitForCriticalWork(atMost seconds: Int) {
        guard let path = critical.withLock({ $0 }) else { return }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<(seconds * 100) where flock(descriptor, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
    }
}
