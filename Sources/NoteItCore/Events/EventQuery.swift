/// A filter on the events of a course. A nil field matches all. Days are in the term's time zone; both ends are included.
public struct EventQuery: Sendable, Equatable, Memberwise {
    public var kind: Event.Kind? = nil
    public var tag: String? = nil
    /// Text that the title or the body contains.
    public var text: String? = nil
    public var from: Day? = nil
    public var to: Day? = nil
    public var author: Account.ID? = nil
    /// True for questions without an accepted or endorsed answer, false for all other events.
    public var open: Bool? = nil
    /// Written by the reader, also under an alias.
    public var mine: Bool? = nil
    /// Whether only events with content that the reader has not seen.
    public var unread: Bool? = nil
    /// Pinned by staff.
    public var pinned: Bool? = nil

    /// How many filters it has besides the days.
    public var filterCount: Int {
        [kind != nil, tag != nil, text != nil, author != nil, open != nil, mine != nil, unread != nil, pinned != nil].count {
            $0
        }
    }
}

/// The events that are due on one day; `due` is nil for those without a due date.
public struct DueSection: Codable, Equatable, Sendable, Memberwise, JSONObject {
    @Nullable public var due: Day?
    public var events: [Event]
}

/// A page of events in due-date sections, soonest first, undated last.
public struct DuePage: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var sections: [DueSection]
    @Nullable public var next: String?
}
