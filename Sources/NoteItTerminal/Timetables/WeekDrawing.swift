import NoteItCore

/// A timetable as a grid of the week.
public struct WeekDrawing: Sendable {
    /// A time of the week that is kept free.
    public struct Busy: Sendable, Equatable, Memberwise {
        /// Such as `busy`, or the course of a class.
        public var title: String
        /// The days of the week, as letters of `MTWRFSU`.
        public var days: String
        public var start, end: WallTime
    }

    typealias Block = WeekOfClasses.Block

    /// What is drawn: busy times first, classes after them.
    let blocks: [Block]

    /// Busy times are drawn between these minutes, or as early and as late as there are classes.
    private static let daytime = 420..<1_320

    /// - Parameters: `sections`: in the order of the colours; those without a fixed time are not in the grid. `busy`: times that are
    ///   kept free.
    public init(_ sections: [(course: Course, section: Section)], busy: [Busy] = []) {
        let classes = WeekOfClasses(sections).blocks
        blocks = (classes.isEmpty ? [] : Self.blocks(busy, beside: classes)) + classes
    }

    private static func blocks(_ busy: [Busy], beside classes: [Block]) -> [Block] {
        let first = min(daytime.lowerBound, classes.map(\.start).min() ?? 1_440)
        let last = max(daytime.upperBound, classes.map(\.end).max() ?? 0)
        return busy.flatMap { time in
            WeekOfClasses.columns(time.days).compactMap { day in
                let (start, end) = (max(time.start.minute, first), min(time.end.minute, last))
                return start < end ? Block(title: time.title, day: day, start: start, end: end) : nil
            }
        }.sorted(by: WeekOfClasses.precedes)
    }

    private static let tones: [Tone] = [.mine, .good, .question, .warning, .notice, .bad, .strong]

    /// - Parameter width: the cells in a line; nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let heads = WeekOfClasses.days(of: blocks).map { Styled(WeekOfClasses.names[$0], .strong) }
        let grid = HourGrid(
            heads: heads,
            blocks: blocks.map { block in
                HourGrid.Block(
                    column: block.day, start: block.start, end: block.end, tone: tone(block),
                    isFaint: block.course == nil,
                    words: { words(of: block, room: $0) },
                    summary: summary(of: block))
            })
        return grid.lines(width: width, unicode: TerminalLocale.isUnicode)
    }

    private func summary(of block: Block) -> String {
        [WeekOfClasses.names[block.day], block.times, block.title, block.detail, block.dates.isEmpty ? "" : "(\(block.dates))"]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Course, section, dates, times, place: a row for each, or two in a row if they fit. Dates come early: without them a class
    /// of two days looks like one of every week.
    private func words(of block: Block, room: Int) -> [String] {
        if block.course == nil { return [block.title, block.times] }
        let fits = { (text: String) in text.displayWidth <= room }
        let head = block.kind.isEmpty ? block.title : "\(block.title) \(block.kind)"
        let rest = fits(head) || !fits(block.detail) ? block.code : block.detail
        let placed = [rest, block.place].filter { !$0.isEmpty }.joined(separator: " ")
        var words = [fits(head) ? head : block.title]
        if !block.dates.isEmpty { words.append(block.dates) }
        words.append(fits(placed) ? placed : rest)
        if fits(block.times) { words.append(block.times) }
        if !fits(placed) { words.append(block.place) }
        return words
    }

    private func tone(_ block: Block) -> Tone { block.course.map { Self.tones[$0 % Self.tones.count] } ?? .faint }
}
