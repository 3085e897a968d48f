/// Finds mentions such as `@ada.lovelace` in a text. A mentioned person is notified.
///
/// A mention begins the text, or follows white space or a sign that does not make it part of an address or a path. Markdown
/// code, between backticks or fences, mentions nobody (CommonMark 0.31, sections 4.5 and 6.1).
public enum Mention {
    /// The most people that one text may mention.
    public static let most = 50

    /// The handles that `text` mentions, in lower case.
    /// - Complexity: O(n) for n bytes, O(n √n) if runs of backticks have no counterpart: they have at most √n lengths.
    public static func handles(in text: String) -> Set<String> {
        guard text.utf8.contains(at) else { return [] }
        var found: Set<String> = []
        var (paragraph, fence) = ([UInt8](), nil as Fence?)
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if let open = fence {
                if open.isClosed(by: line) { fence = nil }
                continue
            }
            fence = Fence(openedBy: line)
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if fence != nil || isBlank {
                collect(from: paragraph, into: &found)
                paragraph = []
            } else {
                paragraph += line
                paragraph.append(UInt8(ascii: "\n"))
            }
        }
        collect(from: paragraph, into: &found)
        return found
    }

    /// Nil if `text` does not mention too many people, else what it should be.
    static func fault(_ text: String) -> String? {
        let count = handles(in: text).count
        return count > most ? "must mention at most \(most) people, not \(count)" : nil
    }

    private static let at = UInt8(ascii: "@")

    private static func collect(from paragraph: [UInt8], into found: inout Set<String>) {
        var (place, unmatched) = (0, Set<Int>())
        while place < paragraph.count {
            switch paragraph[place] {
            case UInt8(ascii: "`"):
                let length = paragraph[place...].prefix { $0 == UInt8(ascii: "`") }.count
                place += length
                guard !unmatched.contains(length) else { continue }
                if let end = endOfCode(length, in: paragraph, from: place) { place = end } else { unmatched.insert(length) }
            case at where place == 0 || mayPrecede(paragraph[place - 1]):
                let name = paragraph[(place + 1)...].prefix(while: isOfHandle)
                place += 1 + name.count
                let next = place < paragraph.count ? paragraph[place] : UInt8(ascii: "\n")
                guard next != at, next != UInt8(ascii: "_"), let handle = handle(name) else { continue }
                found.insert(handle)
            default: place += 1
            }
        }
    }

    /// The index after the run of exactly `length` backticks that ends the code.
    private static func endOfCode(_ length: Int, in text: [UInt8], from start: Int) -> Int? {
        var place = start
        while place < text.count {
            let run = text[place...].prefix { $0 == UInt8(ascii: "`") }.count
            if run == length { return place + run }
            place += max(run, 1)
        }
        return nil
    }

    /// Nil if the text is not a valid handle. The full stop of a sentence does not belong to the handle.
    private static func handle(_ name: ArraySlice<UInt8>) -> String? {
        var name = name
        while let last = name.last, last == UInt8(ascii: ".") || last == UInt8(ascii: "-") { name.removeLast() }
        guard let first = name.first, isLetterOrDigit(first), name.count <= 50 else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isOfHandle(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Whether a mention may follow: the byte does not make it part of an address, a path or an escape. Non-ASCII bytes may come
    /// before a mention, because some scripts write no spaces.
    private static func mayPrecede(_ byte: UInt8) -> Bool {
        !isOfHandle(byte) && !#"_@/\+%"#.utf8.contains(byte)
    }
}

/// A line that begins or ends code: three or more backticks or tildes, indented by three spaces at most.
private struct Fence {
    let mark: UInt8
    let length: Int

    init?(openedBy line: Substring.UTF8View) {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard line.count - text.count <= 3, let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
        else { return nil }
        let length = text.prefix { $0 == mark }.count
        let isCodeSpan = mark == UInt8(ascii: "`") && text.dropFirst(length).contains(mark)
        guard length >= 3, !isCodeSpan else { return nil }
        (self.mark, self.length) = (mark, length)
    }

    func isClosed(by line: Substring.UTF8View) -> Bool {
        guard let other = Fence(openedBy: line), other.mark == mark, other.length >= length else { return false }
        return line.drop { $0 == UInt8(ascii: " ") }.dropFirst(other.length).allSatisfy { $0 == UInt8(ascii: " ") }
    }
}
