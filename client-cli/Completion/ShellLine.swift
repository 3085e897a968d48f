/// A command line of bash up to the cursor, whose last word may be open.
struct ShellLine {
    /// How the last word is quoted at the cursor.
    enum Quote: Character {
        case single = "'"
        case double = "\""
    }

    /// The words after the program's name, without their quotes. The last one is being typed and may be empty.
    private(set) var arguments: [String] = []
    /// The last word as it was typed.
    private(set) var lastWord = ""
    private var quote: Quote?

    init(_ line: String) {
        var (words, word, escaped) = ([String](), "", false)
        for character in line.unicodeScalars.map({ Character($0) }) {
            if !escaped, quote == nil, character == " " || character == "\t" {
                if !lastWord.isEmpty { words.append(word) }
                (word, lastWord) = ("", "")
                continue
            }
            lastWord.append(character)
            if escaped {
                // Between double quotes a backslash stands for itself, unless it quotes something.
                if quote == .double, !"\\\"$`".contains(character) { word.append("\\") }
                word.append(character)
                escaped = false
            } else if character == "\\", quote != .single {
                escaped = true
            } else if let open = quote, character == open.rawValue {
                quote = nil
            } else if quote == nil, let opened = Quote(rawValue: character) {
                quote = opened
            } else {
                word.append(character)
            }
        }
        words.append(word)
        // Variables that are set for this command alone stand before the program.
        let program = words.firstIndex { !$0.contains("=") } ?? 0
        arguments = Array(words.dropFirst(program + 1))
    }

    /// `value` as bash must read it in place of the last word, in the quotes that are open; nil if it does not begin with what
    /// was typed. Case is ignored.
    ///
    /// A letter with its accents is one character to Swift and several to bash, so this goes by code points. bash adds the
    /// closing quote, unless the last character is one.
    func completed(_ value: String) -> String? {
        guard value.lowercased().hasPrefix((arguments.last ?? "").lowercased()) else { return nil }
        switch quote {
        case .single: return Self.quoted(value, "'") { $0 == "'" ? "'\\''" : String($0) }
        case .double: return Self.quoted(value, "\"", Self.inDoubleQuotes)
        case nil: return Self.escaped(value)
        }
    }

    private static func quoted(_ value: String, _ quote: Unicode.Scalar, _ part: (Unicode.Scalar) -> String) -> String {
        let text = String(quote) + value.unicodeScalars.map(part).joined()
        return text.unicodeScalars.last == quote ? text + String(quote) : text
    }

    /// Between double quotes, bash replaces `!` by a part of its history, even after a backslash: it stands in single quotes.
    private static func inDoubleQuotes(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\", "\"", "$", "`": "\\" + String(scalar)
        case "!": "\"'!'\""
        default: String(scalar)
        }
    }

    private static func escaped(_ value: String) -> String {
        let text = value.unicodeScalars.map { (isPlain($0) ? "" : "\\") + String($0) }.joined()
        // Only at the beginning of a word these mean something.
        let first = value.unicodeScalars.first
        return first == "#" || first == "~" ? "\\" + text : text
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "#@%+=:,./_~-".unicodeScalars.contains(scalar)
    }
}
