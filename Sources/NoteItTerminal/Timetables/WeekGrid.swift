import NoteItCore

/// A timetable as a grid of the week.
public struct WeekGrid: Sendable {
    /// A class in the grid.
    struct Block: Sendable, Equatable {
        let title: String
        let kind: String
        let code: String
        let place: String
        /// The index of its course, for its colour.
        let course: Int
        /// 0 is Monday.
        let day: Int
        let start: Int
        let end: Int

        var detail: String { "\(kind) \(code)" }
        var times: String {
            [start, end].compactMap { WallTime(minute: $0)?.description }.joined(separator: "-")
        }
    }

    let blocks: [Block]

    /// - Parameter sections: in the order of the colours. Sections without a fixed time are not in the grid.
    public init(_ sections: [(course: Course, section: Section)]) {
        let colours = sections.map(\.course.code).uniqued
        blocks = sections.flatMap { course, section in
            section.weeklyMeetings.flatMap { meeting in
                meeting.days.compactMap { letter in
                    Array("MTWRFSU").firstIndex(of: letter).map { day in
                        Block(
                            title: course.code, kind: section.kind, code: section.code, place: meeting.place,
                            course: colours.firstIndex(of: course.code) ?? 0, day: day, start: meeting.start.minute,
                            end: meeting.end.minute)
                    }
                }
            }
        }.sorted { ($0.start, $0.end, $0.title, $0.detail) < ($1.start, $1.end, $1.title, $1.detail) }
    }

    public var isEmpty: Bool { blocks.isEmpty }

    static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
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
                    column: block.day - days.lowerBound, start: block.start, end: block.end, tone: tone(block), isFaint: false,
                    words: { words(of: block, room: $0) },
                    summary: "\(Self.names[block.day]) \(block.times) \(block.title) \(block.detail)")
            })
        return grid.lines(width: width, unicode: TerminalLocale.isUnicode)
    }

    /// Course, section, times, place: a row for each, or two in a row if they fit.
    private func words(of block: Block, room: Int) -> [String] {
        let fits = { (text: String) in text.displayWidth <= room }
        let head = "\(block.title) \(block.kind)"
        let rest = fits(head) || !fits(block.detail) ? block.code : block.detail
        let placed = block.place.isEmpty ? rest : "\(rest) \(block.place)"
        var words = [fits(head) ? head : block.title, fits(placed) ? placed : rest]
        if fits(block.times) { words.append(block.times) }
        if !fits(placed) { words.append(block.place) }
        return words
    }

    private func tone(_ block: Block) -> Tone { Self.tones[block.course % Self.tones.count] }
}
