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
    }

    public var id: ID
    public var kind: Kind
    @Nullable public var course: Course.ID?
    /// As it was when this was written.
    @Nullable public var section: SectionSeats?
    public var createdAt: Date
    @Nullable public var readAt: Date?

    public init(id: ID, kind: Kind, course: Course.ID?, section: SectionSeats?, createdAt: Date, readAt: Date?) {
        self.id = id
        self.kind = kind
        self.course = course
        self.section = section
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
        json.field("id", id)
        json.field("kind", kind)
        json.field("readAt", readAt)
        json.field("section", section)
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
