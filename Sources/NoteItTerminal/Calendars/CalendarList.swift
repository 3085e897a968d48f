import NoteItCore

/// The entries of days, a heading for each day.
public struct CalendarList: Sendable {
    private let days: [Day]
    private let items: [CalendarItem]
    private let style: CalendarStyle

    /// - Parameter items: of any days.
    public init(_ days: ClosedRange<Day>, items: [CalendarItem], style: CalendarStyle) {
        var (day, all) = (days.lowerBound, [Day]())
        while day <= days.upperBound {
            all.append(day)
            day = day.adding(days: 1)
        }
        self.days = all
        self.style = style
        self.items = items.sorted {
            ($0.allDay ? 0 : 1, $0.start, $0.end, $0.title, $0.id) < ($1.allDay ? 0 : 1, $1.start, $1.end, $1.title, $1.id)
        }
    }

    /// The entries of a day, in the order in which they are listed.
    public func entries(on day: Day) -> [CalendarItem] { items.filter { style.isOn(day, $0) } }

    /// - Parameters: `width`: nil means as wide as needed; `chosen`: a day to point at; `entry`: an entry to point at, by its
    ///   place.
    public func lines(width: Int?, chosen: Day? = nil, entry: Int? = nil) -> [Styled] {
        let entries = days.map(entries)
        var rows = self.rows(entries, width: width, namesKinds: true)[...]
        // The reference opens an entry, so it is worth more than the word of its kind.
        let isCut = zip(entries.joined(), rows).contains { item, row in item.reference.map { !row.text.contains($0) } ?? false }
        if isCut { rows = self.rows(entries, width: width, namesKinds: false)[...] }
        if let entry, rows.indices.contains(entry) {
            let text = String(rows[entry].text.dropFirst(2))
            rows[entry] = Styled((style.unicode ? "▸ " : "> ") + text, .today)
        }
        return zip(days, entries).flatMap { day, items in
            defer { rows = rows.dropFirst(items.count) }
            return [heading(day, isEmpty: items.isEmpty, isChosen: day == chosen)] + rows.prefix(items.count)
        }
    }

    /// - Parameter namesKinds: whether kinds have their words beside their signs.
    private func rows(_ entries: [[CalendarItem]], width: Int?, namesKinds: Bool) -> [Styled] {
        var table = Table([
            .init("time"), .init("kind"), .init("title", least: 13, comesFirst: true), .init("course", dropRank: 1),
            .init("place", least: 8, dropRank: 2), .init("state"),
        ])
        table.indent = 2
        for (day, items) in zip(days, entries) {
            for item in items { table.addRow(cells(item, on: day, namesKinds: namesKinds)) }
        }
        return table.lines(width: width)
    }

    private func heading(_ day: Day, isEmpty: Bool, isChosen: Bool) -> Styled {
        let isToday = day == style.clock.today
        let name = style.clock.heading(day)
        let date = style.clock.label(day)
        let tone: Tone = isToday ? .heading : day < style.clock.today ? .faint : .strong
        return (isChosen ? Styled("> ", .mine) : "") + Styled(name, tone) + Styled(name == date ? "" : "  \(date)", .faint)
            + Styled(isEmpty ? "  nothing" : "", .faint)
    }

    private func cells(_ item: CalendarItem, on day: Day, namesKinds: Bool) -> [Styled] {
        let mark = style.mark(item)
        let isPast = item.end <= style.clock.now
        let course = item.reference ?? (item.kind == .class ? "" : item.course?.name ?? "")
        let title = item.title.isEmpty ? "(no title)" : item.title
        return [
            Styled(style.time(of: item, on: day), isPast ? .faint : .plain),
            Styled(mark.sign(unicode: style.unicode) + (namesKinds ? " " + mark.word : ""), mark.tone),
            Styled(title, item.done == true ? .faint : mark == .exam ? .strong : .plain), Styled(course, .faint),
            Styled(item.location, .faint), item.done == true ? Styled("done", .good) : "",
        ]
    }
}

extension CalendarItem {
    /// Tab-separated values: start and end in UTC, `allDay` or nothing, kind, title, course, reference, place, done, calendar,
    /// id.
    public var fields: [String] {
        [
            RFC3339.string(start), RFC3339.string(end), allDay ? "allDay" : "", kind.rawValue, title, course?.name ?? "",
            reference ?? "", location, done == true ? "done" : "", calendar ?? "", id,
        ]
    }
}
