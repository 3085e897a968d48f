import NoteItCore

/// The present state of a subject of the log.
struct LogSubject {
    var audience: Audience
    var rev: Int?
    /// The JSON that most of the audience sees.
    var plain: () throws -> String
    /// The JSON that its insiders see; nil if it is the same.
    var insider: (() throws -> String)?

    /// Nil if it is gone.
    static func find(_ item: LogItem, _ db: SQLConnection) throws -> LogSubject? {
        if let owner = item.owner { return try find(item, of: owner, db) }
        switch item.type {
        case .event: return try Event.ID(item.subject).flatMap { try EventRow.find($0, db) }.map(LogSubject.init)
        case .reply:
            guard let found = try Reply.ID(item.subject).flatMap({ try ReplyRow.find($0, db) }) else { return nil }
            return try LogSubject(found, in: EventShape.find(found.reply.event, db))
        case .removal:
            guard let removal = try RemovalRow.find(item.subject, db) else { return nil }
            return LogSubject(removal.audience, removal.plain, insider: { removal.whole })
        case .notification:
            guard let sent = try InboxNotification.ID(item.subject).flatMap({ try BroadcastRow.find($0, db) }) else {
                return nil
            }
            return LogSubject(sent.audience, sent.notification)
        case .course:
            let id = Course.ID(item.subject)
            return try CourseRow.load([id], db).first.map { LogSubject(Audience(.course(id)), $0) }
        default: return nil
        }
    }

    private static func find(_ item: LogItem, of owner: Account.ID, _ db: SQLConnection) throws -> LogSubject? {
        let audience = Audience(.account(owner))
        // Stored as it is shown.
        if item.type == .studyPlan {
            return try StudyPlanRow.shown(of: owner, db).map { shown in LogSubject(audience: audience, plain: { shown }) }
        }
        return try value(item.type, item.subject, of: owner, db).map { LogSubject(audience, $0) }
    }

    private static func value(
        _ type: ChangeType, _ id: String, of owner: Account.ID, _ db: SQLConnection
    ) throws -> (any Encodable)? {
        switch type {
        case .account: try AccountRow.find(owner, db)
        case .enrollment: try EnrollmentRow.find(id, of: owner, db)
        case .notification: try InboxNotification.ID(id).flatMap { try NotificationRow.find($0, of: owner, db) }
        case .mark: try Event.ID(id).flatMap { try EventMarkRow.find($0, of: owner, db) }
        case .seatWatch: try SeatWatchRow.find(Section.ID(id), of: owner, db)?.watch
        case .preferences: try PreferencesRow.find(of: owner, db)
        case .task: try StudyTask.ID(id).flatMap { try TaskRow.find($0, of: owner, db) }
        case .studySettings: try StudySettingsRow.find(of: owner, db)
        case .record: try RecordRow.find(of: owner, db)
        case .degreePlan: try DegreePlan.ID(id).flatMap { try DegreePlanRow.find($0, heldBy: owner, db) }
        case .planReply: try PlanReply.ID(id).flatMap { try PlanReplyRow.find($0, heldBy: owner, db) }
        case .personalEvent: try PersonalEvent.ID(id).flatMap { try PersonalEventRow.find($0, of: owner, db) }
        case .calendarImport: try CalendarImport.ID(id).flatMap { try CalendarImportRow.find($0, of: owner, db) }
        default: nil
        }
    }
}

extension LogSubject {
    fileprivate init(_ stored: StoredEvent) {
        self.init(stored.audience, stored.event, insider: { stored.seen(byInsider: true) })
    }

    /// Nil if its event is gone.
    fileprivate init?(_ stored: StoredReply, in event: EventShape?) {
        guard let event, event.deletedAt == nil else { return nil }
        self.init(event.audience, stored.reply, insider: { stored.seen(byInsider: true) })
    }

    private init(_ audience: Audience, _ plain: any Encodable, insider: (() -> any Encodable)? = nil) {
        self.init(
            audience: audience, rev: (plain as? any Revised)?.rev, plain: { try JSONCoding.string(plain) },
            insider: insider.map { value in { try JSONCoding.string(value()) } })
    }
}

/// The subjects of items that are read in their order. Each answer of the database is waited for, so events and replies are read ahead.
struct LogSubjects {
    /// The most items that are read ahead.
    private static let most = 50
    private let items: [LogItem]
    /// The events of the items up to `end`, without those that are gone.
    private var events: [Event.ID: StoredEvent] = [:]
    private var replies: [Reply.ID: StoredReply] = [:]
    /// The shapes of the events of replies.
    private var shapes: [Event.ID: EventShape] = [:]
    private var end = 0

    init(of items: [LogItem]) { self.items = items }

    /// The subject of an item; nil if it is gone.
    /// - Parameter index: of the item, greater than at the last call.
    mutating func find(_ index: Int, _ db: SQLConnection) throws -> LogSubject? {
        let item = items[index]
        switch item.sharedType {
        case .event:
            try readAhead(from: index, db)
            return Event.ID(item.subject).flatMap { events[$0] }.map(LogSubject.init)
        case .reply:
            try readAhead(from: index, db)
            return Reply.ID(item.subject).flatMap { replies[$0] }.flatMap { LogSubject($0, in: shapes[$0.reply.event]) }
        default: return try LogSubject.find(item, db)
        }
    }

    private mutating func readAhead(from index: Int, _ db: SQLConnection) throws {
        guard index >= end else { return }
        let next = items[index...].prefix(Self.most)
        end = next.endIndex
        events = try EventRow.find(Set(next.filter { $0.sharedType == .event }.compactMap { Event.ID($0.subject) }), db)
        replies = try ReplyRow.find(Set(next.filter { $0.sharedType == .reply }.compactMap { Reply.ID($0.subject) }), db)
        shapes = try EventShape.find(Set(replies.values.map(\.reply.event)), db)
    }
}

extension LogItem {
    /// The type of what is not one person's alone.
    fileprivate var sharedType: ChangeType? { owner == nil ? type : nil }
}
