import Foundation

/// Something at a time, for `GET /v1/me/calendar`.
public struct CalendarItem: Codable, Equatable, Sendable, Memberwise {
    public enum Kind: String, Codable, Sendable, CaseIterable { case `class`, due, study, task, personal, `import` }

    public var kind: Kind
    public var title: String
    public var location: String
    /// Equal where only a moment or a day is known.
    public var start, end: Date
    /// Whether it has days and no times; then `start` and `end` are midnights in the zone of the study settings.
    public var allDay: Bool
    /// Whether it is done, if it can be.
    @Nullable public var done: Bool?
    /// The id of the event, task, study block, section, personal event or import.
    public var id: String
    @Nullable public var course: Course.ID?
    /// The event of a due date, such as `CMPT225#42`; nil for other items.
    @Nullable public var reference: String?
    /// The id of the personal calendar or import.
    @Nullable public var calendar: String?
}

/// The items that the server and the local copy make from a person's events, tasks, blocks and classes.
extension CalendarItem {
    public init(
        _ kind: Kind, _ title: String, _ time: Range<Date>, id: String, location: String = "", course: Course.ID? = nil,
        done: Bool? = nil
    ) {
        self.init(
            kind: kind, title: title, location: location, start: time.lowerBound, end: time.upperBound, allDay: false,
            done: done, id: id, course: course, reference: nil, calendar: nil)
    }

    /// A due date; nil if it does not begin within `span`. A day without a time is the same day in each zone.
    /// - Parameters: `course`: what its reader calls its course; `termZone`: of the event's term; `zone`: of the days.
    public static func due(
        _ event: Event, of course: String, termZone: TimeZone, zone: TimeZone, on span: Range<Date>
    ) -> CalendarItem? {
        guard let due = event.due else { return nil }
        let day = due.wholeDay(in: termZone)
        let time = day.map { $0.start(in: zone)..<$0.adding(days: 1).start(in: zone) } ?? due..<due
        guard span.contains(time.lowerBound) else { return nil }
        var item = CalendarItem(.due, event.title, time, id: event.id.description, course: event.course)
        (item.allDay, item.reference) = (day != nil, "\(course)#\(event.number)")
        return item
    }

    /// A study block; nil for a break, a missed one, and one that does not meet `span`.
    public static func study(_ block: StudyPlan.Block, on span: Range<Date>) -> CalendarItem? {
        guard block.kind == .study, !block.missed, (block.start..<block.end).overlaps(span) else { return nil }
        return CalendarItem(
            .study, block.title, block.start..<block.end, id: block.id, course: block.course, done: block.done)
    }

    /// A task at one of its times.
    public static func task(_ task: StudyTask, at time: Range<Date>) -> CalendarItem {
        CalendarItem(.task, task.title, time, id: task.id.description, course: task.course, done: task.done)
    }

    /// The order of items: by start, end, kind, title and id.
    public static func precedes(_ one: CalendarItem, _ other: CalendarItem) -> Bool {
        if (one.start, one.end) != (other.start, other.end) { return (one.start, one.end) < (other.start, other.end) }
        return (one.kind.rawValue, one.title, one.id) < (other.kind.rawValue, other.title, other.id)
    }
}

/// `GET /v1/me/calendar?from=2026-11-01&to=2026-11-30`: everything on these days, by start.
public struct CalendarDays: Codable, Equatable, Sendable, Memberwise {
    public var from, to: Day
    /// IANA name of the zone of the days: that of the study settings.
    public var timeZone: String
    public var items: [CalendarItem]
    /// Whether no limit left anything out.
    public var complete: Bool
    /// How fresh the imported ones are.
    public var imports: [CalendarImport]

    /// The most days of one answer, and the most items.
    public static let mostDays = 366
    public static let mostItems = 10_000
}

extension TimeZone {
    /// The zone's name in the IANA database. Foundation calls UTC `GMT`.
    public var ianaName: String { self == .gmt ? "UTC" : identifier }
}
