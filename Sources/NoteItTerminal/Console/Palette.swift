import Rainbow

/// The colours of the tones, or no colours.
public struct Palette: Sendable, Equatable {
    public let isColoured: Bool
    /// In the palette of 256 colours. Themes do not change these.
    private static let orange: UInt8 = 208, white: UInt8 = 231, black: UInt8 = 16

    public init(coloured: Bool) { isColoured = coloured }

    /// The line as it goes to the terminal.
    public func paint(_ line: Styled) -> String {
        guard isColoured else { return line.text }
        return line.spans.map { paint($0.text, $0.tone) }.joined()
    }

    public func paint(_ text: String, _ tone: Tone) -> String {
        guard isColoured else { return text }
        return switch tone {
        case .plain, .note: text
        case .strong: text.applyingStyle(.bold)
        case .faint: text.applyingStyle(.dim)
        case .good: text.green
        case .warning: text.yellow
        case .bad: text.red
        case .heading: text.applyingCodes(NamedColor.default, Style.bold, Style.underline)
        case .mine: text.applyingCodes(NamedColor.cyan, Style.bold)
        case .question: text.magenta
        case .reminder: text.yellow
        case .exam: text.applyingCodes(NamedColor.red, Style.bold)
        case .notice: text.applyingCodes(NamedColor.blue, Style.bold)
        case .high: text.red
        case .medium, .assignment: text.bit8(Self.orange)
        case .low: text.green
        case .code: text.cyan
        case .maths: text.lightCyan
        case .link: text.applyingCodes(NamedColor.blue, Style.underline)
        case .emphasis: text.applyingStyle(.italic)
        case .struck: text.applyingStyle(.strikethrough)
        case .today: text.applyingCodes(Style.bold, Style.swap)
        case .scanned: text.bit8(Self.white).onBit8(Self.black)
        case .match: text.applyingCodes(NamedColor.yellow, Style.bold)
        }
    }
}
