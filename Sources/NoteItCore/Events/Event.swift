import Foundation

/// A post in a course: a note, a question, a reminder, an exam, a notice or an assignment.
public struct Event: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
    public typealias ID = Identifier<Event>

    public enum Kind: String, Codable, Sendable, CaseIterable {
        case note, question, reminder, exam, notice, assignment
    }

    public enum Visibility: String, Codable, Sendable, CaseIterable {
        /// Everyone in the course, or in the event's sections.
        case `public`
        /// For the author and the course's staff.
        case staff
        /// For the author alone.
        case `private`
    }

    /// One change of a due date.
    public struct DueChange: Codable, Equatable, Sendable, Memberwise, JSONObject {
        @Nullable public var from: Date?
        @Nullable public var to: Date?
        public var by: Author
        public var at: Date

        /// The most that an event lists.
        public static let most = 20
    }

    /// The publication of a private event, which its author alone knows.
    public struct Publication: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var at: Date
        /// The people who see the event once it is published: `public` or `staff`.
        public var visibility: Visibility
    }

    public var id: ID
    public var course: Course.ID
    /// 1, 2, ... in the course; `CMPT225#42` names it.
    public var number: Int
    public var kind: Kind
    public var title, body: String
    public var tags: [String]
    @Nullable public var due: Date?
    public var visibility: Visibility
    /// The sections that it is for; empty for the whole course.
    public var sections: [Section.ID]
    public var author: Author
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts the edits of the event, but not its replies.
    public var rev: Int
    public var replyCount: Int
    /// The first 40 characters of the newest reply, else of the title.
    public var latestText: String
    /// The newest 20 changes of the due date, oldest first.
    public var dueHistory: [DueChange]
    /// The number of all changes of the due date.
    public var dueMoves: Int = 0
    /// Grows by one with each edit and each reply. An `EventMark` remembers up to which value a person has read.
    public var activity: Int
    /// The `activity` of its newest edit, or of its newest reply that is left. A person who has seen that has seen all of it.
    /// Nil from older servers; see `newestActivity`.
    public var newest: Int? = nil
    /// Whether `author` is an alias. Staff see the real author.
    public var anonymous: Bool = false
    /// The reply that the event's author accepted as the answer.
    @Nullable public var accepted: Reply.ID? = nil
    /// The reply that staff of the course endorsed.
    @Nullable public var endorsed: Reply.ID? = nil
    /// The number of other people with the same question.
    public var meToo: Int = 0
    /// For a notice: whether it overrides mutes, and clients show it as "must read".
    public var mustRead: Bool = false
    public var attachments: [Attachment] = []
    /// Whether staff pinned it to the top of the course. Nil from older servers.
    public var pinned: Bool? = nil
    /// When it will be published; until then it is private.
    @Nullable public var publication: Publication? = nil
    /// In the answer to its author's write: the names after an `@` that are of nobody who may see the event, or of several.
    public var unknownMentions: [String]? = nil
}

extension Event.Kind: JSONWritable {}
extension Event.Visibility: JSONWritable {}

/// `POST /v1/courses/{course}/events`. Defaults: kind `note`, visibility `public`, the whole course.
public struct NewEvent: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: Event.ID? = nil
    public var title: String
    public var body: String? = nil
    public var kind: Event.Kind? = nil
    public var tags: [String]? = nil
    public var due: Date? = nil
    public var visibility: Event.Visibility? = nil
    public var sections: [Section.ID]? = nil
    /// Uploaded files, in display order.
    public var attachments: [Attachment.ID]? = nil
    /// Whether to post under an alias. Only staff see the real author.
    public var anonymous: Bool? = nil
    /// When `visibility` begins; until then only its author sees it. Nil, and a time that has passed, mean at once.
    public var publishAt: Date? = nil

    public func check(_ faults: inout Faults) {
        faults.check("title", title.fault(length: TextLimit.title) ?? Mention.fault(title))
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("tags", tags.flatMap(EventFields.fault(tags:)))
        faults.check("sections", sections.flatMap(EventFields.fault(sections:)))
        if let kind, kind.wantsDue, due == nil { faults.check("due", kind.dueDemand) }
        faults.check("due", due.flatMap(EventFields.fault(due:)))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
        faults.check("publishAt", publishAt.flatMap(EventFields.fault(due:)))
        if publishAt != nil, visibility == .private { faults.check("publishAt", EventFields.neverPublished) }
    }
}

extension NewEvent {
    /// As a stored event that is new, without its files.
    public func event(_ id: Event.ID, in course: Course.ID, number: Int, by author: Author, at createdAt: Date) -> Event {
        Event(
            id: id, course: course, number: number, kind: kind ?? .note, title: title, body: body ?? "", tags: tags ?? [],
            due: due?.wholeSeconds, visibility: visibility ?? .public, sections: sections ?? [], author: author,
            createdAt: createdAt, editedAt: nil, rev: 1, replyCount: 0,
            latestText: title.prefix(codePoints: TextLimit.latestText),
            dueHistory: [], activity: 1, newest: 1, anonymous: anonymous ?? false, pinned: false)
    }
}

/// Rules that a new event and an edit share.
enum EventFields {
    /// A due date must fall in a year of four digits in every time zone.
    static func fault(due: Date) -> String? {
        let days = "0001-01-02T00:00:00Z"..."9999-12-30T23:59:59Z"
        return dues.contains(due) ? nil : "must be from \(days.lowerBound) to \(days.upperBound)"
    }

    /// The days above as seconds since 1970.
    private static let dues = Date(timeIntervalSince1970: -62_135_510_400)...Date(timeIntervalSince1970: 253_402_214_399)

    static let neverPublished = "is only for a post that others will see"

    static func fault(tags: [String]) -> String? {
        if tags.count > TextLimit.tags { return "must list at most \(TextLimit.tags) tags" }
        return tags.lazy.compactMap { $0.fault(length: TextLimit.tag) }.first.map { "each " + $0 }
    }

    static func fault(sections: [Section.ID]) -> String? {
        sections.count > 200 ? "must list at most 200 sections" : nil
    }
}

extension Event.Kind {
    /// Whether an event of this kind needs a due date.
    public var wantsDue: Bool { self == .reminder || self == .exam || self == .assignment }

    /// The field error for a missing due date.
    public var dueDemand: String { "is required: \(withArticle) needs a due date. A note does not" }

    /// The kind with its article: `an exam`.
    public var withArticle: String { self == .exam || self == .assignment ? "an \(rawValue)" : "a \(rawValue)" }
}
