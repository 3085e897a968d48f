import Foundation

/// One person's state for an event: how much of it they have seen, and whether they follow or mute it,
/// or are done with it. Only they see it.
///
/// A mark outlives its event, and holds nothing of the event's content.
public struct EventMark: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var event: Event.ID
    public var course: Course.ID
    /// The event's `activity` when the person last saw it.
    public var seen: Int = 0
    /// Whether the person wrote the event, also under an alias.
    public var mine: Bool = false
    public var meToo: Bool = false
    public var following: Bool = false
    public var muted: Bool = false
    /// Whether the person has ticked it off.
    public var done: Bool = false
    /// The replies in its thread for which the person thanked.
    public var thanked: [Reply.ID] = []
    /// When the person is reminded of it; nil without a reminder, and once it was sent.
    @Nullable public var remindAt: Date? = nil
    /// The person's alias in the event's thread; nil if they have not written there anonymously.
    @Nullable public var alias: Account.ID? = nil

    /// The most replies of one thread for which a person can thank.
    public static let mostThanked = 1000
}

extension EventMark {
    /// Marks of older servers and in older local copies lack what came later.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        event = try values.decode(Event.ID.self, forKey: .event)
        course = try values.decode(Course.ID.self, forKey: .course)
        seen = try values.decode(Int.self, forKey: .seen)
        mine = try values.decode(Bool.self, forKey: .mine)
        meToo = try values.decode(Bool.self, forKey: .meToo)
        following = try values.decode(Bool.self, forKey: .following)
        muted = try values.decode(Bool.self, forKey: .muted)
        done = try values.decodeIfPresent(Bool.self, forKey: .done) ?? false
        thanked = try values.decodeIfPresent([Reply.ID].self, forKey: .thanked) ?? []
        remindAt = try values.decodeIfPresent(Date.self, forKey: .remindAt)
        alias = try values.decodeIfPresent(Account.ID.self, forKey: .alias)
    }
}

extension Reply {
    /// Whether `reader` wrote it. The mark of its event tells the reader's alias.
    public func isOwn(of reader: Account.ID?, _ mark: EventMark?) -> Bool { author.id == reader || author.id == mark?.alias }
}

extension Event {
    /// Whether `reader` wrote it, also under an alias.
    public func isOwn(of reader: Account.ID?, _ mark: EventMark?) -> Bool { author.id == reader || mark?.mine ?? false }

    /// The `activity` up to which there is something to see. Older servers count deleted replies too.
    public var newestActivity: Int { newest ?? activity }
}
