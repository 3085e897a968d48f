import NoteItCore

/// A timetable as a grid of the week.
public struct WeekGrid: Sendable {
    /// A class in the grid.
    struct Block: Sendable, Equatable {
        let title: String
        let kind: String
        let code: String
        let place: String
        /// Which course it is of, for its colour.
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

    /// - Parameter sections: in the order of the courses' colours. What has no fixed time is not in the grid.
    public init(_ sections: [(course: Course, section: Section)]) {
        let codes = sections.map(\.course.code)
        let colours = codes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
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
    /// Minutes of a row.
    private static let step = 30
    private static let widestCell = 24

    /// Monday to Friday, and the weekend as far as there are classes.
    var days: Range<Int> { 0..<max(5, (blocks.map(\.day).max() ?? 0) + 1) }
    var first: Int { (blocks.map(\.start).min() ?? 480) / 60 * 60 }
    var last: Int { blocks.map(\.end).max() ?? 1_020 }

    /// - Parameter width: cells of a line; nil takes 80.
    public func lines(width: Int?) -> [Styled] {
        guard !blocks.isEmpty else { return [] }
        let cell = min(Self.widestCell, max(6, ((width ?? 80) - 6) / days.count))
        let rows = Array(stride(from: first, to: last, by: Self.step))
        let columns = days.map { day in column(day, rows, cell: cell) }
        let head = line(Styled(), days.map { Styled(Self.names[$0], .strong) }, cell)
        return [head]
            + rows.indices.map { row in
                let label = rows[row] % 60 == 0 ? WallTime(minute: rows[row]).map(String.init) ?? "" : ""
                return line(Styled(label, .faint), columns.map { $0.cells[row] }, cell)
            }
            + columns.flatMap(\.hidden).map {
                Styled("      also \(Self.names[$0.day]) \($0.times) \($0.title) \($0.detail)", .faint)
            }
    }

    private func line(_ label: Styled, _ cells: [Styled], _ cell: Int) -> Styled {
        let last = cells.lastIndex { !$0.isEmpty } ?? 0
        return cells[...last].enumerated().reduce(label.padded(to: 6)) { line, entry in
            line + (entry.offset == last ? entry.element : entry.element.padded(to: cell))
        }
    }

    /// Each row shows the class that began last; a class that gets no row is hidden: it meets on other dates, or is short.
    private func column(_ day: Int, _ rows: [Int], cell: Int) -> (cells: [Styled], hidden: [Block]) {
        let own = blocks.filter { $0.day == day }
        var shown: [Block] = []
        let cells = rows.map { minute -> Styled in
            guard let block = own.last(where: { $0.start < minute + Self.step && $0.end > minute }) else {
                return Styled(minute % 60 == 0 ? "·" : "", .faint)
            }
            shown.append(block)
            return text(of: block, row: shown.count { $0 == block } - 1, cell: cell)
        }
        return (cells, own.filter { !shown.contains($0) })
    }

    /// Course, section, times, place: a row each, or two in one as far as there is room.
    private func text(of block: Block, row: Int, cell: Int) -> Styled {
        let room = cell - 2
        let fits = { (text: String) in text.displayWidth <= room }
        let head = "\(block.title) \(block.kind)"
        let rest = fits(head) || !fits(block.detail) ? block.code : block.detail
        let placed = block.place.isEmpty ? rest : "\(rest) \(block.place)"
        var words = [fits(head) ? head : block.title, fits(placed) ? placed : rest]
        if fits(block.times) { words.append(block.times) }
        if !fits(placed) { words.append(block.place) }
        let mark = Styled(TerminalLocale.isUnicode ? "▌" : "|", tone(block))
        let text = row < words.count ? words[row].truncated(to: room) : ""
        return mark + Styled(text, row == 0 ? tone(block) : .plain)
    }

    private func tone(_ block: Block) -> Tone { Self.tones[block.course % Self.tones.count] }
}
