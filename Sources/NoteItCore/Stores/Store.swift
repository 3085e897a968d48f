import Foundation

/// The database as the server uses it. Each method is one transaction. A write adds its log rows in the same transaction and
/// returns after the commit. The store checks the permissions of `account`.
///
/// Every method throws `.unavailable` if the database cannot be read or written now.
public protocol Store: AccountStore, SessionStore, CatalogStore, EnrollmentStore, EventStore, ReplyStore, LogStore,
    TimetableStore, SeatWatchStore, NotificationStore, EventMarkStore, PreferencesStore, NoticeStore, ReminderStore,
    QuestionStore, PinStore, ThanksStore, PublicationStore, AuditStore, StaffStore, MembershipStore,
    ModerationStore, ApiTokenStore, DeviceSignInStore, SecondFactorStore, SignOnStore, InvitationStore, RosterStore,
    PlatformStore, SearchStore, AttachmentStore, ExportStore, TaskStore, StudyStore, DegreeCatalogStore, RecordStore,
    DegreePlanStore, AppPasswordStore, CalendarFeedStore, CalendarStore, CalendarImportStore, NodeStore,
    DeliveryStore, MailStore, PushStore, NtfyStore, WebhookStore
{}

public protocol AccountStore: Sendable {
    /// Stores a new account. Throws `.conflict` if the email is taken.
    /// - Parameter password: PHC string of the password's hash.
    func register(_ new: NewAccount, role: Account.Role, password: String) async throws -> Account
    /// The account and its password hash, for a sign-in; nil if no account has that email.
    func credentials(email: String) async throws -> (account: Account, password: String)?
    /// Throws `.unauthenticated` if the person has left.
    func account(_ id: Account.ID) async throws -> Account
    /// Edits an account, and with it the author of the person's events and replies. Throws `.conflict` if the email is taken,
    /// `.unauthenticated` if the password changed since it was checked.
    /// - Parameter password: the password hash at the time of the check; nil if there was no check.
    func update(_ id: Account.ID, with patch: AccountPatch, ifPassword password: String?) async throws -> Account
    /// Replaces a password hash by a newer hash of the same password. False if the password changed meanwhile.
    func renew(_ old: String, as hash: String, of id: Account.ID) async throws -> Bool
    /// Replaces the password's hash, and revokes every other session. Throws `.unauthenticated` if the password changed since
    /// it was checked, or the session was revoked.
    func changePassword(of id: Account.ID, from old: String, to hash: String, keeping session: Session.ID) async throws
    /// Whether the reset code is valid.
    func allowsReset(of email: String, codeHash: String) async throws -> Bool
    /// Sets a new password by a reset code, and ends all sessions, app passwords and calendar feeds. Throws
    /// `.unauthenticated` if the code is not valid.
    func reset(_ email: String, codeHash: String, hash: String) async throws -> Account
    /// Removes a person. Their private events, tasks, record and degree plans are deleted, their other posts stay without a
    /// name, their approvals are taken back, their sessions are revoked.
    /// - Parameter password: as of `update`.
    func leave(_ id: Account.ID, ifPassword password: String?) async throws
}

public protocol SessionStore: Sendable {
    /// Throws `.forbidden` for a suspended account, `.unauthenticated` if the password changed since it was checked, if the proof
    /// was used before, or if there is none and the person has a second factor.
    /// - Parameters:
    ///   - refreshHash: SHA-256 of the refresh token, in hexadecimal.
    ///   - password: the password hash at the time of the check; nil if there was no check.
    ///   - proof: of a second factor; nil for a person without one.
    ///   - signOn: the `id` of the arrival that opens it, once; nil if the campus's sign-on does not.
    func open(
        _ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String, ifPassword password: String?,
        proof: SpentFactor?, signOn: String?
    ) async throws
    /// Exchanges a refresh token for the next. A token seen again after its exchange revokes its session, but for once within a
    /// minute, if the next was not used: its answer was lost. From then on the lost one revokes the session.
    /// Throws `.unauthenticated` if the token is unknown, used, expired or its session revoked, and if the operator demands a
    /// second factor of a person who has none: then the token stays good.
    func rotate(refreshHash: String, to next: String, unless rule: FactorRule) async throws -> (
        session: Session.ID, account: Account
    )
    /// The open sessions, newest first.
    func sessions(of account: Account.ID, current: Session.ID?, page: PageRequest) async throws -> Page<Session>
    /// Throws `.notFound` if it is not an open session of that account.
    func revoke(_ session: Session.ID, of account: Account.ID) async throws
    /// Deletes ended sessions and invalid refresh tokens. Returns the number of deleted sessions.
    func pruneSessions() async throws -> Int
    /// Sessions revoked since `date`: their access tokens may still be unexpired.
    func revokedSessions(since date: Date) async throws -> [Session.ID]
}

