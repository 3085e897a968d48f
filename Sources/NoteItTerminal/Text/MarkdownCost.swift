/// What a text would cost the Markdown parser, counted in one pass over its bytes.
///
/// Some steps of libcmark-gfm take time by the square or the cube of what they read: deep lists before empty lines, wide
/// tables, rows that may begin a table below a long paragraph, addresses in an endless word. A text that holds too much of
/// them is not parsed.
struct MarkdownCost {
    /// About 20 ms. A text that people write costs a tenth of it at most.
    private static let most = 2_000_000

    /// The most quotes and lists that begin on one line.
    private var depth = 0
    private var openers = 0
    private var lines = 0
    private var emptyLines = 0
    private var longestLine = 0
    /// The most columns of a table.
    private var columns = 0
    /// The bytes and the column marks since the last empty line.
    private var paragraph = (bytes: 0, pipes: 0)
    private var rows = 0
    private var addresses = 0
    private var brackets = 0
    private var images = 0
    private var declarations = 0
    private var hasDefinitions = false

    /// Whether a text must be shown as source.
    /// - Parameter deepest: how deep quotes and lists may be nested.
    static func isTooHigh(_ text: String, deepest: Int) -> Bool {
        var cost = MarkdownCost()
        for line in Array(text.utf8).split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            cost.count(line)
        }
        return cost.depth > deepest || cost.total > most
    }

    private var total: Int {
        let lists = openers * emptyLines
        // A row that is too short gets the cells that it lacks.
        let tables = rows + 100 * columns * lines
        // Each use of a definition repeats its address.
        let definitions = hasDefinitions ? brackets * longestLine : 0
        return lists + tables + definitions + addresses + 2_000 * images + 10_000 * declarations
    }

    private mutating func count(_ line: ArraySlice<UInt8>) {
        lines += 1
        longestLine = max(longestLine, line.count)
        let opened = Self.openers(of: line)
        depth = max(depth, opened)
        openers += opened
        addRow(line)
        addInlines(line)
    }

    private mutating func addRow(_ line: ArraySlice<UInt8>) {
        let pipes = line.count(where: { $0 == UInt8(ascii: "|") })
        rows += pipes * pipes
        if line.allSatisfy(Self.isMargin) {
            emptyLines += 1
            paragraph = (0, 0)
        }
        paragraph.bytes += line.count
        paragraph.pipes += pipes
        // For a row of hyphens the parser reads all of the paragraph above it as a row.
        guard line.contains(UInt8(ascii: "-")), line.allSatisfy(Self.isOfDelimiter) else { return }
        rows += paragraph.bytes + paragraph.pipes * paragraph.pipes
        columns = max(columns, pipes + 1)
    }

    private static func isMargin(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ">") }

    /// Whether it stands in the row of hyphens of a table, or in the markers of lists and quotes before it.
    private static func isOfDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: ")"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: isMargin(byte)
        }
    }

    private mutating func addInlines(_ line: ArraySlice<UInt8>) {
        for word in line.split(whereSeparator: { $0 <= 0x20 }) {
            var (found, closing) = (0, 0)
            for place in word.indices {
                let rest = word[place...]
                switch word[place] {
                case UInt8(ascii: "@"): found += 1
                case UInt8(ascii: ":") where rest.starts(with: "://".utf8): found += 1
                case UInt8(ascii: "w") where rest.starts(with: "www.".utf8): found += 1
                case UInt8(ascii: ")"): closing += 1
                case UInt8(ascii: "["): brackets += 1
                case UInt8(ascii: "]") where rest.starts(with: "]:".utf8): hasDefinitions = true
                case UInt8(ascii: "!") where rest.starts(with: "![".utf8): images += 1
                case UInt8(ascii: "<") where rest.starts(with: "<!".utf8): declarations += 1
                case UInt8(ascii: "<") where rest.starts(with: "<?".utf8): declarations += 1
                default: break
                }
            }
            // From each address on, and from each bracket at its end, the parser reads the word again.
            if found > 0 { addresses += word.count * (found + closing) }
        }
    }

    /// How many quotes and lists begin on a line, at most.
    private static func openers(of line: ArraySlice<UInt8>) -> Int {
        var (count, run, last, place) = (0, 0, UInt8(0), line.startIndex)
        while place < line.endIndex {
            let byte = line[place]
            if byte == 0x20 || byte == 0x09 {
                place += 1
            } else if let end = endOfOpener(at: place, in: line) {
                run = byte == last ? run + 1 : 1
                (count, last, place) = (count + 1, byte, end)
            } else {
                return count
            }
        }
        // `- - -` is a rule.
        let isRule = run >= 3 && (last == UInt8(ascii: "-") || last == UInt8(ascii: "*"))
        return isRule ? count - run : count
    }

    /// The index after the `>`, the `-`, or the `1.` that begins at `place`; nil if something else does.
    private static func endOfOpener(at place: Int, in line: ArraySlice<UInt8>) -> Int? {
        var end = place + 1
        switch line[place] {
        case UInt8(ascii: ">"): return end
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while end < line.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[end]) { end += 1 }
            guard end < line.endIndex, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ")") else { return nil }
            end += 1
        default: return nil
        }
        return end == line.endIndex || line[end] == 0x20 || line[end] == 0x09 ? end : nil
    }
}
