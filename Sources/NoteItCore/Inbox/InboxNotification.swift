import Foundation

/// A message to one person, in their inbox on all their devices.
///
/// It says what happened (`kind`), where, and the state at that time. New kinds may add fields.
public struct InboxNotification: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public typealias ID = Identifier<InboxNotification>

    /// Later versions add kinds. A client shows an unknown kind by its name.
    public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A watched section was full and has free seats now.
        public static let seatOpened = Kind(rawValue: "seatOpened")
        /// A watched section has few free seats left; see `SectionSeats.few`.
        public static let fewSeatsLeft = Kind(rawValue: "fewSeatsLeft")
        /// A watched section had free seats and is full now.
        public static let sectionFull = Kind(rawValue: "sectionFull")
        /// A watched section is no longer offered. The watch has ended.
        public static let sectionCancelled = Kind(rawValue: "sectionCancelled")

        /// There is a new post in a course, of a kind or with a tag that you follow.
        public static let posted = Kind(rawValue: "posted")
        /// A text mentions you.
        public static let mention = Kind(rawValue: "mention")
        /// A thread that you wrote in, or follow, has new replies.
        public static let reply = Kind(rawValue: "reply")
        /// A reply was accepted or endorsed as the answer to your question.
        public static let answer = Kind(rawValue: "answer")
        /// Staff sent a notice.
        public static let notice = Kind(rawValue: "notice")
        /// A notice that you saw was edited.
        public static let noticeAmended = Kind(rawValue: "noticeAmended")
        /// A notice that you saw was deleted.
        public static let noticeRetracted = Kind(rawValue: "noticeRetracted")
        /// A due date that concerns you moved.
        public static let dueMoved = Kind(rawValue: "dueMoved")
        /// An event is due in `minutes`.
        public static let dueSoon = Kind(rawValue: "dueSoon")
        /// You asked to be reminded of an event now.
        public static let ownReminder = Kind(rawValue: "ownReminder")
        /// Your post could not be published at its time; `text` is the reason. It stays private.
        public static let notPublished = Kind(rawValue: "notPublished")
        /// Staff removed your event or reply; `text` is the reason.
        public static let removed = Kind(rawValue: "removed")
        /// Staff restored your event or reply.
        public static let restored = Kind(rawValue: "restored")
        /// A person reported an event or a reply in a course of which you are staff; `text` is the reason.
        public static let reported = Kind(rawValue: "reported")
        /// You are staff of a course now.
        public static let staffGranted = Kind(rawValue: "staffGranted")
        /// Somebody asks to join a course of which you are staff.
        public static let joinRequested = Kind(rawValue: "joinRequested")
        /// The staff let you into a course, or did not; `text` names the sections.
        public static let joinAdmitted = Kind(rawValue: "joinAdmitted")
        public static let joinRefused = Kind(rawValue: "joinRefused")
        /// The staff ended your place in a course; `text` is the reason.
        public static let removedFromCourse = Kind(rawValue: "removedFromCourse")

        /// A study block of `task` starts in `minutes`; `text` is its title.
        public static let studyStarts = Kind(rawValue: "studyStarts")
        /// A study block of `task` ends in `minutes`; `text` is its title.
        public static let studyEnds = Kind(rawValue: "studyEnds")

        /// `plan`, yours or one that you follow, has a new comment, `reply`.
        public static let planReply = Kind(rawValue: "planReply")
        /// Your `plan` was approved.
        public static let planApproved = Kind(rawValue: "planApproved")
        /// An edit of `plan` took your approval away.
        public static let planApprovalLost = Kind(rawValue: "planApprovalLost")

        /// Your webhook gets nothing any more; `text` is its name and the reason.
        public static let webhookDisabled = Kind(rawValue: "webhookDisabled")
        /// Your email, `text`, is that of somebody else, whom the campus let in: your account has none now.
        public static let emailTaken = Kind(rawValue: "emailTaken")
    }

    public var id: ID
    public var kind: Kind
    @Nullable public var course: Course.ID?
    /// The section's seats at the time of the notification.
    @Nullable public var section: SectionSeats? = nil
    @Nullable public var event: Event.ID? = nil
    /// The number of `event` in its course, also after its deletion.
    @Nullable public var number: Int? = nil
    /// A reply to `event`, or a comment on `plan`.
    @Nullable public var reply: Reply.ID? = nil
    @Nullable public var task: StudyTask.ID? = nil
    @Nullable public var plan: DegreePlan.ID? = nil
    /// The reason of a removal or a report; the title of a task; the name of a webhook, and why it was disabled; an email.
    @Nullable public var text: String? = nil
    /// The lead time of a reminder.
    @Nullable public var minutes: Int? = nil
    public var createdAt: Date
    @Nullable public var readAt: Date?

    /// The most that are kept for one person. The oldest are deleted first, those caused by one person beyond `mostOfOne` before
    /// them, and unread decisions of staff last.
    public static let most = 500
    public static let mostOfOne = 100
}

extension InboxNotification.Kind: JSONWritable {}

/// `PATCH /v1/me/notifications`.
public struct NotificationsPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The notifications to mark as read.
    public var read: [InboxNotification.ID]

    public static let limit = 1...200

    public func check(_ faults: inout Faults) {
        if !Self.limit.contains(read.count) { faults.check("read", "must list 1 to 200 notification ids") }
    }
}
