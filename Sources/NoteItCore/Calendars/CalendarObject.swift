import Foundation

/// A resource of a calendar: all components with one UID (RFC 4791, section 4.1).
public struct CalendarObject: Equatable, Sendable, Memberwise {
    /// The last part of its path, such as `0190....ics`.
    public var name: String
    public var uid: String
    /// The item that the object stands for: the id of an event, a section's meeting (the section's id and more), a block or a
    /// task; other objects have an id of their own.
    public var item: String
    /// The ETag without quotes. It differs whenever the object's bytes differ.
    public var etag: String
    /// The object as a program sent it; nil: it is made from the item.
    public var data: [UInt8]?
    /// The digest of the data that the object is made from. While it equals `dataDigest`, the object is `data` byte by byte.
    public var digest: String
    /// The digest when `data` was stored; nil without data. If it is not `digest`, the item changed since.
    public var dataDigest: String? = nil
    /// The moments between which all its instances lie; nil ends: there is no bound.
    public var firstStart, lastEnd: Date?
    /// SEQUENCE: counts the changes of what it says.
    public var sequence: Int
    public var createdAt: Date
    /// LAST-MODIFIED: when what it says last changed.
    public var modifiedAt: Date
    /// The offset of the log at its newest change.
    public var changed: Int64

    /// The most bytes of one object (max-resource-size), and the most objects of a personal calendar.
    public static let mostBytes = 256 * 1_024
    public static let most = 20_000
    /// The most bytes of a new object's UID, and of its name. RFC 7986, section 5.3, asks for UIDs of less than 255.
    public static let mostNameBytes = 1_000
}

/// An object that was removed, or that the person may no longer see.
public struct RemovedCalendarObject: Equatable, Sendable, Memberwise {
    public var name, uid, item: String
    public var sequence: Int
    public var removedAt: Date
    public var changed: Int64
    /// For an object of a derived calendar: its calendar, its course, and when its first instance began. Feeds need them.
    public var calendar: CalendarCollection.Derived? = nil
    public var course: Course.ID? = nil
    public var firstStart: Date? = nil
    public var trace: CalendarTrace? = nil
}

/// The trace of a removed item, which a feed shows for a while.
public struct CalendarTrace: Codable, Equatable, Sendable, Memberwise {
    /// A title by which the reader recognises the item. It has no words of a post: the author may have removed it for them.
    public var title: String
    /// DTSTART as the item had it, and its TZID.
    public var start: String
    public var zone: String?

    /// How long it is kept, in days.
    public static let days = 14
}

/// The object that a derived calendar should hold for one item.
public struct DerivedObject: Equatable, Sendable, Memberwise {
    public var calendar: CalendarCollection.Derived
    public var item: String
    /// The digest of all that the object says, but for SEQUENCE, DTSTAMP and LAST-MODIFIED.
    public var digest: String
    public var firstStart, lastEnd: Date?
    /// The course whose removal removes it, for feeds; nil: none.
    public var course: Course.ID?
    public var trace: CalendarTrace? = nil
}

/// An object that a program sends, and what the server understood of it.
public struct SentCalendarObject: Equatable, Sendable, Memberwise {
    public var name, uid: String
    /// The item that the object stands for, if it is in a derived calendar.
    public var item: String?
    public var data: [UInt8]
    public var digest: String
    public var firstStart, lastEnd: Date?
    /// The text of a VEVENT in a personal calendar, for the log; nil if the log does not have the object.
    public var event: PersonalEventText?
}
