import Foundation
import NoteItCore

/// Seven days as a grid of hours, with now marked. Entries of whole days are listed below it.
public struct CalendarWeek: Sendable {
    private let first: Day
    private let items: [CalendarItem]
    private let style: CalendarStyle

    /// - Parameter items: of any days.
    public init(from first: Day, items: [CalendarItem], style: CalendarStyle) {
        (self.first, self.style) = (first, style)
        self.items = items.filter { style.isOn(first...first.adding(days: 6), $0) }
    }

    /// A part of an entry that is on one day.
    private struct Part {
        let item: CalendarItem
        let column: Int
        /// When it begins and ends, in minutes of the day.
        let start, end: Int

        var isWholeDay: Bool { item.allDay || (start == 0 && end == 1_440) }
    }

    /// Empty if the days have no entries.
    /// - Parameters: `width`: the cells in a line; nil means 80; `chosen`: a day to point at.
    public func lines(width: Int?, chosen: Day? = nil) -> [Styled] {
        let all = (0..<7).flatMap(parts).sorted {
            ($0.column, $0.start, $0.end, $0.item.title, $0.item.id) < ($1.column, $1.start, $1.end, $1.item.title, $1.item.id)
        }
        if all.isEmpty { return [] }
        let today = style.clock.today.days(since: first)
        // Mon 23, or Mo 23 where a space would not fit after it.
        let letters = HourGrid.cell(width, columns: 7) > 6 ? 3 : 2
        var grid = HourGrid(
            heads: (0..<7).map { column in
                let isChosen = first.adding(days: column) == chosen
                return Styled(head(column, letters: letters), isChosen ? .mine : column == today ? .heading : .strong)
            },
            blocks: all.filter { !$0.isWholeDay }.map(block))
        if (0..<7).contains(today) { grid.now = (today, style.clock.now.minuteOfDay(in: style.clock.timeZone)) }
        let marks = Set(items.map(style.mark))
        return grid.lines(width: width, unicode: style.unicode) + wholeDays(all.filter(\.isWholeDay))
            + CalendarMark.legend(of: marks, unicode: style.unicode, width: width ?? 80)
    }

    private func head(_ column: Int, letters: Int = 3) -> String { first.adding(days: column).inWeek(letters: letters) }

    private func parts(of column: Int) -> [Part] {
        let (zone, day) = (style.clock.timeZone, first.adding(days: column))
        return items.filter { style.isOn(day, $0) }.map { item in
            let minutes = item.allDay ? 0..<1_440 : day.minutes(from: item.start, to: item.end, in: zone)
            return Part(item: item, column: column, start: minutes.lowerBound, end: minutes.upperBound)
        }
    }

    private func name(_ item: CalendarItem) -> String {
        style.mark(item).sign(unicode: style.unicode) + " " + (item.title.isEmpty ? "(no title)" : item.title)
    }

    private func block(_ part: Part) -> HourGrid.Block {
        let (item, mark) = (part.item, style.mark(part.item))
        let times = style.time(of: item, on: first.adding(days: part.column))
        let about = [item.reference ?? "", item.location].filter { !$0.isEmpty }
        return HourGrid.Block(
            column: part.column, start: part.start, end: part.end, tone: mark.tone,
            isFaint: item.done == true || mark == .study,
            words: { room in [name(item)] + (times.displayWidth <= room ? [times] : []) + about },
            summary: "\(head(part.column)) \(times) \(name(item))\(item.reference.map { "  \($0)" } ?? "")")
    }

    /// A line for each entry: in the grid it would hide the hours of the others.
    private func wholeDays(_ parts: [Part]) -> [Styled] {
        var entries: [(item: CalendarItem, columns: ClosedRange<Int>)] = []
        for part in parts {
            if let index = entries.firstIndex(where: { $0.item == part.item && $0.columns.upperBound + 1 == part.column }) {
                entries[index].columns = entries[index].columns.lowerBound...part.column
            } else {
                entries.append((part.item, part.column...part.column))
            }
        }
        return entries.map { item, columns in
            let (from, to) = (head(columns.lowerBound), head(columns.upperBound))
            let about = item.reference.map { "  \($0)" } ?? ""
            return Styled("      all day \(from == to ? from : "\(from) - \(to)")  ", .faint)
                + Styled(name(item), item.done == true ? .faint : style.mark(item).tone) + Styled(about, .faint)
        }
    }
}

extension CalendarMark {
    /// Explains signs in as few lines as they need.
    static func legend(of present: Set<CalendarMark>, unicode: Bool, width: Int) -> [Styled] {
        allCases.filter(present.contains).reduce(into: [Styled]()) { lines, mark in
            let word = Styled(mark.sign(unicode: unicode), mark.tone) + Styled(" \(mark.word)", .faint)
            if let last = lines.last, last.width + 2 + word.width <= width {
                lines[lines.count - 1] = last + "  " + word
            } else {
                lines.append(word)
            }
        }
    }
}
