/// Reads the prose of a Markdown text: its paragraphs, headings and cells, without the code blocks (CommonMark 0.31, chapters 4
/// and 5).
struct MarkdownProse {
    /// The paragraphs, each with its lines, and with the code spans and links in it.
    private(set) var paragraphs: [[UInt8]] = []
    private var open: [Container] = []
    private var paragraph: [UInt8] = []
    private var fence: (Fence, depth: Int)?

    private enum Container {
        case quote
        /// An item of a list, whose text begins at this column of what contains it.
        case item(Int)
    }

    /// Texts that are nested deeper are shown as source.
    private static let deepest = 24

    /// - Complexity: O(n) for n bytes.
    init(_ text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            read(MarkdownLine(line))
        }
        endParagraph()
    }

    private mutating func read(_ line: MarkdownLine) {
        var line = line
        let matched = continued(by: &line)
        if let (fence, depth) = fence {
            if matched >= depth {
                if fence.isClosed(by: line) { self.fence = nil }
                return
            }
            self.fence = nil
        }
        if line.isBlank {
            endParagraph()
            return open.removeLast(open.count - matched)
        }
        let isNew = begin(in: &line, after: matched)
        if line.isBlank { return }
        if !isNew, matched < open.count {
            // A paragraph goes on in a line without the marks of what contains it.
            if !paragraph.isEmpty, !line.isLeaf, Fence(openedBy: line) == nil { return append(line) }
            endParagraph()
            open.removeLast(open.count - matched)
        }
        if let fence = Fence(openedBy: line) {
            endParagraph()
            self.fence = (fence, open.count)
        } else if line.isLeaf || line.isUnderline && !paragraph.isEmpty {
            if line.isLeaf { endParagraph() }
            append(line)
            endParagraph()
        } else if line.indent < 4 || !paragraph.isEmpty {
            append(line)
        }
    }

    /// How many of the open containers a line goes on with, and the line without their marks.
    private func continued(by line: inout MarkdownLine) -> Int {
        for (index, container) in open.enumerated() {
            switch container {
            case .quote: if !line.consumeQuote() { return index }
            case .item(let column): if !line.isBlank, !line.consume(columns: column) { return index }
            }
        }
        return open.count
    }

    /// Opens the quotes and items that begin in a line. Returns whether there are any.
    private mutating func begin(in line: inout MarkdownLine, after matched: Int) -> Bool {
        var (kept, isNew) = (matched, false)
        while kept < Self.deepest {
            let container: Container
            let interrupts = !paragraph.isEmpty && kept == open.count
            if line.consumeQuote() {
                container = .quote
            } else if let column = line.consumeItem(interrupting: interrupts) {
                container = .item(column)
            } else {
                return isNew
            }
            endParagraph()
            open.removeLast(open.count - kept)
            open.append(container)
            (kept, isNew) = (kept + 1, true)
        }
        return isNew
    }

    private mutating func append(_ line: MarkdownLine) {
        paragraph += line.rest
        paragraph.append(UInt8(ascii: "\n"))
    }

    private mutating func endParagraph() {
        if !paragraph.isEmpty { paragraphs.append(paragraph) }
        paragraph = []
    }
}

/// The rest of a line, in columns: a tab reaches to the next multiple of four.
struct MarkdownLine {
    private(set) var rest: Substring.UTF8View
    private var column = 0
    /// Columns of a tab that was taken in part.
    private var carried = 0

    init(_ line: Substring.UTF8View) { rest = line }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    var isBlank: Bool { rest.allSatisfy(Self.isSpace) }

    /// The width of the white space that it begins with.
    var indent: Int {
        var end = column
        for byte in rest {
            if byte == 0x20 { end += 1 } else if byte == 0x09 { end += 4 - end % 4 } else { break }
        }
        return end - column + carried
    }

    private var text: Substring.UTF8View { rest.drop(while: Self.isSpace) }

    /// Whether it is a heading or a rule, which no paragraph goes on with.
    var isLeaf: Bool {
        guard indent < 4, let first = text.first else { return false }
        if first == UInt8(ascii: "#") {
            let level = text.prefix { $0 == first }.count
            return level <= 6 && text.dropFirst(level).first.map(Self.isSpace) ?? true
        }
        return isRule
    }

    /// Whether it makes a heading of the paragraph above it.
    var isUnderline: Bool {
        guard indent < 4, let mark = text.first, "=-".utf8.contains(mark) else { return false }
        return text.drop { $0 == mark }.allSatisfy(Self.isSpace)
    }

    private var isRule: Bool {
        guard let mark = text.first, "*-_".utf8.contains(mark) else { return false }
        let marks = text.filter { !Self.isSpace($0) }
        return marks.count >= 3 && marks.allSatisfy { $0 == mark }
    }

    /// Takes white space of so many columns; false if there is less.
    mutating func consume(columns: Int) -> Bool {
        guard indent >= columns else { return false }
        var left = columns
        let held = min(left, carried)
        (carried, left) = (carried - held, left - held)
        while left > 0, let byte = rest.popFirst() {
            let width = byte == 0x09 ? 4 - column % 4 : 1
            column += width
            (left, carried) = (max(left - width, 0), max(width - left, 0))
        }
        return true
    }

    /// Takes the mark of a quote and a space after it.
    mutating func consumeQuote() -> Bool {
        guard indent < 4, text.first == UInt8(ascii: ">") else { return false }
        _ = consume(columns: indent)
        rest.removeFirst()
        column += 1
        _ = consume(columns: 1)
        return true
    }

    /// Takes the mark of a list's item. Returns the column at which its text begins; nil if none does.
    /// - Parameter interrupting: whether a paragraph stands above: fewer marks end that.
    mutating func consumeItem(interrupting: Bool) -> Int? {
        guard indent < 4, !isRule, let width = markWidth(interrupting: interrupting) else { return nil }
        let before = indent
        var line = self
        _ = line.consume(columns: before)
        line.rest.removeFirst(width)
        line.column += width
        let isEmpty = line.isBlank
        if isEmpty, interrupting { return nil }
        let space = line.indent
        guard isEmpty || space > 0 else { return nil }
        // Five columns or more: the text begins after one, with code.
        let taken = isEmpty || space > 4 ? 1 : space
        _ = line.consume(columns: taken)
        self = line
        return before + width + taken
    }

    private func markWidth(interrupting: Bool) -> Int? {
        guard let first = text.first else { return nil }
        if "-+*".utf8.contains(first) { return 1 }
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), let end = text.dropFirst(digits.count).first, ".)".utf8.contains(end),
            !interrupting || digits.elementsEqual("1".utf8)
        else { return nil }
        return digits.count + 1
    }
}

/// A line that begins or ends code: three or more backticks or tildes, indented by three spaces at most.
struct Fence {
    let mark: UInt8
    let length: Int

    init?(openedBy line: MarkdownLine) {
        let text = line.rest.drop { $0 == UInt8(ascii: " ") }
        guard line.indent < 4, let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let length = text.prefix { $0 == mark }.count
        let isCodeSpan = mark == UInt8(ascii: "`") && text.dropFirst(length).contains(mark)
        guard length >= 3, !isCodeSpan else { return nil }
        (self.mark, self.length) = (mark, length)
    }

    func isClosed(by line: MarkdownLine) -> Bool {
        guard let other = Fence(openedBy: line), other.mark == mark, other.length >= length else { return false }
        return line.rest.drop { $0 == UInt8(ascii: " ") }.dropFirst(other.length).allSatisfy {
            [0x20, 0x09, 0x0D].contains($0)
        }
    }
}
