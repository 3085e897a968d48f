import Foundation
import NoteItCore

/// Seven days as a grid, with fixed tasks, classes and planned study. Breaks are left out.
public struct StudyWeek: Sendable {
    public let first: Day
    private let blocks: [StudyPlan.Block]
    private let style: StudyStyle

    public init(from first: Day, blocks: [StudyPlan.Block], style: StudyStyle) {
        (self.first, self.style) = (first, style)
        self.blocks = blocks.filter { $0.kind != .break && !$0.missed }
    }

    /// A part of a block that is on one day.
    private struct Part {
        static let minutes = 0...1_440

        let block: StudyPlan.Block
        let column: Int
        /// When it begins and ends, in minutes of the day.
        let start, end: Int

        /// Such as a visit of a personal calendar.
        var isWholeDay: Bool { block.kind == .fixed && start...end == Self.minutes }
    }

    /// Empty if the days have no blocks.
    /// - Parameter width: the cells in a line; nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let all = (0..<7).flatMap(parts).sorted {
            ($0.column, $0.start, $0.end, $0.block.id) < ($1.column, $1.start, $1.end, $1.block.id)
        }
        let parts = all.filter { !$0.isWholeDay }
        let today = style.clock.today.days(since: first)
        // Mon 23, or Mo 23 where a space would not fit after it.
        let letters = HourGrid.cell(width, columns: 7) > 6 ? 3 : 2
        var grid = HourGrid(
            heads: (0..<7).map { Styled(head($0, letters: letters), $0 == today ? .heading : .strong) },
            blocks: parts.map { part in
                HourGrid.Block(
                    column: part.column, start: part.start, end: part.end, tone: style.tone(part.block),
                    isFaint: part.block.kind == .study,
                    words: { words(of: part.block, room: $0) },
                    summary: "\(head(part.column)) \(style.times(part.block)) \(part.block.title)")
            })
        if (0..<7).contains(today) { grid.now = (today, style.clock.now.minuteOfDay(in: style.clock.timeZone)) }
        return grid.lines(width: width, unicode: style.unicode) + wholeDays(all.filter(\.isWholeDay))
    }

    private func head(_ column: Int, letters: Int = 3) -> String { first.adding(days: column).inWeek(letters: letters) }

    /// A line for each block: in the grid it would hide the hours of the others.
    private func wholeDays(_ parts: [Part]) -> [Styled] {
        var columns: [(block: StudyPlan.Block, columns: ClosedRange<Int>)] = []
        for part in parts {
            if let index = columns.firstIndex(where: { $0.block.id == part.block.id }) {
                columns[index].columns = columns[index].columns.lowerBound...part.column
            } else {
                columns.append((part.block, part.column...part.column))
            }
        }
        return columns.map { block, columns in
            let (from, to) = (head(columns.lowerBound), head(columns.upperBound))
            return Styled("      all day \(from == to ? from : "\(from) - \(to)")  \(block.title)", .faint)
        }
    }

    private func parts(of column: Int) -> [Part] {
        let (zone, day) = (style.clock.timeZone, first.adding(days: column))
        let (start, end) = (day.start(in: zone), day.adding(days: 1).start(in: zone))
        return blocks.filter { $0.start < end && $0.end > start }.map { block in
            let minutes = day.minutes(from: block.start, to: block.end, in: zone)
            return Part(block: block, column: column, start: minutes.lowerBound, end: minutes.upperBound)
        }
    }

    private func words(of block: StudyPlan.Block, room: Int) -> [String] {
        let times = style.times(block)
        let state = style.state(block).text
        let course = style.course(block).text
        return [block.title, times.displayWidth <= room ? times : "", course, state].filter { !$0.isEmpty }
    }
}
