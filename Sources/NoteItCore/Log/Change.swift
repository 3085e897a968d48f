import Foundation

/// What a change is about. Later versions add types; a client skips those that it does not know.
public struct ChangeType: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let event = ChangeType(rawValue: "event")
    public static let reply = ChangeType(rawValue: "reply")
    public static let enrollment = ChangeType(rawValue: "enrollment")
    /// A course of the catalog that the reader is in.
    public static let course = ChangeType(rawValue: "course")
    /// The reader's own account.
    public static let account = ChangeType(rawValue: "account")
    /// Of the reader's inbox.
    public static let notification = ChangeType(rawValue: "notification")
    /// A section that the reader watches.
    public static let seatWatch = ChangeType(rawValue: "seatWatch")
    /// What an event is to the reader.
    public static let mark = ChangeType(rawValue: "mark")
    /// How the reader wants to be told of things.
    public static let preferences = ChangeType(rawValue: "preferences")
    /// That staff took something away.
    public static let removal = ChangeType(rawValue: "removal")
    /// Of what a person has for themselves alone.
    public var isPersonal: Bool {
        [.account, .enrollment, .notification, .seatWatch, .mark, .preferences].contains(self)
    }

    /// Of the rows about scopes and sessions.
    public static let none = ChangeType(rawValue: "")
}

/// A change as a client receives it. Applying one twice does no harm.
public enum Change: Sendable, Equatable {
    case upsert(Body, rev: Int?)
    case remove(ChangeType, id: String)
    /// The reader is now in this section, or, where nil, staff of the whole course. What can be seen thereby follows.
    case scopeGranted(course: Course.ID, section: Section.ID?)
    /// No longer; what was seen thereby alone is to be purged. Removals of it follow.
    case scopeRevoked(course: Course.ID, section: Section.ID?)
    /// Of a type or operation that this version does not know: skip it.
    case unknown

    public enum Body: Sendable, Equatable {
        case event(Event), reply(Reply), enrollment(Enrollment), course(Course), account(Account)
        case notification(Notification), seatWatch(SeatWatch)
        case mark(EventMark), preferences(Preferences, of: Account.ID), removal(Removal)
    }
}

extension Change: Codable {
    enum CodingKeys: CodingKey { case op, type, id, rev, body, course, section }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .op) {
        case "upsert":
            guard let body = try Self.body(in: container) else { self = .unknown; return }
            self = .upsert(body, rev: try container.decodeIfPresent(Int.self, forKey: .rev))
        case "remove":
            self = .remove(
                try container.decode(ChangeType.self, forKey: .type), id: try container.decode(String.self, forKey: .id))
        case "scopeGranted":
            self = .scopeGranted(
                course: try container.decode(String.self, forKey: .course),
                section: try container.decodeIfPresent(String.self, forKey: .section))
        case "scopeRevoked":
            self = .scopeRevoked(
                course: try container.decode(String.self, forKey: .course),
                section: try container.decodeIfPresent(String.self, forKey: .section))
        default: self = .unknown
        }
    }

    private static func body(in container: KeyedDecodingContainer<CodingKeys>) throws -> Body? {
        switch try container.decode(ChangeType.self, forKey: .type) {
        case .event: .event(try container.decode(Event.self, forKey: .body))
        case .reply: .reply(try container.decode(Reply.self, forKey: .body))
        case .enrollment: .enrollment(try container.decode(Enrollment.self, forKey: .body))
        case .course: .course(try container.decode(Course.self, forKey: .body))
        case .account: .account(try container.decode(Account.self, forKey: .body))
        case .notification: .notification(try container.decode(Notification.self, forKey: .body))
        case .seatWatch: .seatWatch(try container.decode(SeatWatch.self, forKey: .body))
        case .mark: .mark(try container.decode(EventMark.self, forKey: .body))
        case .preferences:
            .preferences(
                try container.decode(Preferences.self, forKey: .body), of: try container.decode(Account.ID.self, forKey: .id))
        case .removal: .removal(try container.decode(Removal.self, forKey: .body))
        default: nil
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .upsert(let body, let rev):
            try container.encode("upsert", forKey: .op)
            try container.encode(body.type, forKey: .type)
            try container.encode(body.id, forKey: .id)
            try container.encodeIfPresent(rev, forKey: .rev)
            switch body {
            case .event(let event): try container.encode(event, forKey: .body)
            case .reply(let reply): try container.encode(reply, forKey: .body)
            case .enrollment(let enrollment): try container.encode(enrollment, forKey: .body)
            case .course(let course): try container.encode(course, forKey: .body)
            case .account(let account): try container.encode(account, forKey: .body)
            case .notification(let notification): try container.encode(notification, forKey: .body)
            case .seatWatch(let watch): try container.encode(watch, forKey: .body)
            case .mark(let mark): try container.encode(mark, forKey: .body)
            case .preferences(let preferences, _): try container.encode(preferences, forKey: .body)
            case .removal(let removal): try container.encode(removal, forKey: .body)
            }
        case .remove(let type, let id):
            try container.encode("remove", forKey: .op)
            try container.encode(type, forKey: .type)
            try container.encode(id, forKey: .id)
        case .scopeGranted(let course, let section):
            try container.encode("scopeGranted", forKey: .op)
            try container.encode(course, forKey: .course)
            try container.encode(section, forKey: .section)
        case .scopeRevoked(let course, let section):
            try container.encode("scopeRevoked", forKey: .op)
            try container.encode(course, forKey: .course)
            try container.encode(section, forKey: .section)
        case .unknown:
            try container.encode("unknown", forKey: .op)
        }
    }
}

