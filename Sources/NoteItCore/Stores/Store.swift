import Foundation

/// All that the server asks of a database. Each method is one transaction; each write puts its log rows in the
/// same one and returns after the commit. Who may see or do what is decided inside, by `account`.
///
/// Every method throws `.unavailable` if the database cannot be read or written now.
public protocol Store: AccountStore, SessionStore, CatalogStore, EnrollmentStore, EventStore, ReplyStore, LogStore,
    ScheduleStore, SeatWatchStore, NotificationStore, EventMarkStore, PreferencesStore, NoticeStore, ReminderStore,
    QuestionStore, AuditStore, StaffStore, InstructorStore, ModerationStore, SearchStore, AttachmentStore, ExportStore
{}

public protocol AccountStore: Sendable {
    /// Stores a new account. Throws `.conflict` if the email is taken.
    /// - Parameter password: PHC string of the password's hash.
    func register(_ new: NewAccount, role: Account.Role, password: String) async throws -> Account
    /// The account and its password hash, for a sign-in; nil if nobody has that email.
    func credentials(email: String) async throws -> (account: Account, password: String)?
    /// Throws `.unauthenticated` if the person has left.
    func account(_ id: Account.ID) async throws -> Account
    /// Also rewrites the author of what they wrote. Throws `.conflict` if the email is taken.
    /// - Parameter password: hash that the account's password had when it was checked; nil if it was not. Throws `.unauthenticated`
    ///   if it has another by now.
    func update(_ id: Account.ID, with patch: AccountPatch, ifPassword password: String?) async throws -> Account
    /// Replaces the hash of a password by another of the same. False if the password is another by now.
    func renew(_ old: String, as hash: String, of id: Account.ID) async throws -> Bool
    /// Replaces the password's hash, and revokes every other session. Throws `.unauthenticated` if the password is not the one that was
    /// checked any more, or the session was revoked.
    func changePassword(of id: Account.ID, from old: String, to hash: String, keeping session: Session.ID) async throws
    /// Whether such a code is good.
    func allowsReset(of email: String, codeHash: String) async throws -> Bool
    /// Replaces the password's hash. With `keeping`, every other session is revoked.
    func setPassword(_ id: Account.ID, hash: String, keeping session: Session.ID?) async throws
    /// A code by which its bearer sets a new password, once, until `end`; an older one is good no more. Throws `.notFound`.
    /// - Parameter codeHash: SHA-256 of the code, in hexadecimal.
    func allowReset(of email: String, codeHash: String, until end: Date) async throws -> Account
    /// Sets a new password by such a code, and ends all sessions. Throws `.unauthenticated` if it is not good.
    func reset(_ email: String, codeHash: String, hash: String) async throws -> Account
    /// Ends all sessions, and lets nobody sign in until it is taken back. Throws `.notFound`.
    func suspend(_ email: String, _ isSuspended: Bool) async throws -> Account
    /// Removes a person: their private events vanish, public posts stay without a name, sessions are revoked.
    /// - Parameter password: as of `update`.
    func leave(_ id: Account.ID, ifPassword password: String?) async throws
}

public protocol SessionStore: Sendable {
    /// Throws `.forbidden` for an account that is suspended, `.unauthenticated` for another password than the one that was checked.
    /// - Parameters:
    ///   - refreshHash: SHA-256 of the refresh token, in hexadecimal.
    ///   - password: hash of the account's password when it was checked; nil if none was.
    func open(
        _ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String, ifPassword password: String?
    ) async throws
    /// Exchanges a refresh token for the next. A token seen again after its exchange revokes its session.
    /// Throws `.unauthenticated` if the token is unknown, used, expired or its session revoked.
    func rotate(refreshHash: String, to next: String) async throws -> (session: Session.ID, account: Account)
    /// The devices signed in, newest first.
    func sessions(of account: Account.ID, current: Session.ID?, page: PageRequest) async throws -> Page<Session>
    /// Throws `.notFound` if it is not an open session of that account.
    func revoke(_ session: Session.ID, of account: Account.ID) async throws
    /// Deletes sessions that ended, and refresh tokens that are good no more. Returns how many sessions it was.
    func pruneSessions() async throws -> Int
    /// Sessions revoked since `date`: their access tokens may still be unexpired.
    func revokedSessions(since date: Date) async throws -> [Session.ID]
}

