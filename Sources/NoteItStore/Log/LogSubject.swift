import GRDB
import NoteItCore

import struct NoteItCore.Notification

/// What a row of the log is about, as it is now.
struct LogSubject {
    var audience: Audience
    var rev: Int?
    /// JSON as most of the audience sees it, and as its insiders do; nil if that is the same.
    let plain: () throws -> String
    let insider: (() throws -> String)?

    private init(
        _ audience: Audience, rev: Int? = nil, plain: @escaping () throws -> String, insider: (() throws -> String)? = nil
    ) {
        (self.audience, self.rev, self.plain, self.insider) = (audience, rev, plain, insider)
    }

    private init?(_ value: (some Encodable)?, to topic: Topic) {
        guard let value else { return nil }
        self.init(Audience(topic), plain: { try JSONCoding.string(value) })
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
            removal.audience, plain: { try JSONCoding.string(removal.plain) }, insider: { try JSONCoding.string(removal.whole) }
        )
    }

    private init(_ broadcast: BroadcastRow) {
        self.init(broadcast.audience, plain: { try JSONCoding.string(broadcast.notification) })
    }

    /// Nil if it is gone.
    static func find(_ item: LogItem, _ db: Database) throws -> LogSubject? {
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
        case .course: return LogSubject(try CourseRow.load([item.subject], db).first, to: .course(item.subject))
        default: return nil
        }
    }

    private static func find(_ item: LogItem, of owner: Account.ID, _ db: Database) throws -> LogSubject? {
        let topic = Topic.account(owner)
        switch item.type {
        case .account: return LogSubject(try AccountRow.find(owner, db), to: topic)
        case .enrollment: return LogSubject(try EnrollmentRow.find(item.subject, of: owner, db), to: topic)
        case .notification:
            return LogSubject(
                try Notification.ID(item.subject).flatMap { try NotificationRow.find($0, of: owner, db) }, to: topic)
        case .mark:
            return LogSubject(try Event.ID(item.subject).flatMap { try EventMarkRow.find($0, of: owner, db) }, to: topic)
        case .seatWatch: return LogSubject(try SeatWatchRow.find(item.subject, of: owner, db)?.watch, to: topic)
        case .preferences: return LogSubject(try PreferencesRow.find(of: owner, db), to: topic)
        default: return nil
        }
    }
}
