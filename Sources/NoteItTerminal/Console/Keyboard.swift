import Foundation
import NoteItCore
import TerminalInput

/// A key that a person pressed.
public enum Key: Sendable, Equatable {
    case up, down, left, right, pageUp, pageDown, home, enter, escape, backspace
    case letter(Character)
    /// A text that was pasted, with `\n` between its lines.
    case paste(String)
    case other
    /// Ctrl-L, which draws the screen again.
    case redraw
    /// Ctrl-U, which clears a line of input.
    case clear
    /// Ctrl-Z.
    case suspend
    /// Ctrl-C.
    case interrupt
    /// The end of input.
    case end

    /// The key that begins with a byte.
    /// - Parameters:
    ///   - next: the next byte if it follows at once; nil after a single Escape.
    ///   - pasted: the next byte of a paste; nil if no more comes.
    static func read(_ byte: UInt8, next: () -> UInt8?, pasted: () -> UInt8? = { nil }) -> Key {
        switch byte {
        case 0x03: .interrupt
        case 0x04: .end
        case 0x08, 0x7F: .backspace
        case 0x0A, 0x0D: .enter
        case 0x0C: .redraw
        case 0x15: .clear
        case 0x1A: .suspend
        case 0x1B: sequence(next, pasted)
        case 0x20...0x7E: .letter(Character(UnicodeScalar(byte)))
        case 0xC2...0xF4: character(byte, next)
        default: .other
        }
    }

    /// A character beyond ASCII, in UTF-8.
    private static func character(_ lead: UInt8, _ next: () -> UInt8?) -> Key {
        var bytes = [lead]
        for _ in 1..<(lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4) { if let byte = next() { bytes.append(byte) } }
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first, text.visible == text else {
            return .other
        }
        return .letter(character)
    }

    /// After Escape: `[A`, `OA`, `[5~`, `[1;5C`, and `[200~`, which begins a paste.
    private static func sequence(_ next: () -> UInt8?, _ pasted: () -> UInt8?) -> Key {
        guard let lead = next() else { return .escape }
        guard lead == UInt8(ascii: "[") || lead == UInt8(ascii: "O") else { return .other }
        var parameters = ""
        while let byte = next() {
            switch byte {
            case 0x30...0x3F: parameters.append(Character(UnicodeScalar(byte)))
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            case UInt8(ascii: "H"): return .home
            case UInt8(ascii: "~") where parameters == "200": return .paste(paste(pasted))
            case UInt8(ascii: "~"): return ["5": .pageUp, "6": .pageDown, "1": .home, "7": .home][parameters] ?? .other
            default: return .other
            }
        }
        return .other
    }
}

/// Pastes, as terminals mark them in "bracketed paste mode" (xterm).
extension Key {
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// In bytes. The rest of a longer paste is left out.
    private static let longestPaste = 1 << 20

    /// The text up to the mark of its end: without control characters, except line ends and tabs.
    private static func paste(_ next: () -> UInt8?) -> String {
        var (bytes, last) = ([UInt8](), [UInt8]())
        while last != pasteEnd, let byte = next() {
            last = Array((last + [byte]).suffix(pasteEnd.count))
            if bytes.count < longestPaste + pasteEnd.count { bytes.append(byte) }
        }
        if last == pasteEnd { bytes.removeLast(min(pasteEnd.count, bytes.count)) }
        let text = String(decoding: bytes.prefix(longestPaste), as: UTF8.self).withLineFeeds
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl || $0 == "\n" || $0 == "\t" }))
    }
}

/// The terminal's keys one by one, without echo, from its creation to `close()`.
///
/// Keyboard signals are off: Ctrl-C arrives as a key, so that the terminal is always restored.
public struct Keyboard: Sendable {
    private let terminal: RawTerminal
    /// How long the bytes of one key may take to arrive, in milliseconds.
    private static let gap: CInt = 50

    /// Nil if standard input is not a terminal.
    public init?() {
        guard let terminal = RawTerminal(), terminal.enter() else { return nil }
        self.terminal = terminal
    }

    /// Restores the terminal.
    public func close() { terminal.restore() }

    /// Waits for a key.
    public func next() -> Key {
        guard let byte = RawTerminal.byte() else { return .end }
        return Key.read(byte) { RawTerminal.hasInput(within: Self.gap) ? RawTerminal.byte() : nil }
    }
}

/// Lines of standard output that are drawn again in the same place.
public struct LiveLines {
    private let console: Console
    private var height = 0

    public init(_ console: Console) { self.console = console }

    /// Draws the lines in place of the last ones. Each must fit the width, all of them the height.
    public mutating func draw(_ lines: [Styled]) {
        let back = height > 0 ? "\u{1B}[\(height)A" : ""
        console.raw(back + "\r\u{1B}[J" + lines.map { console.outColours.paint($0) + "\n" }.joined())
        height = lines.count
    }
}