extension AccountStore {
    public func update(_ id: Account.ID, with patch: AccountPatch) async throws -> Account {
        try await update(id, with: patch, ifPassword: nil)
    }

    public func leave(_ id: Account.ID) async throws { try await leave(id, ifPassword: nil) }
}

extension SessionStore {
    public func open(_ session: Session.ID, for account: Account.ID, device: String?, refreshHash: String) async throws {
        try await open(session, for: account, device: device, refreshHash: refreshHash, ifPassword: nil)
    }
}

public protocol CatalogStore: Sendable {
    /// Newest first.
    func terms() async throws -> [Term]
    func subjects(of term: Term.ID) async throws -> [Subject]
    func courses(of term: Term.ID, matching query: CourseQuery, page: PageRequest) async throws -> Page<CourseSummary>
    /// Throws `.notFound`.
    func course(_ id: Course.ID) async throws -> Course
    /// Those that have one of these sections; sections that are not offered are passed over.
    func courses(withSections sections: [Section.ID]) async throws -> [Course]
    /// Brings the stored catalog in line with a registrar's file, in one transaction. Enrollments are kept.
    /// - Parameter links: which sections go together, by registration number.
    func importCatalog(_ catalog: CatalogTerm, links: [SectionLink], options: ImportOptions) async throws -> ImportReport
    /// Replaces a term's holidays; a day that is named twice is one. Throws `.notFound`, and `.invalid` for days outside the
    /// term.
    func setHolidays(_ holidays: [Holiday], of term: Term.ID) async throws
    /// Updates what is known of a term's courses; those it does not offer are passed over.
    func importDetails(_ details: [CourseDetails], term: Term.ID, dryRun: Bool) async throws -> ImportReport
}

public protocol EnrollmentStore: Sendable {
    /// The courses in which a person may see something: those that they are in, and those where they left private events.
    func courses(of account: Account.ID) async throws -> [Course.ID]
    func enrollments(of account: Account.ID) async throws -> [Enrollment]
    /// All or none; sections already held are no error. Returns every enrollment held afterwards.
    /// Throws `.invalid` for unknown or withdrawn sections.
    func enroll(_ account: Account.ID, in sections: [Section.ID]) async throws -> [Enrollment]
    /// Throws `.notFound` if it is not held, `.forbidden` if it is held as staff.
    func drop(_ account: Account.ID, section: Section.ID) async throws
}

