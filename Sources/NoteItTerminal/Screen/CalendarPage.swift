import NoteItCore

/// The calendar on the screen: the month, a day of it, and its entries.
struct CalendarPage: Sendable {
    private(set) var browser: CalendarBrowser
    private var items: [CalendarItem] = []
    /// The days of which the items are known; nil before the first answer.
    private(set) var known: ClosedRange<Day>?
    private var style: CalendarStyle

    init(_ style: CalendarStyle) {
        self.style = style
        let today = style.clock.today
        browser = CalendarBrowser(.month, day: today, today: today, weekStart: style.weekStart)
    }

    /// The days to read, with a week before and after; nil if they are known.
    var missing: ClosedRange<Day>? {
        let days = browser.days
        if let known, known.contains(days.lowerBound), known.contains(days.upperBound) { return nil }
        return days.lowerBound.adding(days: -7)...days.upperBound.adding(days: 7)
    }

    mutating func show(_ items: [CalendarItem], on days: ClosedRange<Day>, _ style: CalendarStyle) {
        (self.items, known, self.style) = (items, days, style)
    }

    /// - Returns: the entry to open.
    mutating func press(_ key: Key) -> CalendarItem? {
        let entries = CalendarList(browser.days, items: items, style: style).entries(on: browser.day)
        return browser.press(key, entries: entries.count).map { entries[$0] }
    }

    func lines(size: ScreenSize, room: Int) -> [Styled] {
        let lines = browser.lines(items, notes: [], style: style, width: size.width, height: room + 2)
        // The last line explains the keys; the screen has its own place for that.
        return Array(lines.dropLast().prefix(room))
    }
}
