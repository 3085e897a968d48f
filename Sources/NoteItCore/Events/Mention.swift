/// Finds mentions such as `@ada.lovelace` in a text. A mentioned person is notified.
///
/// Mentions stand in the prose of the Markdown: not in code blocks, code spans, and the addresses of links. One begins the text,
/// or follows white space, an opening mark of emphasis, another mention and a sign, or a sign that does not make it part of an
/// address or a path.
public enum Mention {
    /// The most people that one text may mention.
    public static let most = 50

    /// The handles that `text` mentions, in lower case.
    /// - Complexity: O(n) for n bytes, O(n √n) if runs of backticks have no counterpart: they have at most √n lengths.
    public static func handles(in text: String) -> Set<String> {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        var found: Set<String> = []
        for paragraph in MarkdownProse(text).paragraphs where paragraph.contains(UInt8(ascii: "@")) {
            var reader = MentionReader(paragraph)
            found.formUnion(reader.handles())
        }
        return found
    }

    /// Whether a name may stand for a handle that begins with it: it has three characters, or ends where a word of the handle
    /// ends. `@ada` and `@love` are no accident; `@a` is. A handle that only lacks a number is another person's, or was.
    public static func isBeginning(_ name: String, of handle: String) -> Bool {
        let rest = handle.dropFirst(name.count)
        guard handle.hasPrefix(name), !rest.allSatisfy(\.isNumber) else { return false }
        return name.utf8.count >= 3 || rest.first == "."
    }

    /// The fault of a text that mentions too many people, in words; nil if it does not.
    static func fault(_ text: String) -> String? {
        let count = handles(in: text).count
        return count > most ? "must mention at most \(most) people, not \(count)" : nil
    }
}

/// Reads the mentions of one paragraph (CommonMark 0.31, chapter 6).
private struct MentionReader {
    private let text: [UInt8]
    private var place = 0
    /// The lengths of backticks that nothing closes.
    private var unmatched: Set<Int> = []
    /// How many underscores of emphasis are open.
    private var underscores = 0
    private var brackets = 0
    /// A place before which no parenthesis closes.
    private var unclosed = 0
    /// The end of the last mention.
    private var end: Int?

    init(_ paragraph: [UInt8]) { text = paragraph }

    mutating func handles() -> Set<String> {
        var found: Set<String> = []
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"): place += 2
            case UInt8(ascii: "`"): skipCode()
            case UInt8(ascii: "_"): consumeUnderscores()
            case UInt8(ascii: "["):
                brackets += 1
                place += 1
            case UInt8(ascii: "]"): skipTarget()
            case UInt8(ascii: ":") where text[place...].starts(with: "://".utf8):
                place = text[place...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") } ?? text.count
            case UInt8(ascii: "@"): if let handle = consumeHandle() { found.insert(handle) }
            default: place += 1
            }
        }
        return found
    }

    private mutating func skipCode() {
        let length = run(of: UInt8(ascii: "`"))
        place += length
        guard !unmatched.contains(length) else { return }
        var end = place
        while end < text.count {
            let run = text[end...].prefix { $0 == UInt8(ascii: "`") }.count
            if run == length { return place = end + run }
            end += max(run, 1)
        }
        unmatched.insert(length)
    }

    /// The address after the text of a link.
    private mutating func skipTarget() {
        place += 1
        guard brackets > 0 else { return }
        brackets -= 1
        guard byte(at: place) == UInt8(ascii: "("), place >= unclosed else { return }
        let close = text[place...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "\n") } ?? text.count
        if byte(at: close) == UInt8(ascii: ")") { place = close + 1 } else { unclosed = close }
    }

    private mutating func consumeUnderscores() {
        let (before, length) = (byte(at: place - 1), run(of: UInt8(ascii: "_")))
        place += length
        let after = byte(at: place)
        if underscores > 0, !Self.isSpace(before), !Self.isWord(after) {
            underscores -= min(length, underscores)
        } else if !Self.isSpace(after), !Self.isWord(before) {
            underscores += length
        }
    }

    private mutating func consumeHandle() -> String? {
        let isMention = mayBegin(after: place - 1)
        place += 1
        let name = text[place...].prefix(while: Self.isOfHandle)
        place += name.count
        let handle = name.prefix(name.lastIndex(where: \.isASCIILetterOrDigit).map { $0 + 1 - name.startIndex } ?? 0)
        guard isMention, let first = handle.first, first.isASCIILetterOrDigit, handle.count <= 50 else { return nil }
        // The full stop of a sentence does not belong to the handle.
        let isWhole = handle.count == name.count
        if isWhole, byte(at: place) == UInt8(ascii: "@") || isInWord(underscoresAt: place) { return nil }
        end = handle.endIndex
        return String(decoding: handle, as: UTF8.self).lowercased()
    }

    /// Whether underscores from an index on belong to a word: they close no emphasis.
    private func isInWord(underscoresAt index: Int) -> Bool {
        let length = text[index...].prefix { $0 == UInt8(ascii: "_") }.count
        return length > 0 && (underscores == 0 || Self.isWord(byte(at: index + length)))
    }

    /// Non-ASCII bytes may come before a mention, because some scripts write no spaces.
    private func mayBegin(after index: Int) -> Bool {
        let byte = byte(at: index)
        if byte == UInt8(ascii: "_") {
            let start = text[...index].lastIndex { $0 != UInt8(ascii: "_") }
            return !Self.isWord(start.map { text[$0] } ?? 0x20)
        }
        if index == end, Self.joins.contains(byte) { return true }
        return !Self.isOfHandle(byte) && !#"@/\+%"#.utf8.contains(byte)
    }

    /// The signs between two mentions, as in `@ada/@ben`.
    private static let joins = Array("/+.-".utf8)

    private func run(of mark: UInt8) -> Int { text[place...].prefix { $0 == mark }.count }

    /// White space beyond the ends.
    private func byte(at index: Int) -> UInt8 { text.indices.contains(index) ? text[index] : 0x20 }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    /// Whether a byte is of a word, for which underscores are letters.
    private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || byte >= 0x80 }

    private static func isOfHandle(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
