import Foundation

/// A calendar file behind a secret address, which calendar programs read again and again.
public struct CalendarFeed: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<CalendarFeed>

    public enum Part: String, Codable, Sendable, CaseIterable { case classes, due, study, tasks }

    public var id: ID
    public var name: String
    /// The parts that the feed has, each once, in the order of `Part`.
    public var include: [Part]
    /// The courses whose events and classes the feed has; nil for all courses.
    @Nullable public var courses: [Course.ID]?
    public var createdAt: Date
    /// The time when the feed was last read, to the minute; nil before the first time.
    @Nullable public var lastRead: Date?

    /// The most that one person may have.
    public static let most = 50
}

/// `POST /v1/me/calendar-feeds`.
public struct NewCalendarFeed: Codable, Equatable, Sendable, Memberwise {
    public var name: String
    public var include: [CalendarFeed.Part]
    public var courses: [Course.ID]? = nil

    /// The parts in order, each once. The store checks the courses.
    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("name", name.calendarNameFault)
        if include.isEmpty { faults.check("include", "must name at least one of classes, due, study and tasks") }
        if let courses, courses.isEmpty { faults.check("courses", "must name at least one course; leave it out for all") }
        try faults.check("courses", courses, atMost: 100)
        try faults.raise()
        var valid = self
        valid.include = CalendarFeed.Part.allCases.filter(include.contains)
        return valid
    }
}

/// The answer to `NewCalendarFeed`. The address is shown once: the server keeps the hash of its secret.
public struct MadeCalendarFeed: Codable, Equatable, Sendable, Memberwise {
    public var id: CalendarFeed.ID
    public var url: String
}

extension String {
    /// Why this cannot be the name of a feed, an app password or an import; nil if it can. Programs and terminals show it on a line.
    var calendarNameFault: String? {
        fault(length: 1...100) ?? (contains(where: \.isNewline) ? "must be on one line" : nil)
    }
}
