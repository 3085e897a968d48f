public protocol EventMarkStore: Sendable {
    /// Returns an empty mark if the person has none. Throws `.notFound` also for an event that `account` may not see.
    func mark(of event: Event.ID, by account: Account.ID) async throws -> EventMark
    /// Seeing the newest activity of an event also marks its notifications as read. Throws `.notFound` as above.
    func mark(_ event: Event.ID, with patch: EventMarkPatch, by account: Account.ID) async throws -> EventMark
    /// Skips events that are gone, or that the person may not see.
    func markSeen(_ events: [ReadRequest.Seen], by account: Account.ID) async throws
    /// Marks all events that the person may see in the course now. Throws `.notFound`, `.forbidden` if not enrolled.
    func markSeen(in course: Course.ID, by account: Account.ID) async throws
}

public protocol PreferencesStore: Sendable {
    func preferences(of account: Account.ID) async throws -> Preferences
    /// Throws `.invalid` for an unknown course.
    func update(_ patch: PreferencesPatch, by account: Account.ID) async throws -> Preferences
}

public protocol NoticeStore: Sendable {
    /// Posts one event in each course, all or none. `created` is false if the sender sent this id before. Throws `.invalid`
    /// for unknown sections and courses, `.forbidden` if not of the staff of one, `.conflict` if the id is taken.
    func send(_ new: NewNotice, by account: Account.ID) async throws -> (events: [Event], created: Bool)
    /// The number of people that it would reach. Throws as `send`.
    func reach(of new: NewNotice, by account: Account.ID) async throws -> NoticeReach
    /// The receipts of a notice, for its sender as long as they may see it, and for the staff in charge. Throws `.notFound`,
    /// also for an event that is not a notice, and `.forbidden`.
    func receipts(of notice: Event.ID, by account: Account.ID) async throws -> NoticeReceipts
    /// The people who can see a notice that must be read and have not seen its present text, by name. For the staff in charge.
    /// Throws as `receipts`, and `.conflict` for a notice that was not sent as "must read": its readers were not told.
    func unseen(of notice: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Author>
}

public protocol ReminderStore: Sendable {
    /// Reminds everyone of due dates, as long before as each person wants: once for each event, due date and lead time, while
    /// the event is still due. Sends the reminders that people set themselves, once each. Returns the number of reminders that it
    /// wrote.
    func remind() async throws -> Int
}
