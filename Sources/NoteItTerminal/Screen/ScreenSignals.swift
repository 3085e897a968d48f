import Foundation
import Synchronization
import TerminalInput

/// The signals that concern a full-screen program.
///
/// A handler may use only functions that are safe in signal handlers, and no Swift value that others change. So the bytes and the
/// terminal's settings that restore it are at fixed addresses.
enum ScreenSignals {
    /// Readable after a change of the size, or after the program was stopped and continues.
    static let channel: (read: CInt, write: CInt) = {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (ends[0], ends[1])
    }()

    /// Whether a signal took the terminal from the screen: nothing more may be drawn.
    static let isOver = Atomic<Bool>(false)

    /// The address of the terminal to restore.
    private static let terminal = Int(bitPattern: UnsafeMutablePointer<RawTerminal>.allocate(capacity: 1))
    /// The address and count of the bytes that leave the alternate screen.
    private static let farewell: (address: Int, count: Int) = {
        let bytes = Array(Control.leave.utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        return (Int(bitPattern: copy), bytes.count)
    }()

    private static let deadly = [SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

    /// From now on, each way out restores the terminal.
    static func install(restoring terminal: RawTerminal) {
        UnsafeMutablePointer<RawTerminal>(bitPattern: Self.terminal)?.initialize(to: terminal)
        _ = (farewell, channel)
        isOver.store(false, ordering: .relaxed)
        for number in deadly {
            signal(number) { number in
                ScreenSignals.restore()
                signal(number, SIG_DFL)
                ScreenSignals.raiseAgain(number)
            }
        }
        signal(SIGINT) { _ in
            ScreenSignals.restore()
            Interruption.interrupt()
        }
        signal(SIGTSTP) { _ in
            ScreenSignals.restore()
            raise(SIGSTOP)
        }
        signal(SIGWINCH) { _ in _ = write(ScreenSignals.channel.write, "w", 1) }
        signal(SIGCONT) { _ in _ = write(ScreenSignals.channel.write, "c", 1) }
    }

    static func uninstall() {
        for number in deadly + [SIGTSTP, SIGWINCH, SIGCONT] { signal(number, SIG_DFL) }
        signal(SIGINT) { _ in Interruption.interrupt() }
    }

    private static func restore() {
        isOver.store(true, ordering: .relaxed)
        _ = write(STDOUT_FILENO, UnsafeRawPointer(bitPattern: farewell.address), farewell.count)
        UnsafePointer<RawTerminal>(bitPattern: terminal)?.pointee.restoreNow()
    }

    /// The signal is blocked while its handler runs.
    private static func raiseAgain(_ number: CInt) {
        var one = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, number)
        pthread_sigmask(SIG_UNBLOCK, &one, nil)
        raise(number)
    }

    /// Reads the signals that have arrived.
    /// - Returns: whether the program was stopped and continues.
    static func drain() -> Bool {
        var (bytes, continues) = ([UInt8](repeating: 0, count: 64), false)
        while true {
            let count = read(channel.read, &bytes, bytes.count)
            guard count > 0 else { return continues }
            if bytes.prefix(count).contains(UInt8(ascii: "c")) { continues = true }
        }
    }
}
