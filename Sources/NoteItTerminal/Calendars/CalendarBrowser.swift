import NoteItCore

/// What keys do to the month and the week on a terminal.
public struct CalendarBrowser: Sendable, Equatable {
    public enum View: Sendable { case month, week }

    public let view: View
    public private(set) var day: Day
    /// Whether the list of the day fills the screen, with one of its entries chosen.
    public private(set) var isOpen = false
    public private(set) var chosen = 0
    public private(set) var isDone = false
    private let today: Day
    private let weekStart: Int

    /// - Parameter weekStart: 0 is Monday.
    public init(_ view: View, day: Day, today: Day, weekStart: Int) {
        (self.view, self.day, self.today, self.weekStart) = (view, day, today, weekStart)
    }

    /// The days on the screen.
    public var days: ClosedRange<Day> {
        if isOpen { return day...day }
        switch view {
        case .month: return day.firstOfMonth...day.lastOfMonth
        case .week:
            let first = day.adding(days: -((day.weekday - weekStart + 7) % 7))
            return first...first.adding(days: 6)
        }
    }

    /// - Parameter entries: how many the day has.
    /// - Returns: the place of an entry that is to be opened; nil for all other keys.
    @discardableResult
    public mutating func press(_ key: Key, entries: Int = 0) -> Int? {
        if isOpen, entries > 0 {
            chosen = min(chosen, entries - 1)
            switch key {
            case .up, .letter("k"):
                chosen = max(0, chosen - 1)
                return nil
            case .down, .letter("j"):
                chosen = min(entries - 1, chosen + 1)
                return nil
            case .enter: return chosen
            default: break
            }
        }
        move(key)
        return nil
    }

    private mutating func move(_ key: Key) {
        let isGrid = view == .month && !isOpen
        let before = day
        switch key {
        case .left, .letter("h"): day = day.adding(days: -1)
        case .right, .letter("l"): day = day.adding(days: 1)
        case .up, .letter("k"): day = day.adding(days: isGrid ? -7 : -1)
        case .down, .letter("j"): day = day.adding(days: isGrid ? 7 : 1)
        case .pageUp, .letter("p"): day = view == .month ? day.adding(months: -1) : day.adding(days: -7)
        case .pageDown, .letter("n"): day = view == .month ? day.adding(months: 1) : day.adding(days: 7)
        case .home, .letter("t"): day = today
        case .enter: (isOpen, chosen) = (!isOpen, 0)
        case .escape, .letter("q"): if isOpen { isOpen = false } else { isDone = true }
        case .interrupt, .end: isDone = true
        default: break
        }
        if day != before { chosen = 0 }
    }

    /// The screen, less than `height` lines: the cursor needs one too.
    /// - Parameters: `items`: at least those of `days`; `notes`: lines after them.
    public func lines(_ items: [CalendarItem], notes: [Styled], style: CalendarStyle, width: Int, height: Int) -> [Styled] {
        let room = max(1, height - 2)
        var lines: [Styled] = []
        if isOpen {
            let list = CalendarList(day...day, items: items, style: style)
            let count = list.entries(on: day).count
            let all = list.lines(width: width, entry: count == 0 ? nil : min(chosen, count - 1))
            // The chosen entry stays on the screen.
            let top = max(0, min(chosen + 3 - (room - notes.count), all.count - (room - notes.count)))
            lines = Array(all.prefix(1)) + Array(all.dropFirst(1 + top))
        } else if view == .month {
            lines = CalendarMonth(day, items: items, style: style).lines(width: width)
            lines += [""] + CalendarList(day...day, items: items, style: style).lines(width: width)
        } else {
            lines = week(items, style, width: width, room: room)
        }
        lines += notes
        if lines.count > room {
            let hidden = lines.count - room + 1
            lines = lines.prefix(room - 1) + [Styled("  and \(counted(hidden, "line")) more", .faint)]
        }
        return (lines + [Styled(help, .faint)]).map { $0.truncated(to: width) }
    }

    /// The grid and the list of the chosen day; the list of all days where a low terminal would cut the grid.
    private func week(_ items: [CalendarItem], _ style: CalendarStyle, width: Int, room: Int) -> [Styled] {
        let grid = CalendarWeek(from: days.lowerBound, items: items, style: style).lines(width: width, chosen: day)
        guard !grid.isEmpty, grid.count + 3 <= room else {
            return CalendarList(days, items: items, style: style).lines(width: width, chosen: day)
        }
        return grid + [""] + CalendarList(day...day, items: items, style: style).lines(width: width)
    }

    private var help: String {
        let step = view == .month ? "month" : "week"
        return isOpen
            ? "up down: choose  Enter: open  left right: day  q: back"
            : "arrows: day  n p: \(step)  t: today  Enter: open day  q: quit"
    }
}
