import Foundation
import Synchronization
import TerminalInput

/// The whole terminal, from its creation to `leave()`: the alternate screen, keys one by one, and frames.
///
/// Each frame is one write of the lines that changed. Every way out restores the terminal, a signal too.
public final class TerminalScreen: Sendable {
    private let terminal: RawTerminal
    private let palette: Palette
    private let state = Mutex(State())

    private struct State {
        var isOpen = true
        /// What the terminal shows; nil if that is unknown.
        var shown: ScreenFrame?
    }

    /// Nil if standard input and output are not a terminal.
    public init?(_ palette: Palette) {
        guard Console.outputIsTerminal, let terminal = RawTerminal() else { return nil }
        (self.terminal, self.palette) = (terminal, palette)
        enter()
    }

    public var size: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(width: 80, height: 24)
        }
        return ScreenSize(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    /// Draws what differs from the frame before.
    public func draw(_ frame: ScreenFrame) {
        state.withLock { state in
            guard state.isOpen, !ScreenSignals.isOver.load(ordering: .relaxed) else { return }
            let text = frame.difference(from: state.shown, palette)
            state.shown = frame
            if !text.isEmpty { Self.write(text) }
        }
    }

    /// The next frame is drawn whole, as after another program wrote on the terminal.
    public func forget() { state.withLock { $0.shown = nil } }

    /// Takes the terminal, also after it was left.
    public func enter() {
        ScreenSignals.install(restoring: terminal)
        terminal.enter()
        state.withLock { state in
            (state.isOpen, state.shown) = (true, nil)
            Self.write(Control.enter)
        }
    }

    /// Gives the terminal back, as for an editor or at the end.
    public func leave() {
        state.withLock { state in
            guard state.isOpen else { return }
            (state.isOpen, state.shown) = (false, nil)
            Self.write(Control.leave)
        }
        terminal.restore()
        ScreenSignals.uninstall()
    }

    /// Stops the program, as Ctrl-Z does elsewhere. Returns when it continues.
    public func suspend() {
        leave()
        kill(0, SIGTSTP)
        // Another thread may take the signal. Without a shell that could continue the program, the system ignores it.
        usleep(50_000)
        enter()
    }

    private static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, 1_000)
            } else if errno != EINTR {
                return
            }
        }
    }
}
