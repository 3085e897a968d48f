import Foundation
import NoteItCore

/// A month as a grid of weeks, as `cal` draws it, with signs after the days that have entries.
public struct CalendarMonth: Sendable {
    /// A day of the month that is shown.
    public let day: Day
    private let marks: [Day: [CalendarMark: Int]]
    private let style: CalendarStyle

    /// - Parameters: `day`: the chosen one, which is pointed at; `items`: of any days.
    public init(_ day: Day, items: [CalendarItem], style: CalendarStyle) {
        (self.day, self.style) = (day, style)
        var marks: [Day: [CalendarMark: Int]] = [:]
        for item in items where item.done != true {
            let days = style.days(of: item)
            var on = max(days.lowerBound, day.firstOfMonth)
            let last = min(days.upperBound, day.lastOfMonth)
            while on <= last {
                marks[on, default: [:]][style.mark(item), default: 0] += 1
                on = on.adding(days: 1)
            }
        }
        self.marks = marks
    }

    /// - Parameter width: the cells in a line; nil means 80.
    public func lines(width: Int?) -> [Styled] {
        let width = width ?? 80
        let cell = min(10, max(4, width / 7))
        var first = style.week(of: day.firstOfMonth)
        let heads = (0..<7).map { column in
            Styled(" " + CalendarNames.weekdays[first.adding(days: column).weekday].prefix(cell > 4 ? 3 : 2), .faint)
        }
        var lines = [Styled("\(CalendarNames.months[day.month - 1]) \(day.year)", .heading), Self.line(heads, cell)]
        while first <= day.lastOfMonth {
            lines.append(Self.line((0..<7).map { self.cell(first.adding(days: $0), width: cell) }, cell))
            first = first.adding(days: 7)
        }
        return (lines + legend(width: width)).map { $0.truncated(to: width) }
    }

    private static func line(_ cells: [Styled], _ cell: Int) -> Styled {
        guard let last = cells.lastIndex(where: { !$0.isEmpty }) else { return Styled() }
        return cells[...last].enumerated().reduce(Styled()) { line, entry in
            line + (entry.offset == last ? entry.element : entry.element.padded(to: cell))
        }
    }

    /// `[22]` is today, `>25` the chosen day; then as many signs as there is room for. The space before them is left out if there
    /// would be none for a sign.
    private func cell(_ on: Day, width: Int) -> Styled {
        guard on.month == day.month, on.year == day.year else { return Styled() }
        let present = CalendarMark.allCases.filter { marks[on]?[$0] != nil }
        let number = on.day < 10 ? " \(on.day)" : "\(on.day)"
        let today = on == style.clock.today
        let lead = today ? Styled("[", .today) : on == day ? Styled(">", .mine) : " "
        let isTight = width < 6 && !today
        let tone = today ? .today : on == day ? .mine : present.first.map { $0.isCounted ? $0.tone : .plain } ?? .plain
        let signs = self.signs(of: present, on, room: width - (isTight ? 4 : 5))
        let tail: Styled = today ? Styled("]", .today) : signs.isEmpty || isTight ? "" : " "
        return lead + Styled(number, tone) + tail + signs
    }

    /// A sign for each kind, the most important first; after that of due ones their number, up to 9.
    private func signs(of present: [CalendarMark], _ on: Day, room: Int) -> Styled {
        var (line, left) = (Styled(), room)
        for mark in present where left > 0 {
            var text = mark.sign(unicode: style.unicode)
            let count = marks[on]?[mark] ?? 0
            let number = count > 9 ? "9" : "\(count)"
            if mark.isCounted, count > 1, left > 1 { text += number }
            left -= text.displayWidth
            line += Styled(text, mark.tone)
        }
        return line
    }

    /// Explains the signs that occur.
    private func legend(width: Int) -> [Styled] {
        CalendarMark.legend(of: Set(marks.values.flatMap(\.keys)), unicode: style.unicode, width: width)
    }
}

extension Day {
    public var firstOfMonth: Day { adding(days: 1 - day) }

    public var lastOfMonth: Day { firstOfMonth.adding(days: 31).firstOfMonth.adding(days: -1) }

    /// The day with this number in another month, or the last day of that month if it is shorter.
    func adding(months count: Int) -> Day {
        var first = firstOfMonth
        for _ in 0..<count.magnitude {
            first = count > 0 ? first.lastOfMonth.adding(days: 1) : first.adding(days: -1).firstOfMonth
        }
        return min(first.adding(days: day - 1), first.lastOfMonth)
    }
}
