import Foundation

/// What an event of a personal calendar says, as far as NoteIt understands it.
public struct PersonalEventText: Codable, Equatable, Sendable {
    public var title, location: String
    /// Of its first instance.
    public var start, end: Date
    /// Whether its start is a day without a time.
    public var allDay: Bool
    /// A rule of RFC 5545; nil if it does not repeat by a rule.
    @Nullable public var rule: String?

    public init(title: String, location: String, start: Date, end: Date, allDay: Bool, rule: String?) {
        self.title = title
        self.location = location
        self.start = start
        self.end = end
        self.allDay = allDay
        self.rule = rule
    }
}

/// An event of a personal calendar, as the log and the offline copy have it. The whole object is at `/dav/`.
public struct PersonalEvent: Codable, Equatable, Sendable, Identifiable, Revised {
    public typealias ID = Identifier<PersonalEvent>

    public var id: ID
    /// The calendar's id, such as `personal`.
    public var calendar: String
    public var title, location: String
    public var start, end: Date
    public var allDay: Bool
    @Nullable public var rule: String?
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its changes.
    public var rev: Int

    public init(
        id: ID, calendar: String, text: PersonalEventText, createdAt: Date, editedAt: Date?, rev: Int
    ) {
        (self.id, self.calendar) = (id, calendar)
        (title, location, start, end) = (text.title, text.location, text.start, text.end)
        (allDay, rule) = (text.allDay, text.rule)
        (self.createdAt, self.editedAt, self.rev) = (createdAt, editedAt, rev)
    }
}
