import Foundation
import NoteItCore

/// The reader of a page: what is theirs, and how times and names are written for them.
public struct PageReader: Sendable {
    /// Nil: nothing is marked as the reader's own.
    public var account: Account.ID?
    /// The reader's marks. They also tell which events the reader wrote under an alias.
    public var marks: [Event.ID: EventMark]
    /// The events with something new to the reader, as the local copy tells.
    public var unread: Set<Event.ID>
    /// The events that the reader ticked off; nil: as the marks tell.
    public var done: Set<Event.ID>?
    /// The people among whom names must be unique.
    public var names: NameBook
    public var clock: DueText
    /// The zones of terms. A list has an event below its day in the zone of its term, so its time is written in the same one.
    public var zones: [Term.ID: TimeZone]
    /// Whether the terminal can draw signs beyond ASCII.
    public var unicode: Bool

    public init(
        _ account: Account.ID?, marks: [Event.ID: EventMark] = [:], unread: Set<Event.ID> = [],
        done: Set<Event.ID>? = nil, names: NameBook, clock: DueText, zones: [Term.ID: TimeZone] = [:], unicode: Bool
    ) {
        (self.account, self.marks, self.unread, self.done, self.names) = (account, marks, unread, done, names)
        (self.clock, self.zones, self.unicode) = (clock, zones, unicode)
    }

    /// Writes the times of an event in the zone of its term; in that of `clock` if the term is not known.
    public func clock(of event: Event) -> DueText {
        DueText(now: clock.now, timeZone: zones[event.course.term] ?? clock.timeZone)
    }

    func isUnread(_ event: Event) -> Bool { unread.contains(event.id) }

    /// Whether the reader has ticked the event off.
    func isDone(_ event: Event) -> Bool { done?.contains(event.id) ?? marks[event.id]?.done ?? false }

    /// Whether the reader wrote the event, or the reply to it.
    func isOwn(_ event: Event, _ reply: Reply? = nil) -> Bool {
        reply?.isOwn(of: account, marks[event.id]) ?? event.isOwn(of: account, marks[event.id])
    }

    /// `you`, or the name of the author of the event or of the reply to it.
    func author(of event: Event, _ reply: Reply? = nil) -> Styled {
        if isOwn(event, reply) { return Styled("you", .mine) }
        let (author, anonymous) = (reply?.author ?? event.author, reply?.anonymous ?? event.anonymous)
        return Styled(names.name(of: author, anonymous: anonymous), .faint) + author.badge
    }
}

extension Author {
    /// ` (staff)` after the name of the course's staff.
    public var badge: Styled { role.badge }
}

extension Member {
    /// ` (staff)` after the name of the course's staff.
    public var badge: Styled { role.badge }
}

extension Account.Role {
    /// For a role in a course.
    fileprivate var badge: Styled { self == .instructor ? Styled(" (staff)", .notice) : "" }
}
