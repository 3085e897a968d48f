/// Reads the parts of one unfolded line: `NAME;PARAMETER=VALUE,"VALUE":VALUE` (RFC 5545, section 3.1).
struct ContentLine {
    private let bytes: [UInt8]
    private let number: Int
    private var position = 0

    init(_ line: LineReader.Line) { (bytes, number) = (line.bytes, line.number) }

    mutating func property() throws(CalendarError) -> Property {
        let name = try self.name("property")
        var parameters: [Property.Parameter] = []
        while try delimiter() == ASCII.semicolon {
            position += 1
            parameters.append(try parameter())
        }
        position += 1
        return Property(name, parameters: parameters, value: Self.text(bytes[position...]))
    }

    /// The property of a malformed line that says when or which, with all after its name as the value, so that its component is
    /// not taken for one without it. Nil if the line says something else.
    var unreadable: Property? {
        let name = bytes.prefix { ASCII.isName($0) }
        let property = Property(Self.text(name), value: Self.text(bytes[name.endIndex...]))
        return Self.neededNames.contains(property.name) ? property : nil
    }

    private static let neededNames: Set = [
        "UID", "RECURRENCE-ID", "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXRULE", "EXDATE",
        "TZID", "TZOFFSETFROM", "TZOFFSETTO",
    ]

    /// Whether the line begins or ends a component, even if it is malformed.
    var isStructure: Bool {
        ["BEGIN", "END"].contains(Self.text(bytes.prefix { ASCII.isName($0) }).uppercased())
    }

    /// A colon or semicolon at the position.
    private func delimiter() throws(CalendarError) -> UInt8 {
        guard position < bytes.count else {
            throw error("\"\(excerpt)\" has no value; write NAME:VALUE.")
        }
        guard [ASCII.colon, ASCII.semicolon].contains(bytes[position]) else {
            throw error("Could not understand \"\(excerpt)\"; write NAME:VALUE or NAME;PARAMETER=VALUE:VALUE.")
        }
        return bytes[position]
    }

    private mutating func parameter() throws(CalendarError) -> Property.Parameter {
        let name = try self.name("parameter")
        guard position < bytes.count, bytes[position] == ASCII.equals else {
            throw error("The parameter \(name.prefix(40)) has no value; write \(name.prefix(40))=VALUE.")
        }
        var found: [String] = []
        repeat {
            position += 1
            found.append(try parameterValue())
        } while position < bytes.count && bytes[position] == ASCII.comma
        return Property.Parameter(name, found)
    }

    /// The value up to a comma, semicolon or colon outside of quotes. The quotes, which should surround all of it, are left out.
    private mutating func parameterValue() throws(CalendarError) -> String {
        let start = position
        var isQuoted = false
        var isPlain = true
        scan: while position < bytes.count {
            switch bytes[position] {
            case ASCII.quote: (isQuoted, isPlain) = (!isQuoted, false)
            case ASCII.caret: isPlain = false
            case ASCII.comma, ASCII.semicolon, ASCII.colon: if !isQuoted { break scan }
            default: break
            }
            position += 1
        }
        guard !isQuoted else { throw error("A quoted value has no end; write \" after it.") }
        let value = bytes[start..<position]
        return Self.text(isPlain ? value : Self.decoded(value))
    }

    /// A parameter's value without quotes, with the characters that carets stand for (RFC 6868).
    private static func decoded(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var decoded: ArraySlice<UInt8> = []
        var isEscaped = false
        for byte in value where byte != ASCII.quote {
            if isEscaped {
                isEscaped = false
                switch byte {
                case ASCII.n: decoded.append(ASCII.lineFeed)
                case ASCII.apostrophe: decoded.append(ASCII.quote)
                case ASCII.caret: decoded.append(ASCII.caret)
                default: decoded += [ASCII.caret, byte]
                }
            } else if byte == ASCII.caret {
                isEscaped = true
            } else {
                decoded.append(byte)
            }
        }
        if isEscaped { decoded.append(ASCII.caret) }
        return decoded
    }

    private mutating func name(_ kind: String) throws(CalendarError) -> String {
        let start = position
        while position < bytes.count, ASCII.isName(bytes[position]) { position += 1 }
        guard position > start else {
            throw error("A \(kind) has no name at \"\(excerpt)\"; write letters, digits and hyphens.")
        }
        return Self.text(bytes[start..<position])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The start of the line, for a message.
    private var excerpt: Substring { Self.text(bytes.prefix(160)).prefix(40) }

    private func error(_ detail: String) -> CalendarError { CalendarError(line: number, detail) }
}
