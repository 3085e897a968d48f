/// Hours of some columns, such as days, as a picture (SVG 1.1): 120 points for a column, one for a minute. Each text is escaped.
public struct HourSheet: Sendable, Memberwise {
    public struct Block: Sendable, Memberwise {
        public var column: Int
        /// In minutes of the day.
        public var start: Int
        public var end: Int
        /// An SVG colour.
        public var fill: String
        /// The first is bold. Those that have room are drawn, each cut to the width of its lane.
        public var lines: [String]
        /// The place among those beside it, and how many stand there.
        public var lane: Int = 0
        public var lanes: Int = 1
    }

    /// How many Latin letters a block has room for that has the whole width of its column.
    private static let letters = 17

    public var title: String
    public var heads: [String]
    public var blocks: [Block]
    /// The hours that are drawn, in minutes of the day.
    public var first, last: Int
    /// Lines below the hours.
    public var notes: [String] = []

    public var svg: String {
        let wide = 60 + heads.count * 120
        let foot = 70 + (last - first)
        let tall = foot + notes.count * 16
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(wide) \#(tall)" font-family="sans-serif" font-size="12">"#,
            #"<title>\#(title.escapedForXML)</title>"#,
            #"<rect width="\#(wide)" height="\#(tall)" fill="white"/>"#,
            #"<text x="10" y="20" font-size="16">\#(title.cut(to: (wide - 20) / 9).escapedForXML)</text>"#,
        ]
        for (column, head) in heads.enumerated() {
            parts.append(#"<text x="\#(60 + column * 120)" y="44" font-weight="bold">\#(head.escapedForXML)</text>"#)
        }
        for minute in stride(from: first, through: last, by: 60) {
            let y = 54 + minute - first
            parts.append(#"<path d="M50 \#(y)H\#(wide)" stroke="silver"/>"#)
            parts.append(#"<text x="8" y="\#(y + 4)" fill="gray">\#(WallTime(minute: minute).map(String.init) ?? "")</text>"#)
        }
        parts += blocks.flatMap(picture)
        parts += notes.enumerated().map { row, note in #"<text x="10" y="\#(foot + row * 16)">\#(note.escapedForXML)</text>"# }
        return (parts + ["</svg>", ""]).joined(separator: "\n")
    }

    private func picture(_ block: Block) -> [String] {
        let wide = 114 / max(1, block.lanes)
        let (x, y, tall) = (60 + block.column * 120 + block.lane * wide, 54 + block.start - first, block.end - block.start)
        return [#"<rect x="\#(x)" y="\#(y)" width="\#(wide)" height="\#(tall)" rx="4" fill="\#(block.fill)"/>"#]
            + block.lines.prefix(max(1, (tall - 4) / 15)).enumerated().map { row, text in
                let weight = row == 0 ? #" font-weight="bold""# : ""
                let shown = text.cut(to: max(2, Self.letters / max(1, block.lanes))).escapedForXML
                return #"<text x="\#(x + 6)" y="\#(y + 16 + row * 15)"\#(weight)>\#(shown)</text>"#
            }
    }
}

extension [HourSheet.Block] {
    /// These blocks, those that overlap beside each other. O(n log n + n lanes).
    public var sideBySide: [HourSheet.Block] {
        var laid = sorted { ($0.column, $0.start, $0.end) < ($1.column, $1.start, $1.end) }
        // A group is of blocks of a column that overlap, by way of others; `ends` are those of its lanes.
        var (begin, ends, last): (Int, [Int], Int) = (0, [], 0)
        for index in laid.indices {
            let block = laid[index]
            if block.column != laid[begin].column || block.start >= last {
                for member in begin..<index { laid[member].lanes = ends.count }
                (begin, ends, last) = (index, [], 0)
            }
            let lane = ends.firstIndex { $0 <= block.start } ?? ends.count
            if lane == ends.count { ends.append(block.end) } else { ends[lane] = block.end }
            last = Swift.max(last, block.end)
            laid[index].lane = lane
        }
        for member in begin..<laid.count { laid[member].lanes = ends.count }
        return laid
    }
}
