import Foundation

/// Something at a time, for `GET /v1/me/calendar`.
public struct CalendarItem: Codable, Equatable, Sendable {
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
    /// Such as `CMPT225#42`, for a due date.
    @Nullable public var reference: String?
    /// The id of the personal calendar or import.
    @Nullable public var calendar: String?

    public init(
        kind: Kind, title: String, location: String, start: Date, end: Date, allDay: Bool, done: Bool?, id: String,
        course: Course.ID?, reference: String?, calendar: String?
    ) {
        self.kind = kind
        self.title = title
        self.location = location
        self.start = start
        self.end = end
        self.allDay = allDay
        self.done = done
        self.id = id
        self.course = course
        self.reference = reference
        self.calendar = calendar
    }
}

/// `GET /v1/me/calendar?from=2026-11-01&to=2026-11-30`: everything on these days, by start.
public struct CalendarDays: Codable, Equatable, Sendable {
    public var from, to: Day
    /// IANA name of the zone of the days: that of the study settings.
    public var timeZone: String
    public var items: [CalendarItem]
    /// Whether no limit left anything out.
    public var complete: Bool
    /// How fresh the imported ones are.
    public var imports: [CalendarImport]

    public init(from: Day, to: Day, timeZone: String, items: [CalendarItem], complete: Bool, imports: [CalendarImport]) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
        self.items = items
        self.complete = complete
        self.imports = imports
    }

    /// The most days of one answer, and the most items.
    public static let mostDays = 366
    public static let mostItems = 10_000
}

extension TimeZone {
    /// Its name in the IANA database. Foundation calls UTC `GMT`.
    public var ianaName: String { self == .gmt ? "UTC" : identifier }
}
