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

    /// A class in the grid, or a busy time.
    struct Block: Sendable, Equatable {
        let title: String
        let kind: String
        let code: String
        let place: String
        /// The dates on which the class meets, as `WeeklySlot` writes them.
        let dates: String
        /// The index of its course, for its colour; nil for a busy time.
        let course: Int?
        /// The day of the week; 0 is Monday.
        let day: Int
        let start: Int
        let end: Int

        var detail: String { [kind, code].filter { !$0.isEmpty }.joined(separator: " ") }
        var times: String {
            [start, end].compactMap { WallTime(minute: $0)?.description }.joined(separator: "-")
        }
    }

    /// What is drawn: busy times first, classes after them.
    let blocks: [Block]
    let classes: [Block]

    /// Busy times are drawn between these minutes, or as early and as late as there are classes.
    private static let daytime = 420..<1_320

    /// - Parameters: `sections`: in the order of the colours; those without a fixed time are not in the grid. `busy`: times that are
    ///   kept free.
    public init(_ sections: [(course: Course, section: Section)], busy: [Busy] = []) {
        let colours = sections.map(\.course.code).uniqued
        let (span, campus) = (sections.map(\.section).termDays, SharedCampus(sections.map(\.section)))
        let classes = sections.flatMap { course, section in
            section.slots(within: span).flatMap { slot in
                Self.columns(slot.meeting.days).map { day in
                    Block(
                        title: course.code, kind: slot.meeting.kind ?? section.kind, code: section.code,
                        place: campus.short(slot.meeting.place), dates: slot.dates,
                        course: colours.firstIndex(of: course.code) ?? 0, day: day, start: slot.meeting.start.minute,
                        end: slot.meeting.end.minute)
                }
            }
        }.sorted(by: Self.precedes)
        self.classes = classes
        blocks = (classes.isEmpty ? [] : Self.blocks(busy, beside: classes)) + classes
    }

    private static func blocks(_ busy: [Busy], beside classes: [Block]) -> [Block] {
        let first = min(daytime.lowerBound, classes.map(\.start).min() ?? 1_440)
        let last = max(daytime.upperBound, classes.map(\.end).max() ?? 0)
        return busy.flatMap { time in
            columns(time.days).compactMap { day in
                let (start, end) = (max(time.start.minute, first), min(time.end.minute, last))
                guard start < end else { return nil }
                return Block(
                    title: time.title, kind: "", code: "", place: "", dates: "", course: nil, day: day, start: start, end: end)
            }
        }.sorted(by: precedes)
    }

    private static func columns(_ days: String) -> [Int] { days.compactMap { Day.letters.firstIndex(of: $0) } }

    private static func precedes(_ left: Block, _ right: Block) -> Bool {
        (left.start, left.end, left.title, left.detail) < (right.start, right.end, right.title, right.detail)
    }

    static let names = CalendarNames.weekdays.map { String($0.prefix(3)) }
    private static let tones: [Tone] = [.mine, .good, .question, .warning, .notice, .bad, .strong]

    /// Monday to Friday, and the weekend up to the last day with a class.
    var days: Range<Int> { 0..<max(5, (blocks.map(\.day).max() ?? 0) + 1) }
    var first: Int { (blocks.map(\.start).min() ?? 480) / 60 * 60 }
    var last: Int { blocks.map(\.end).max() ?? 1_020 }

    /// - Parameter width: the cells in a line; nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let heads = days.map { Styled(Self.names[$0], .strong) }
        let grid = HourGrid(
            heads: heads,
            blocks: blocks.map { block in
                HourGrid.Block(
                    column: block.day - days.lowerBound, start: block.start, end: block.end, tone: tone(block),
                    isFaint: block.course == nil,
                    words: { words(of: block, room: $0) },
                    summary: summary(of: block))
            })
        return grid.lines(width: width, unicode: TerminalLocale.isUnicode)
    }

    private func summary(of block: Block) -> String {
        [Self.names[block.day], block.times, block.title, block.detail, block.dates.isEmpty ? "" : "(\(block.dates))"]
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
