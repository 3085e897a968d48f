import Foundation

/// `PUT /v1/me/marks/{event}`. Nil leaves a field as it is.
public struct EventMarkPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The event's `activity` as the person saw it. It never decreases: a value below the stored one changes nothing.
    public var seen: Int? = nil
    public var following: Bool? = nil
    public var muted: Bool? = nil
    /// Whether the person is done with the event. The tasks that they made of it are done, or open again, with it.
    public var done: Bool? = nil
    /// When to remind the person of the event. A time that has passed reminds at once; one that was sent before does not do so
    /// again.
    public var remindAt: Clearable<Date>? = nil

    public func check(_ faults: inout Faults) {
        if let seen, seen < 0 { faults.check("seen", "must be 0 or more") }
        faults.check("remindAt", remindAt?.value.flatMap(EventFields.fault(due:)))
    }
}

/// `POST /v1/me/read`: marks some events as read, or all events of a course.
public struct ReadRequest: Codable, Sendable, Equatable {
    /// An event, and its `activity` as the person saw it.
    public struct Seen: Codable, Sendable, Equatable {
        public var event: Event.ID
        public var seen: Int

        public init(event: Event.ID, seen: Int) { (self.event, self.seen) = (event, seen) }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            event = try container.decode(Event.ID.self, forKey: .event)
            guard let seen = try container.decodeIfPresent(Int.self, forKey: .seen) else {
                throw DecodingError.keyNotFound(
                    CodingKeys.seen, .init(codingPath: container.codingPath, debugDescription: "is required"))
            }
            self.seen = seen
        }
    }

    public var events: [Seen]?
    public var course: Course.ID?

    public init(events: [Seen]) { self.events = events }

    public static let limit = 1...200

    public func validated() throws(DomainError) -> Self {
        guard (events == nil) != (course == nil) else {
            throw .invalid("events", "is required unless there is a course; give one of the two")
        }
        if let events, !Self.limit.contains(events.count) { throw .invalid("events", "must list 1 to 200 events") }
        if let events, events.contains(where: { $0.seen < 0 }) {
            throw .invalid("events", "must each have a seen of 0 or more")
        }
        return self
    }
}