public protocol EventStore: Sendable {
    /// Events that `account` may see, in due-date sections. Throws `.forbidden` if not enrolled.
    func events(
        in course: Course.ID, matching query: EventQuery, page: PageRequest, by account: Account.ID
    ) async throws -> DuePage
    /// The same over all courses of `account`.
    func agenda(from: Day?, to: Day?, page: PageRequest, by account: Account.ID) async throws -> DuePage
    /// Throws `.notFound` also for what `account` may not see.
    func event(_ id: Event.ID, by account: Account.ID) async throws -> Event
    /// The same by its number in the course, as in `CMPT225#42`.
    func event(number: Int, in course: Course.ID, by account: Account.ID) async throws -> Event
    /// How the due date moved, oldest first. Throws `.notFound` also for what `account` may not see.
    func dueHistory(of event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Event.DueChange>
    /// `created` is false if the author sent this id before. Throws `.notFound` if the course is absent, `.forbidden`
    /// if not enrolled, `.conflict` if the id is taken, `.invalid` for sections out of reach.
    func post(_ new: NewEvent, in course: Course.ID, by account: Account.ID) async throws -> (event: Event, created: Bool)
    /// By its author alone. Throws `.notFound`, `.forbidden`, `.stale` if `rev` is given and not the newest.
    func edit(_ id: Event.ID, with patch: EventPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Event
    /// By its author or staff. Throws as `edit`.
    func delete(_ id: Event.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws
}

public protocol ReplyStore: Sendable {
    /// Oldest first. Throws `.notFound` if `account` may not see the event.
    func replies(to event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Reply>
    /// `created` is false if the author sent this id before. Throws `.notFound`, `.conflict`, `.invalid` for the parent.
    func reply(_ new: NewReply, to event: Event.ID, by account: Account.ID) async throws -> (reply: Reply, created: Bool)
    func editReply(_ id: Reply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Reply
    func deleteReply(_ id: Reply.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws
}

public protocol QuestionStore: Sendable {
    /// Accepts a reply as the answer, for who asked, or endorses it, for staff, in place of the one before. Throws `.notFound`,
    /// `.forbidden` for anyone else, `.conflict` for what is no question, `.invalid` for a reply to something else.
    func answer(_ event: Event.ID, with reply: Reply.ID, by account: Account.ID) async throws -> Event
    /// Takes the caller's own acceptance or endorsement back; none is no error. Throws `.notFound`, `.forbidden`.
    func clearAnswer(of event: Event.ID, by account: Account.ID) async throws
    /// Counts the caller among those who have the same question; once, however often it is said. Throws `.notFound`, and
    /// `.conflict` for one's own question and for what is none.
    func sayMeToo(on event: Event.ID, by account: Account.ID) async throws -> Event
    /// Not having said it is no error. Throws `.notFound`.
    func undoMeToo(on event: Event.ID, by account: Account.ID) async throws
}

public protocol LogStore: Sendable {
    func head() async throws -> LogHead
    /// Calls `ring` after each commit of this process, before its writes are answered. The bell carries no truth: the log does.
    func onCommit(_ ring: @escaping @Sendable (Commit) -> Void)
    /// What the log has after `position`, for everyone: at most `limit` changes, or 1 MiB of them. A subject stands once as it
    /// is, at its newest row.
    func entries(after position: LogPosition, limit: Int) async throws -> LogBatch
    /// The next changes for `account` after `cursor`: at most `limit`, or 1 MiB of them. A subject stands once as it is now, at
    /// its newest row. Throws `.expired`.
    func changes(after cursor: Cursor, limit: Int, by account: Account.ID) async throws -> LogPage
    /// What `account` may see, and the head at which that was read.
    func interest(of account: Account.ID) async throws -> (interest: Interest, head: LogHead)
    /// - Parameters: `next`: of the page before; `limit`: events and replies on a page.
    func snapshot(next: String?, limit: Int, by account: Account.ID) async throws -> Snapshot
    /// Deletes log rows written before `date`. Returns how many.
    func pruneLog(before date: Date) async throws -> Int
}

/// What one commit did.
public struct Commit: Sendable {
    /// How many writes shared it; some may have failed by themselves.
    public var writes: Int
    /// Until the disk had it.
    public var took: Duration
    /// Offset of the newest row of the log.
    public var head: Int64
    /// Those in which something changed since this process's commit before, by whatever process.
    public var courses: Set<Course.ID>
    /// Whether somebody joined or left one of them.
    public var moved: Bool

    public init(writes: Int, took: Duration, head: Int64, courses: Set<Course.ID>, moved: Bool) {
        self.writes = writes
        self.took = took
        self.head = head
        self.courses = courses
        self.moved = moved
    }
}

public protocol ScheduleStore: Sendable {
    /// The courses that `names` mean, in their order, each by code or id. Throws `.notFound` for the term, and `.invalid`
    /// at `field.N` for a name that means none or several, with suggestions, or a course that was named before.
    func plannable(_ names: [(field: String, name: String)], in term: Term.ID) async throws -> [PlannableCourse]
    /// Replaces what is known of those courses or sections. Returns how many rows were taken; sections that `term` does not
    /// have are passed over. Throws `.notFound` if the term is absent.
    func importGrades(_ table: GradeTable, term: Term.ID) async throws -> Int
    /// One's own, newest first.
    func schedules(of account: Account.ID) async throws -> [Schedule]
    /// One's own, or a shared one. Throws `.notFound`.
    func schedule(_ id: Schedule.ID, by account: Account.ID) async throws -> Schedule
    /// `created` is false if the person sent this id before. Throws `.invalid` for sections that the term does not offer,
    /// `.conflict` if the id is taken or too many are kept.
    func keep(_ new: NewSchedule, by account: Account.ID) async throws -> (schedule: Schedule, created: Bool)
    /// By its owner alone. Throws `.notFound`, `.invalid`, `.stale` if `rev` is given and not the newest.
    func edit(_ id: Schedule.ID, with patch: SchedulePatch, ifRev rev: Int?, by account: Account.ID) async throws -> Schedule
    /// By its owner alone. Throws `.notFound`, `.stale`.
    func delete(_ id: Schedule.ID, ifRev rev: Int?, by account: Account.ID) async throws
}

public protocol SeatWatchStore: Sendable {
    /// The sections that a person watches, those watched longest first, with their seats now.
    func seatWatches(of account: Account.ID) async throws -> [SeatWatch]
    /// Throws `.notFound` if it is not watched.
    func seatWatch(_ section: Section.ID, by account: Account.ID) async throws -> SeatWatch
    /// `created` is false if it was watched already. Throws `.notFound` for a section that is not offered, `.conflict` if its
    /// term is past or too many are watched.
    func watchSeats(of section: Section.ID, by account: Account.ID) async throws -> (watch: SeatWatch, created: Bool)
    /// Throws `.notFound` if it is not watched.
    func unwatchSeats(of section: Section.ID, by account: Account.ID) async throws
    /// Ends the watches on sections of past terms. Returns how many.
    func endSeatWatches() async throws -> Int
}

public protocol NotificationStore: Sendable {
    /// Newest first.
    /// - Parameter unread: only those that are not read.
    func notifications(of account: Account.ID, unread: Bool, page: PageRequest) async throws -> Page<Notification>
    /// Throws `.notFound`.
    func notification(_ id: Notification.ID, by account: Account.ID) async throws -> Notification
    /// Marks as read those of `ids` that are this person's and are not; the others are passed over.
    func markRead(_ ids: [Notification.ID], by account: Account.ID) async throws
}

public protocol AttachmentStore: Sendable {
    /// Stores a file that goes with nothing yet, from bytes as they come: it is never in memory whole. Nothing is left of an
    /// upload that failed. `created` is false if the person sent this id before: then no byte is read.
    /// Throws what `bytes` throws; `.invalid` for an empty file, `.tooLarge`, `.unsupported`; `.conflict` if the id is taken or all
    /// files of the person would take too much.
    func upload<Bytes: AsyncSequence & Sendable>(
        _ new: NewAttachment, bytes: Bytes, limits: AttachmentLimits, by account: Account.ID
    ) async throws -> (attachment: Attachment, created: Bool) where Bytes.Element == [UInt8]
    /// Seen by who sees what it goes with; while it goes with nothing, by who uploaded it. Throws `.notFound`.
    func attachment(_ id: Attachment.ID, by account: Account.ID) async throws -> StoredFile
    /// Deletes files that go with nothing for a day, those of what its author deleted, and those of what staff removed 30 days
    /// ago. Returns how many.
    func collectAttachments() async throws -> Int
}

public protocol ExportStore: Sendable {
    /// A part of all that is a person's; nil for the first. Each part is as things stand when it is read.
    func export(of account: Account.ID, from place: ExportPlace?) async throws -> ExportPart
}
