import Foundation

/// The terminal at standard input, for programs that read keys themselves. `noteit` and `noteitd` share this module, which has no
/// other task: the mode of the terminal, its bytes, and lines that are typed without echo.
public struct RawTerminal: Sendable {
    /// The settings that `restore` puts back.
    private let before: termios

    /// Nil if standard input is not a terminal. Changes nothing.
    public init?() {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        self.before = before
    }

    /// From now on bytes arrive as they are typed, without echo. Ctrl-C and all other keys are bytes too, so that the program can
    /// always restore the terminal.
    /// - Parameter discardingInput: whether what was typed before is thrown away.
    /// - Returns: whether the terminal took the settings.
    @discardableResult
    public func enter(discardingInput: Bool = false) -> Bool {
        var raw = before
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        return tcsetattr(STDIN_FILENO, discardingInput ? TCSAFLUSH : TCSADRAIN, &raw) == 0
    }

    public func restore(discardingInput: Bool = false) { set(discardingInput ? TCSAFLUSH : TCSADRAIN) }

    /// Restores the terminal without waiting for output. A signal handler may call it.
    public func restoreNow() { set(TCSANOW) }

    private func set(_ when: CInt) {
        var before = before
        tcsetattr(STDIN_FILENO, when, &before)
    }

    /// The next byte of standard input. Waits for it; nil at the end of input.
    public static func byte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Whether standard input has a byte, or its end, within this time.
    public static func hasInput(within milliseconds: CInt) -> Bool {
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) == 1
    }
}

/// Lines that nobody may read over a shoulder.
extension RawTerminal {
    /// A line that is typed on the terminal without echo; where standard input is not a terminal, its next line. Nil on Ctrl-C,
    /// on Ctrl-D at the beginning, and at the end of input.
    public static func hiddenLine() -> String? {
        guard let terminal = RawTerminal() else { return Swift.readLine() }
        terminal.enter(discardingInput: true)
        defer { terminal.restore(discardingInput: true) }
        var text = [UInt8]()
        while let byte = Self.byte() {
            switch byte {
            case 0x0A, 0x0D: return String(decoding: text, as: UTF8.self)
            case 0x03: return nil
            case 0x04: if text.isEmpty { return nil }
            case 0x15: text = []
            case 0x08, 0x7F: removeLastCharacter(&text)
            default: text.append(byte)
            }
        }
        return nil
    }

    /// UTF-8 continuation bytes go with the byte that they continue.
    private static func removeLastCharacter(_ text: inout [UInt8]) {
        while let last = text.popLast(), last & 0xC0 == 0x80 {}
    }
}
