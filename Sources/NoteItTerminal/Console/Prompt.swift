import Foundation

/// The person cancelled: Ctrl-C or the end of input at a prompt, `q` at a choice, an empty text in the editor.
public struct Cancelled: Error {
    /// A sentence for the person.
    public let message: String

    public init(_ message: String = "Cancelled.") { self.message = message }
}

extension Console {
    /// Asks for a line on standard error. Throws `Cancelled` at the end of input.
    public func ask(_ question: Styled) throws(Cancelled) -> String {
        prompt(question)
        guard let line = readLine() else {
            say("")
            throw Cancelled()
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Asks a yes-or-no question; an empty answer means `standard`. Throws `Cancelled` at the end of input.
    public func confirm(_ question: Styled, standard: Bool) throws(Cancelled) -> Bool {
        let answer = try ask(question + Styled(standard ? " [Y/n] " : " [y/N] ")).lowercased()
        return answer.isEmpty ? standard : ["y", "yes"].contains(answer)
    }

    /// Reads a secret from the terminal without showing it. Throws `Cancelled` on Ctrl-C, Ctrl-D.
    public func askSecret(_ question: Styled) throws(Cancelled) -> String {
        prompt(question)
        defer { say("") }
        guard let secret = HiddenInput.readLine() else { throw Cancelled() }
        return secret
    }
}

/// Reads a line from the terminal with echo off.
///
/// Keyboard signals are off too: Ctrl-C arrives as a byte, so that the terminal is always restored.
enum HiddenInput {
    /// Nil on Ctrl-C, or on Ctrl-D at the beginning.
    static func readLine() -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return Swift.readLine() }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return line()
    }

    private static func line() -> String? {
        var text = [UInt8]()
        while let byte = nextByte() {
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

    private static func nextByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// UTF-8 continuation bytes go with the byte that they continue.
    private static func removeLastCharacter(_ text: inout [UInt8]) {
        while let last = text.popLast(), last & 0xC0 == 0x80 {}
    }
}
