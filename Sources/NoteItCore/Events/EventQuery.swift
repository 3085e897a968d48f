/// A filter on the events of a course. A nil field matches all. Days are in the term's time zone; both ends are included.
public struct EventQuery: Sendable, Equatable {
    public var kind: Event.Kind?
    public var tag: String?
    /// Text that the title or the body contains.
    public var text: String?
    public var from, to: Day?
    public var author: Account.ID?
    /// True for questions without an accepted or endorsed answer, false for all other events.
    public var open: Bool?
    /// Written by the reader, also under an alias.
    public var mine: Bool?
    /// With content that the reader has not seen.
    public var unread: Bool?
    /// Pinned by staff.
    public var pinned: Bool?

    public init(
        kind: Event.Kind? = nil, tag: String? = nil, text: String? = nil, from: Day? = nil, to: Day? = nil,
        author: Account.ID? = nil, open: Bool? = nil, mine: Bool? = nil, unread: Bool? = nil, pinned: Bool? = nil
    ) {
        self.kind = kind
        self.tag = tag
        self.text = text
        self.from = from
        self.to = to
        self.author = author
        self.open = open
        self.mine = mine
        self.unread = unread
        self.pinned = pinned
    }

    /// How many filters it has besides the days.
    public var filterCount: Int {
        [kind != nil, tag != nil, text != nil, author != nil, open != nil, mine != nil, unread != nil, pinned != nil].count {
            $0
        }
    }
}

/// The events that are due on one day; `due` is nil for those without a due date.
public struct DueSection: Codable, Equatable, Sendable {
    @Nullable public var due: Day?
    public var events: [Event]

    public init(due: Day?, events: [Event]) {
        self.due = due
        self.events = events
    }
}

extension DueSection: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("due", due)
        json.field("events", events)
    }
}

/// A page of events in due-date sections, soonest first, undated last.
public struct DuePage: Codable, Equatable, Sendable {
    public var sections: [DueSection]
    @Nullable public var next: String?

    public init(sections: [DueSection], next: String?) {
        self.sections = sections
        self.next = next
    }
}

extension DuePage: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("next", next)
        json.field("sections", sections)
    }
}
