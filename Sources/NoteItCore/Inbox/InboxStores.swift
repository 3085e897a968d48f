/// What events are to one person.
public protocol EventMarkStore: Sendable {
    /// As nobody has marked it, if they have not. Throws `.notFound` also for an event that `account` may not see.
    func mark(of event: Event.ID, by account: Account.ID) async throws -> EventMark
    /// Notifications about an event that is seen to its end are read thereby. Throws as above.
    func mark(_ event: Event.ID, with patch: EventMarkPatch, by account: Account.ID) async throws -> EventMark
    /// Those that are gone, or not this person's to see, are passed over.
    func markSeen(_ events: [ReadRequest.Seen], by account: Account.ID) async throws
    /// All that the person may see in the course now. Throws `.notFound`, `.forbidden` if not enrolled.
    func markSeen(in course: Course.ID, by account: Account.ID) async throws
}

/// How one person wants to be told of things.
public protocol PreferencesStore: Sendable {
    func preferences(of account: Account.ID) async throws -> Preferences
    /// Throws `.invalid` for a course that is absent.
    func update(_ patch: PreferencesPatch, by account: Account.ID) async throws -> Preferences
}

public protocol NoticeStore: Sendable {
    /// Posts one event in each course, all or none. `created` is false if the sender sent this id before. Throws `.invalid`
    /// for unknown sections and courses, `.forbidden` if not of the staff of one, `.conflict` if the id is taken.
    func send(_ new: NewNotice, by account: Account.ID) async throws -> (events: [Event], created: Bool)
    /// How many people it would reach. Throws as `send`.
    func reach(of new: NewNotice, by account: Account.ID) async throws -> NoticeReach
    /// For its sender and the course's staff. Throws `.notFound` also for what is no notice, `.forbidden`.
    func receipts(of notice: Event.ID, by account: Account.ID) async throws -> NoticeReceipts
}

public protocol ReminderStore: Sendable {
    /// Reminds everyone of what is due, as long before as each wants it: once for each event, due date and lead, as long as it
    /// is still due. Returns how many reminders it wrote.
    func remind() async throws -> Int
}
