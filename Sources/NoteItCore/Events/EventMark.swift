/// What an event is to one person: how much of it they have seen, and what they want of it. For that person alone.
///
/// A mark outlives its event: it names what is gone and says nothing about it.
public struct EventMark: Codable, Equatable, Sendable {
    public var event: Event.ID
    public var course: Course.ID
    /// The event's `activity` as it was seen.
    public var seen: Int
    /// Whether the person wrote it, also where its author is an alias.
    public var mine: Bool
    public var meToo: Bool
    public var following: Bool
    public var muted: Bool
    /// Under which the person writes anonymously in its thread, once they have.
    @Nullable public var alias: Account.ID?

    public init(
        event: Event.ID, course: Course.ID, seen: Int = 0, mine: Bool = false, meToo: Bool = false, following: Bool = false,
        muted: Bool = false, alias: Account.ID? = nil
    ) {
        self.event = event
        self.course = course
        self.seen = seen
        self.mine = mine
        self.meToo = meToo
        self.following = following
        self.muted = muted
        self.alias = alias
    }
}

extension EventMark: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("alias", alias)
        json.field("course", course)
        json.field("event", event)
        json.field("following", following)
        json.field("meToo", meToo)
        json.field("mine", mine)
        json.field("muted", muted)
        json.field("seen", seen)
    }
}

extension Reply {
    /// Whether `reader` wrote it: an alias is told by the mark of its event.
    public func isOwn(of reader: Account.ID?, _ mark: EventMark?) -> Bool { author.id == reader || author.id == mark?.alias }
}

extension Event {
    /// Whether `reader` wrote it: an alias is told by the mark.
    public func isOwn(of reader: Account.ID?, _ mark: EventMark?) -> Bool { author.id == reader || mark?.mine ?? false }

    /// Whether there is something in it that `reader` has not seen. Who never marked their own event saw what they wrote.
    /// - Parameter mark: the reader's, if there is one.
    public func isUnread(by reader: Account.ID?, _ mark: EventMark?) -> Bool {
        activity > mark?.seen ?? 0 && (mark != nil || !isOwn(of: reader, mark) || activity > rev)
    }
}