public protocol CatalogStore: Sendable {
    /// Newest first.
    func terms() async throws -> [Term]
    /// Throws `.notFound`.
    func term(_ id: Term.ID) async throws -> Term
    func subjects(of term: Term.ID) async throws -> [Subject]
    func courses(of term: Term.ID, matching query: CourseQuery, page: PageRequest) async throws -> Page<CourseSummary>
    /// Throws `.notFound`.
    func course(_ id: Course.ID) async throws -> Course
    /// The courses of these sections. Skips sections that are not offered.
    func courses(withSections sections: [Section.ID]) async throws -> [Course]
}

public protocol EnrollmentStore: Sendable {
    /// The courses in which a person may see something: their own, and courses that they left with private events.
    func courses(of account: Account.ID) async throws -> [Course.ID]
    func enrollments(of account: Account.ID) async throws -> [Enrollment]
    /// The sections for which a person waits, longest first.
    func joinRequests(of account: Account.ID) async throws -> [JoinRequest]
    /// Enrolls in the sections whose course admits the person, and asks the staff of the others. Skips sections that the
    /// person is in already, as a student or as staff. Throws `.invalid` for unknown or withdrawn sections, `.conflict` if
    /// the person waits for too many; then nothing changes.
    ///
    /// Leaves `dropped` in the same transaction, as a student, and takes back requests to join them. A section stays as long as
    /// the person waits for one of `sections` in its course, or if they are not in it.
    /// - Parameter standard: the rule of the server, for courses whose staff chose none.
    func enroll(
        _ account: Account.ID, in sections: [Section.ID], dropping dropped: [Section.ID], standard: JoiningRule
    ) async throws -> Joining
    /// Takes a request back if the person only waits for the section.
    /// Throws `.notFound` if the person is not in the section, `.forbidden` if they are its staff.
    func drop(_ account: Account.ID, section: Section.ID) async throws
}

