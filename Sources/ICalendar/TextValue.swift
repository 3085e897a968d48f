extension Property {
    /// A TEXT property (section 3.3.11). Control characters but the tab become spaces; `CR LF`, `CR` and `LF` are `\n`.
    public init(_ name: String, parameters: [Parameter] = [], text: String) {
        self.init(name, parameters: parameters, value: TextValue.escaped(text))
    }

    /// A property with a list of TEXTs, such as CATEGORIES.
    public init(_ name: String, parameters: [Parameter] = [], texts: [String]) {
        self.init(name, parameters: parameters, value: texts.map(TextValue.escaped).joined(separator: ","))
    }

    /// A date or a time; one of a zone other than UTC names it (TZID), a day says that it is one (VALUE=DATE).
    /// - Parameter zone: the name of the time's zone, without which it is written in UTC; not used for UTC, floating times and days.
    public init(_ name: String, _ time: CalendarTime, zone: String? = nil) {
        switch (time, zone) {
        case (.date, _): self.init(name, parameters: [Parameter("VALUE", ["DATE"])], value: time.description)
        case (.floating, _), (.zoned(_, .utc), _): self.init(name, value: time.description)
        case (.zoned, let zone?): self.init(name, parameters: [Parameter("TZID", [zone])], value: time.description)
        case (.zoned, nil): self.init(name, value: CalendarTime(time.moment(in: .utc)).description)
        }
    }

    /// The value of a TEXT property, without escapes.
    public var text: String { TextValue.unescaped(value.utf8[...]) }

    /// The values of a property with a list of TEXTs, such as CATEGORIES; none if the value is empty.
    public var texts: [String] { TextValue.items(value).map(TextValue.unescaped) }
}

/// The escapes of TEXT (RFC 5545, section 3.3.11).
private enum TextValue {
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r": escaped += ["\\", "n"]
            case "\\", ";", ",": escaped += ["\\", scalar]
            case "\t": escaped.append(scalar)
            case _ where scalar.properties.generalCategory == .control: escaped.append(" ")
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }

    /// A backslash before a character that needs none stays.
    static func unescaped(_ value: Substring.UTF8View) -> String {
        guard value.contains(ASCII.backslash) else { return String(Substring(value)) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value {
            guard isEscaped else {
                if byte == ASCII.backslash { isEscaped = true } else { bytes.append(byte) }
                continue
            }
            isEscaped = false
            switch byte {
            case ASCII.n, UInt8(ascii: "N"): bytes.append(ASCII.lineFeed)
            case ASCII.backslash, ASCII.semicolon, ASCII.comma: bytes.append(byte)
            default: bytes += [ASCII.backslash, byte]
            }
        }
        if isEscaped { bytes.append(ASCII.backslash) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts between commas without a backslash before them.
    static func items(_ value: String) -> [Substring.UTF8View] {
        guard !value.isEmpty else { return [] }
        var items: [Substring.UTF8View] = []
        let bytes = value.utf8
        var start = bytes.startIndex
        var isEscaped = false
        for index in bytes.indices {
            if !isEscaped, bytes[index] == ASCII.comma {
                items.append(bytes[start..<index])
                start = bytes.index(after: index)
            }
            isEscaped = !isEscaped && bytes[index] == ASCII.backslash
        }
        return items + [bytes[start...]]
    }
}
