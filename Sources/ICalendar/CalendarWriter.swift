extension Component {
    /// The text of a file: lines end in CRLF and are folded at 75 octets, at a character's boundary (section 3.1).
    ///
    /// Reading it gives the same component. What may not stand in a file does not: control characters become spaces, and names keep
    /// their letters, digits and hyphens alone.
    public var text: String {
        var writer = CalendarWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Writes components as bytes.
private struct CalendarWriter {
    private static let lineLength = 75
    private static let lineBreak: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

    private(set) var bytes: [UInt8] = []

    mutating func write(_ component: Component) {
        let name = Self.name(component.name)
        fold(Array("BEGIN:".utf8) + name)
        for property in component.properties { fold(Self.line(property)) }
        for inner in component.components { write(inner) }
        fold(Array("END:".utf8) + name)
    }

    private mutating func fold(_ line: [UInt8]) {
        var (start, room) = (0, Self.lineLength)
        while line.count - start > room {
            var end = start + room
            while Self.isInsideCharacter(line[end]) { end -= 1 }
            bytes += line[start..<end]
            bytes += Self.lineBreak
            bytes.append(ASCII.space)
            // The space counts.
            (start, room) = (end, Self.lineLength - 1)
        }
        bytes += line[start...]
        bytes += Self.lineBreak
    }

    private static func isInsideCharacter(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }

    private static func line(_ property: Property) -> [UInt8] {
        var line = name(property.name)
        for parameter in property.parameters {
            line.append(ASCII.semicolon)
            line += name(parameter.name)
            line.append(ASCII.equals)
            line += parameter.values.map(parameterValue).joined(separator: [ASCII.comma])
        }
        line.append(ASCII.colon)
        line += withoutControls(property.value)
        return line
    }

    /// A parameter's value as a file has it: with carets for characters that may not be quoted (RFC 6868), and in quotes if it
    /// must be.
    private static func parameterValue(_ value: String) -> [UInt8] {
        var written: [UInt8] = []
        var needsQuotes = false
        for byte in value.utf8 {
            switch byte {
            case ASCII.caret: written += [ASCII.caret, ASCII.caret]
            case ASCII.quote: written += [ASCII.caret, ASCII.apostrophe]
            case ASCII.lineFeed: written += [ASCII.caret, ASCII.n]
            case ASCII.colon, ASCII.semicolon, ASCII.comma:
                needsQuotes = true
                written.append(byte)
            default: written.append(ASCII.isControl(byte) ? ASCII.space : byte)
            }
        }
        return needsQuotes ? [ASCII.quote] + written + [ASCII.quote] : written
    }

    private static func withoutControls(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes.contains(where: ASCII.isControl) ? bytes.map { ASCII.isControl($0) ? ASCII.space : $0 } : bytes
    }

    private static func name(_ name: String) -> [UInt8] { name.utf8.filter(ASCII.isName) }
}