public protocol EventStore: Sendable {
    /// Events that `account` may see, in due-date sections. Throws `.forbidden` if not enrolled.
    func events(
        in course: Course.ID, matching query: EventQuery, page: PageRequest, by account: Account.ID
    ) async throws -> DuePage
    /// The agenda of all courses of `account`.
    func agenda(from: Day?, to: Day?, page: PageRequest, by account: Account.ID) async throws -> DuePage
    /// Throws `.notFound` also for an event that `account` may not see.
    func event(_ id: Event.ID, by account: Account.ID) async throws -> Event
    /// An event by its number in the course, as in `CMPT225#42`.
    func event(number: Int, in course: Course.ID, by account: Account.ID) async throws -> Event
    /// The changes of the due date, oldest first. Throws `.notFound` also for an event that `account` may not see.
    func dueHistory(of event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Event.DueChange>
    /// `created` is false if the author sent this id before. Throws `.notFound` if the course is absent, `.forbidden` if not
    /// enrolled, `.conflict` if the id is taken, `.invalid` for sections that the author may not post to.
    func post(_ new: NewEvent, in course: Course.ID, by account: Account.ID) async throws -> (event: Event, created: Bool)
    /// Edits an event, for its author only. Throws `.notFound`, `.forbidden`, `.stale` if `rev` is given and not the newest.
    func edit(_ id: Event.ID, with patch: EventPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Event
    /// Deletes an event, for its author and staff. Throws `.notFound`, `.forbidden`, `.stale` if `rev` is given and not the
    /// newest.
    func delete(_ id: Event.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws
    /// The course to which a post or a file belongs; nil if it is absent, or a file that is attached to nothing.
    func course(ofEvent event: Event.ID) async throws -> Course.ID?
    func course(ofReply reply: Reply.ID) async throws -> Course.ID?
    func course(ofAttachment attachment: Attachment.ID) async throws -> Course.ID?
}

public protocol ReplyStore: Sendable {
    /// Oldest first. Throws `.notFound` if `account` may not see the event.
    func replies(to event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Reply>
    /// `created` is false if the author sent this id before. Throws `.notFound`, `.conflict`, `.invalid` for the parent.
    func reply(_ new: NewReply, to event: Event.ID, by account: Account.ID) async throws -> (reply: Reply, created: Bool)
    func editReply(_ id: Reply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Reply
    func deleteReply(_ id: Reply.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws
}

public protocol LogStore: Sendable {
    func head() async throws -> LogHead
    /// Throws `.unavailable` unless the database can be read and written.
    func requireReady() async throws
    /// Calls `tell` with the reason when the disk begins to refuse writes, and with nil once it takes them again.
    func onStorageChange(_ tell: @escaping @Sendable (String?) -> Void)
    /// Calls `ring` after each commit of this process, before its writes return. The call carries no data: read the log.
    func onCommit(_ ring: @escaping @Sendable (Commit) -> Void)
    /// Whether what this process reads may be stale, since the database has taken no commit of it for too long.
    var isFenced: Bool { get }
    /// Calls `tell` with what the store hears beside the commits of this process.
    func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void)
    /// The changes after `position` for all readers: at most `limit`, or 1 MiB. Each shows the present state of its subject.
    func entries(after position: LogPosition, limit: Int) async throws -> LogBatch
    /// The next changes for `account` after `cursor`: at most `limit`, or 1 MiB. Each subject appears once, in its present
    /// state, at its newest row. Throws `.expired`.
    /// - Parameter course: the only one whose changes are wanted; nil for all.
    func changes(after cursor: LogCursor, limit: Int, by account: Account.ID, only course: Course.ID?) async throws -> LogPage
    /// The topics of `account`, and the head of the log at which they were read.
    func interest(of account: Account.ID, only course: Course.ID?) async throws -> (interest: Interest, head: LogHead)
    /// - Parameters: `next`: from the previous page; `limit`: the most events and replies on a page; `course`: the only one whose
    ///   things are wanted; nil for all, with the person's own.
    func snapshot(next: String?, limit: Int, by account: Account.ID, only course: Course.ID?) async throws -> Snapshot
    /// Deletes log rows written before `date`. Returns their number.
    func pruneLog(before date: Date) async throws -> Int
}

/// What a store hears beside the commits of its own process.
public enum StoreSignal: Sendable, Equatable {
    /// Another process may have written to the log. `at` is when it committed, by its clock; nil if that is unknown.
    case grown(at: Date?)
    /// What is read may be stale from now on, and the reason.
    case fenced(String)
    /// The database takes commits again.
    case unfenced
}

/// The result of one commit.
public struct Commit: Sendable, Memberwise {
    /// The number of writes that shared the commit. Some of them may have failed.
    public var writes: Int
    /// The time until the data was on disk.
    public var took: Duration
    /// The offset of the log's newest row.
    public var head: Int64
    /// The courses that changed since the previous commit of this process. Any process may have changed them.
    public var courses: Set<Course.ID>
    /// Whether a person joined or left one of them.
    public var moved: Bool
}

public protocol TimetableStore: Sendable {
    /// The courses with these codes or ids, in the same order. Throws `.notFound` for the term, and `.invalid` for the
    /// `field` of a name that is unknown (with suggestions), ambiguous or repeated.
    func plannable(_ names: [(field: String, name: String)], in term: Term.ID) async throws -> [PlannableCourse]
    /// The minutes between campuses and buildings that every search minds.
    func travelTimes() async throws -> [TravelTime]
    /// The medians of the ratings and grade averages of a term's sections.
    func medianScore(of term: Term.ID) async throws -> MedianScore
    /// The person's own timetables, newest first.
    func timetables(of account: Account.ID) async throws -> [SavedTimetable]
    /// A timetable, for its owner, or for everyone if it is shared. Throws `.notFound`.
    func timetable(_ id: SavedTimetable.ID, by account: Account.ID) async throws -> SavedTimetable
    /// `created` is false if the person sent this id before. Throws `.invalid` for sections that the term does not offer,
    /// `.conflict` if the id is taken or the person has too many.
    func keep(_ new: NewTimetable, by account: Account.ID) async throws -> (timetable: SavedTimetable, created: Bool)
    /// Edits a timetable, for its owner only. Throws `.notFound`, `.invalid`, `.stale` if `rev` is given and not the newest.
    func edit(_ id: SavedTimetable.ID, with patch: TimetablePatch, ifRev rev: Int?, by account: Account.ID) async throws
        -> SavedTimetable
    /// Deletes a timetable, for its owner only. Throws `.notFound`, `.stale`.
    func delete(_ id: SavedTimetable.ID, ifRev rev: Int?, by account: Account.ID) async throws
}

public protocol SeatWatchStore: Sendable {
    /// The sections that a person watches, oldest watch first, with their present seats.
    func seatWatches(of account: Account.ID) async throws -> [SeatWatch]
    /// Throws `.notFound` if the person does not watch it.
    func seatWatch(_ section: Section.ID, by account: Account.ID) async throws -> SeatWatch
    /// `created` is false if the person watches it already. Throws `.notFound` for a section that is not offered, `.conflict`
    /// if its term is past or the person watches too many.
    func watchSeats(of section: Section.ID, by account: Account.ID) async throws -> (watch: SeatWatch, created: Bool)
    /// Throws `.notFound` if the person does not watch it.
    func unwatchSeats(of section: Section.ID, by account: Account.ID) async throws
    /// Ends the watches on sections of past terms. Returns their number.
    func endSeatWatches() async throws -> Int
}

public protocol NotificationStore: Sendable {
    /// Newest first.
    /// - Parameter unread: whether to return only unread notifications.
    func notifications(of account: Account.ID, unread: Bool, page: PageRequest) async throws -> Page<InboxNotification>
    /// Throws `.notFound`.
    func notification(_ id: InboxNotification.ID, by account: Account.ID) async throws -> InboxNotification
    /// Marks notifications as read. Skips ids that are not the person's.
    func markRead(_ ids: [InboxNotification.ID], by account: Account.ID) async throws
}

public protocol AttachmentStore: Sendable {
    /// Stores a file that is not attached to anything yet. The bytes go to disk as they arrive, and a failed upload leaves
    /// nothing. `created` is false if the person sent this id before; then no byte is read. Throws the errors of `bytes`,
    /// `.invalid` for an empty file, `.tooLarge`, `.unsupported`, and `.conflict` if the id is taken or the person's files
    /// would take too much space.
    func upload<Bytes: AsyncSequence & Sendable>(
        _ new: NewAttachment, bytes: Bytes, limits: AttachmentLimits, by account: Account.ID
    ) async throws -> (attachment: Attachment, created: Bool) where Bytes.Element == [UInt8]
    /// A file, for everyone who may see the event or reply with it; before it is attached, for the person who uploaded it.
    /// Throws `.notFound`.
    func attachment(_ id: Attachment.ID, by account: Account.ID) async throws -> StoredFile
    /// Deletes a file of the person's that is not attached to anything. Throws `.notFound`, also for a file of another person, and
    /// `.conflict` if it is attached.
    func discardUpload(_ id: Attachment.ID, by account: Account.ID) async throws
    /// Deletes files that were not attached for a day, files of events and replies that their author deleted, and files of
    /// those that staff removed 30 days ago. Returns their number.
    func collectAttachments() async throws -> Int
}

public protocol ExportStore: Sendable {
    /// One part of a person's data; nil asks for the first. Each part shows the data as it is when the part is read.
    func export(of account: Account.ID, from cursor: ExportCursor?) async throws -> ExportPart
}
