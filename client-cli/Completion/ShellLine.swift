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
        for character in line {
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

    /// `value` as bash must read it in place of the last word, in the quotes that are open; nil if it does not begin with what was
    /// typed. Case is ignored.
    func completed(_ value: String) -> String? {
        guard value.lowercased().hasPrefix((arguments.last ?? "").lowercased()) else { return nil }
        switch quote {
        case .single: return "'" + value.replacing("'", with: "'\\''")
        case .double: return "\"" + value.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined()
        case nil: return Self.escaped(value)
        }
    }

    private static func escaped(_ value: String) -> String {
        let text = value.map { plain($0) ? String($0) : "\\\($0)" }.joined()
        // Only at the beginning of a word these mean something.
        return value.hasPrefix("#") || value.hasPrefix("~") ? "\\" + text : text
    }

    private static func plain(_ character: Character) -> Bool {
        !character.isASCII || character.isLetter || character.isNumber || "#@%+=:,./_~-".contains(character)
    }
}
