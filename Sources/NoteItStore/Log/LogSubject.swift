import NoteItCore

import struct NoteItCore.Notification

/// The present state of a subject of the log.
struct LogSubject {
    var audience: Audience
    var rev: Int?
    /// The JSON that most of the audience sees, and the JSON that its insiders see; nil if they are the same.
    let plain: () throws -> String
    let insider: (() throws -> String)?

    private init(
        _ audience: Audience, rev: Int? = nil, plain: @escaping () throws -> String, insider: (() throws -> String)? = nil
    ) {
        (self.audience, self.rev, self.plain, self.insider) = (audience, rev, plain, insider)
    }

    private init?(_ value: (some Encodable)?, to topic: Topic) {
        guard let value else { return nil }
        self.init(Audience(topic), rev: (value as? any Revised)?.rev, plain: { try JSONCoding.string(value) })
    }

    private init(_ event: StoredEvent) {
        self.init(
            event.audience, rev: event.event.rev, plain: { try JSONCoding.string(event.event) },
            insider: { try JSONCoding.string(event.seen(byInsider: true)) })
    }

    private init(_ reply: StoredReply, _ audience: Audience) {
        self.init(
            audience, rev: reply.reply.rev, plain: { try JSONCoding.string(reply.reply) },
            insider: { try JSONCoding.string(reply.seen(byInsider: true)) })
    }

    private init(_ removal: StoredRemoval) {
        self.init(
            removal.audience, plain: { try JSONCoding.string(removal.plain) },
            insider: { try JSONCoding.string(removal.whole) })
    }

    private init(_ broadcast: BroadcastRow) {
        self.init(broadcast.audience, plain: { try JSONCoding.string(broadcast.notification) })
    }

    /// Nil if it is gone.
    static func find(_ item: LogItem, _ db: SQLConnection) throws -> LogSubject? {
        if let owner = item.owner { return try find(item, of: owner, db) }
        switch item.type {
        case .event: return try Event.ID(item.subject).flatMap { try EventRow.find($0, db) }.map(LogSubject.init)
        case .reply:
            guard let reply = try Reply.ID(item.subject).flatMap({ try ReplyRow.find($0, db) }),
                let event = try EventShape.find(reply.reply.event, db), event.deletedAt == nil
            else { return nil }
            return LogSubject(reply, event.audience)
        case .removal: return try RemovalRow.find(item.subject, db).map(LogSubject.init)
        case .notification:
            return try Notification.ID(item.subject).flatMap { try BroadcastRow.find($0, db) }.map(LogSubject.init)
        case .course:
            return LogSubject(try CourseRow.load([Course.ID(item.subject)], db).first, to: .course(Course.ID(item.subject)))
        default: return nil
        }
    }

    private static func find(_ item: LogItem, of owner: Account.ID, _ db: SQLConnection) throws -> LogSubject? {
        let topic = Topic.account(owner)
        switch item.type {
        case .account: return LogSubject(try AccountRow.find(owner, db), to: topic)
        case .enrollment: return LogSubject(try EnrollmentRow.find(item.subject, of: owner, db), to: topic)
        case .notification:
            return LogSubject(
                try Notification.ID(item.subject).flatMap { try NotificationRow.find($0, of: owner, db) }, to: topic)
        case .mark:
            return LogSubject(try Event.ID(item.subject).flatMap { try EventMarkRow.find($0, of: owner, db) }, to: topic)
        case .seatWatch: return LogSubject(try SeatWatchRow.find(Section.ID(item.subject), of: owner, db)?.watch, to: topic)
        case .preferences: return LogSubject(try PreferencesRow.find(of: owner, db), to: topic)
        case .task:
            return LogSubject(try StudyTask.ID(item.subject).flatMap { try TaskRow.find($0, of: owner, db) }, to: topic)
        case .studySettings: return LogSubject(try StudySettingsRow.find(of: owner, db), to: topic)
        case .studyPlan:
            return try StudyPlanRow.shown(of: owner, db).map { shown in LogSubject(Audience(topic), plain: { shown }) }
        case .record: return LogSubject(try RecordRow.find(of: owner, db), to: topic)
        case .degreePlan:
            return LogSubject(
                try DegreePlan.ID(item.subject).flatMap { try DegreePlanRow.find($0, heldBy: owner, db) }, to: topic)
        case .planReply:
            return LogSubject(
                try PlanReply.ID(item.subject).flatMap { try PlanReplyRow.find($0, heldBy: owner, db) }, to: topic)
        case .personalEvent:
            return LogSubject(
                try PersonalEvent.ID(item.subject).flatMap { try PersonalEventRow.find($0, of: owner, db) }, to: topic)
        case .calendarImport:
            return LogSubject(
                try CalendarImport.ID(item.subject).flatMap { try CalendarImportRow.find($0, of: owner, db) }, to: topic)
        default: return nil
        }
    }
}

/// A subject with a number that grows by each change of it.
private protocol Revised {
    var rev: Int { get }
}

extension StudyTask: Revised {}
extension AcademicRecord: Revised {}
extension DegreePlan: Revised {}
extension PlanReply: Revised {}
extension PersonalEvent: Revised {}
extension CalendarImport: Revised {}
