import Foundation

/// Something that concerns one person, in their inbox on all their devices until it is read, and after.
///
/// It says what happened (`kind`), where, and how that stood at the time. Kinds with other subjects add fields.
public struct Notification: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Notification>

    /// What happened. Later versions add kinds; a client shows one that it does not know by its name.
    public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A section that you watch was full, and is not.
        public static let seatOpened = Kind(rawValue: "seatOpened")
        /// Its free seats became few: see `SectionSeats.few`.
        public static let fewSeatsLeft = Kind(rawValue: "fewSeatsLeft")
        /// It had free seats, and has none.
        public static let sectionFull = Kind(rawValue: "sectionFull")
        /// It is no longer offered, and no longer watched.
        public static let sectionCancelled = Kind(rawValue: "sectionCancelled")

        /// Somebody named you.
        public static let mention = Kind(rawValue: "mention")
        /// There are replies in a thread that you are in, or follow.
        public static let reply = Kind(rawValue: "reply")
        /// A reply was accepted or endorsed as the answer to what you asked.
        public static let answer = Kind(rawValue: "answer")
        /// Staff tell you something.
        public static let notice = Kind(rawValue: "notice")
        /// A notice that you saw says something else now.
        public static let noticeAmended = Kind(rawValue: "noticeAmended")
        /// A notice that you saw is taken back.
        public static let noticeRetracted = Kind(rawValue: "noticeRetracted")
        /// A due date that concerns you moved.
        public static let dueMoved = Kind(rawValue: "dueMoved")
        /// Something is due in `minutes`.
        public static let dueSoon = Kind(rawValue: "dueSoon")
        /// Staff removed what you wrote; `text` says why.
        public static let removed = Kind(rawValue: "removed")
        /// Staff brought back what you wrote.
        public static let restored = Kind(rawValue: "restored")
        /// Somebody reports what is said in a course of yours; `text` says why.
        public static let reported = Kind(rawValue: "reported")
        /// You are staff of a course now.
        public static let staffGranted = Kind(rawValue: "staffGranted")
    }

    public var id: ID
    public var kind: Kind
    @Nullable public var course: Course.ID?
    /// As it was when this was written.
    @Nullable public var section: SectionSeats?
    @Nullable public var event: Event.ID?
    @Nullable public var reply: Reply.ID?
    /// A reason that somebody gave.
    @Nullable public var text: String?
    /// How long before a due date it was told.
    @Nullable public var minutes: Int?
    public var createdAt: Date
    @Nullable public var readAt: Date?

    public init(
        id: ID, kind: Kind, course: Course.ID?, section: SectionSeats? = nil, event: Event.ID? = nil, reply: Reply.ID? = nil,
        text: String? = nil, minutes: Int? = nil, createdAt: Date, readAt: Date?
    ) {
        self.id = id
        self.kind = kind
        self.course = course
        self.section = section
        self.event = event
        self.reply = reply
        self.text = text
        self.minutes = minutes
        self.createdAt = createdAt
        self.readAt = readAt
    }

    /// How many one person keeps; the oldest make room.
    public static let most = 500
}

extension Notification: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("createdAt", createdAt)
        json.field("event", event)
        json.field("id", id)
        json.field("kind", kind)
        json.field("minutes", minutes)
        json.field("readAt", readAt)
        json.field("reply", reply)
        json.field("section", section)
        json.field("text", text)
    }
}

extension Notification.Kind: JSONWritable {}

/// `PATCH /v1/me/notifications`.
public struct NotificationsPatch: Codable, Sendable, Equatable {
    /// Notifications to be marked as read.
    public var read: [Notification.ID]

    public init(read: [Notification.ID]) { self.read = read }

    public static let limit = 1...200

    public func validated() throws(DomainError) -> Self {
        guard Self.limit.contains(read.count) else { throw .invalid("read", "must list 1 to 200 ids of notifications") }
        return self
    }
}
