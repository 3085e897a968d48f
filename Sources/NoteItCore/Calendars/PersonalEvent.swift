import Foundation

/// The text and times of an event of a personal calendar, as far as NoteIt understands it.
public struct PersonalEventText: Codable, Equatable, Sendable, Memberwise {
    public var title, location: String
    /// The times of the first instance.
    public var start, end: Date
    /// Whether its start is a day without a time.
    public var allDay: Bool
    /// A rule of RFC 5545; nil if it does not repeat by a rule.
    @Nullable public var rule: String?
    /// The series of the event; nil if it takes place once, from `start` to `end`.
    @Nullable public var series: PersonalEventSeries? = nil
    /// IANA name of the zone in which the times of whole days here are midnights; nil: there are no such days, or an older version
    /// wrote it. A day is the same day in every zone.
    @Nullable public var dayZone: String? = nil
}

/// When an event of a personal calendar takes place: what its rule gives, without the exceptions, and the others.
public struct PersonalEventSeries: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public struct Occurrence: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var title, location: String
        public var start, end: Date
        public var allDay: Bool
    }

    /// The first occurrence, from which the rule counts, whether it is an exception or not. The rule repeats it.
    public var first: Occurrence
    /// IANA name of the zone on whose clock the rule repeats; nil: that of the reader.
    @Nullable public var timeZone: String?
    /// The rule of the series; nil for the first occurrence alone.
    @Nullable public var rule: String?
    /// The starts that are left out: removed, cancelled, or among the others.
    public var exceptions: [Date]
    /// The occurrences that were moved, changed or added.
    public var others: [Occurrence]
}

/// An event of a personal calendar, as the log and the offline copy have it. The whole object is at `/dav/`.
public struct PersonalEvent: Codable, Equatable, Sendable, Identifiable, Revised, JSONObject {
    public typealias ID = Identifier<PersonalEvent>

    public var id: ID
    /// The calendar's id, such as `personal`.
    public var calendar: String
    public var title, location: String
    public var start, end: Date
    public var allDay: Bool
    @Nullable public var rule: String?
    @Nullable public var series: PersonalEventSeries?
    /// The zone of whole days, as in `PersonalEventText`.
    @Nullable public var dayZone: String?
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its changes.
    public var rev: Int

    public init(
        id: ID, calendar: String, text: PersonalEventText, createdAt: Date, editedAt: Date?, rev: Int
    ) {
        (self.id, self.calendar) = (id, calendar)
        (title, location, start, end) = (text.title, text.location, text.start, text.end)
        (allDay, rule, series, dayZone) = (text.allDay, text.rule, text.series, text.dayZone)
        (self.createdAt, self.editedAt, self.rev) = (createdAt, editedAt, rev)
    }
}
