/// Rows in columns that line up, fitted to a terminal's width.
public struct Table: Sendable {
    /// A column, and its behaviour when the table is too wide.
    public struct Column: Sendable {
        public var title: String
        public var alignsRight: Bool
        /// The least width in cells; nil means that the column is never narrowed.
        public var least: Int?
        /// The column with the highest rank is dropped first; nil means never.
        public var dropRank: Int?
        /// Whether others are narrowed and dropped before it, as long as it needs more than half of the width: a title.
        public var comesFirst: Bool

        public init(
            _ title: String, right: Bool = false, least: Int? = nil, dropRank: Int? = nil, comesFirst: Bool = false
        ) {
            self.title = title
            self.alignsRight = right
            self.least = least
            self.dropRank = dropRank
            self.comesFirst = comesFirst
        }
    }

    public var columns: [Column]
    public private(set) var rows: [[Styled]] = []
    /// Spaces before each row and between columns.
    public var indent = 0
    public var gap = 2

    public init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; `cells` has one for each column.
    public mutating func addRow(_ cells: [Styled]) {
        rows.append(cells + Array(repeating: Styled(), count: max(0, columns.count - cells.count)))
    }

    /// The rows as lines of at most `width` cells; nil means as wide as needed. `header` puts the titles first. Columns that
    /// are empty in every row are left out.
    public func lines(width: Int?, header: Bool = false) -> [Styled] {
        let layout = layout(width: width, header: header)
        let titles = header ? [columns.map { Styled($0.title, .faint) }] : []
        return (titles + rows).map { row in line(row, layout) }
    }

    private typealias Layout = [(index: Int, width: Int)]

    private func line(_ row: [Styled], _ layout: Layout) -> Styled {
        var line = Styled(String(repeating: " ", count: indent))
        for (position, column) in layout.enumerated() {
            let cell = row[column.index].truncated(to: column.width)
            let isLast = layout[(position + 1)...].allSatisfy { row[$0.index].isEmpty }
            let right = columns[column.index].alignsRight
            line += isLast && !right ? cell : cell.padded(to: column.width, right: right)
            if isLast { break }
            line += Styled(String(repeating: " ", count: gap))
        }
        return line
    }

    private func layout(width: Int?, header: Bool) -> Layout {
        var layout: Layout = columns.indices.compactMap { index in
            let widest = rows.map { $0[index].width }.max() ?? 0
            if widest == 0 && !(header && rows.isEmpty) { return nil }
            return (index, max(widest, header ? columns[index].title.displayWidth : 0))
        }
        guard let width else { return layout }
        while overflow(of: layout, width) > 0 {
            let narrowed = narrow(layout, by: overflow(of: layout, width), sparing: width / 2)
            let victim = layout.indices.filter { columns[layout[$0].index].dropRank != nil }
                .max { (columns[layout[$0].index].dropRank ?? 0) < (columns[layout[$1].index].dropRank ?? 0) }
            if overflow(of: narrowed, width) <= 0 { return narrowed }
            guard let victim else { return narrow(narrowed, by: overflow(of: narrowed, width), sparing: 0) }
            layout.remove(at: victim)
        }
        return layout
    }

    private func overflow(of layout: Layout, _ width: Int) -> Int {
        layout.reduce(indent + gap * max(0, layout.count - 1)) { $0 + $1.width } - width
    }

    /// Narrows columns cell by cell: first those that would be dropped first, then the widest.
    /// - Parameter first: the width below which a column that comes first is not narrowed.
    private func narrow(_ layout: Layout, by overflow: Int, sparing first: Int) -> Layout {
        var layout = layout
        let least = layout.map { place in
            let column = columns[place.index]
            return column.comesFirst ? max(column.least ?? .max, first) : column.least ?? .max
        }
        for _ in 0..<overflow {
            let room = layout.indices.filter { layout[$0].width > least[$0] }
            let rank = { (position: Int) in (columns[layout[position].index].dropRank ?? 0, layout[position].width) }
            guard let giver = room.max(by: { rank($0) < rank($1) }) else { break }
            layout[giver].width -= 1
        }
        return layout
    }
}