extension Change.Body {
    public var type: ChangeType {
        switch self {
        case .event: .event
        case .reply: .reply
        case .enrollment: .enrollment
        case .course: .course
        case .account: .account
        case .notification: .notification
        case .seatWatch: .seatWatch
        case .mark: .mark
        case .preferences: .preferences
        case .removal: .removal
        }
    }

    public var id: String {
        switch self {
        case .event(let event): event.id.description
        case .reply(let reply): reply.id.description
        case .enrollment(let enrollment): enrollment.scope
        case .course(let course): course.id
        case .account(let account): account.id.description
        case .notification(let notification): notification.id.description
        case .seatWatch(let watch): watch.section.id
        case .mark(let mark): mark.event.description
        case .preferences(_, let account): account.description
        case .removal(let removal): removal.id
        }
    }
}

/// What `GET /v1/changes` answers.
public struct ChangePage: Codable, Sendable {
    public var changes: [Change]
    public var cursor: String
    public var more: Bool

    public init(changes: [Change], cursor: String, more: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.more = more
    }
}

/// Everything that a person may see, read at `cursor`: `GET /v1/snapshot`.
///
/// What is the person's own stands on the first page; events, then replies, fill the pages. The cursor of
/// every page is the first one's: the changes since it bring all pages to the same state.
public struct Snapshot: Codable, Sendable {
    public var cursor: String
    public var account: Account
    public var enrollments: [Enrollment]
    public var courses: [Course]
    public var notifications: [Notification]
    public var seatWatches: [SeatWatch]
    public var marks: [EventMark]
    @Nullable public var preferences: Preferences?
    public var removals: [Removal]
    public var events: [Event]
    public var replies: [Reply]
    @Nullable public var next: String?

    public init(
        cursor: String, account: Account, enrollments: [Enrollment], courses: [Course], notifications: [Notification],
        seatWatches: [SeatWatch], marks: [EventMark], preferences: Preferences?, removals: [Removal], events: [Event],
        replies: [Reply], next: String?
    ) {
        self.cursor = cursor
        self.account = account
        self.enrollments = enrollments
        self.courses = courses
        self.notifications = notifications
        self.seatWatches = seatWatches
        self.marks = marks
        self.preferences = preferences
        self.removals = removals
        self.events = events
        self.replies = replies
        self.next = next
    }
}

extension Snapshot: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("account", account)
        json.field("courses", courses)
        json.field("cursor", cursor)
        json.field("enrollments", enrollments)
        json.field("events", events)
        json.field("marks", marks)
        json.field("next", next)
        json.field("notifications", notifications)
        json.field("preferences", preferences)
        json.field("removals", removals)
        json.field("replies", replies)
        json.field("seatWatches", seatWatches)
    }
}
