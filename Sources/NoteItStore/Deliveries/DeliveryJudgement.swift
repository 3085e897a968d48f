import Foundation
import NoteItCore

/// Decides what of a delivery the person may still get, whatever its channel. All of it is read in one transaction, in which the
/// person may see what it says.
struct DeliveryJudgement {
    let db: SQLConnection
    let now: Date
    let delivery: PersonalDelivery

    static let nothing = PersonalDelivery.Outcome.dropped("There is nothing to tell any more.")
    static let unwanted = PersonalDelivery.Outcome.dropped("The person does not want it any more.")

    /// What ends or postpones it; nil if it may be sent.
    func hindrance(pace: DeliveryPace) throws -> PersonalDelivery.Outcome? {
        // Another node may have done it meanwhile, and `end` changes nothing that is over.
        guard let next = try waits() else { return Self.nothing }
        guard next <= now.seconds else { return .later(Date(seconds: next), fault: nil) }
        guard try isPresent() else { return .dropped("The person left, or may not sign in.") }
        guard now.timeIntervalSince(delivery.createdAt) <= pace.patience else {
            return .failed("It could not be sent for \(Int(pace.patience) / 3_600) hours.")
        }
        return nil
    }

    /// When it is to be tried; nil if it is over.
    private func waits() throws -> Int64? {
        try db.value("SELECT next_try FROM delivery WHERE id = ? AND next_try IS NOT NULL", delivery.id)
    }

    private func isPresent() throws -> Bool {
        try db.first("SELECT 1 FROM account WHERE id = ? AND left_at IS NULL AND suspended_at IS NULL", delivery.account) != nil
    }

    func zone() throws -> TimeZone { try StudySettingsRow.zone(of: delivery.account, at: now, db) }

    /// What the person calls their courses.
    func names() throws -> ReaderCourses {
        let courses: [Course.ID] = try db.column(
            "SELECT course_id FROM enrollment WHERE account_id = ? UNION SELECT course_id FROM event WHERE id = ?",
            delivery.account, delivery.event)
        return ReaderCourses(Set(courses))
    }

    /// Postpones it to the end of the person's quiet hours, which are the same for all channels; nil outside of them.
    func quiet() throws -> PersonalDelivery.Outcome? {
        try MailSettingsRow.find(of: delivery.account, db).quietEnd(at: now, in: try zone()).map { .later($0, fault: nil) }
    }

    /// What was to wait for the end of quiet hours waits for that of those by now: they may have changed since they were read.
    func renewed(_ outcome: PersonalDelivery.Outcome) throws -> PersonalDelivery.Outcome {
        guard case .later(_, fault: nil) = outcome, delivery.tries == 0 else { return outcome }
        return try quiet() ?? .later(now, fault: nil)
    }

    enum News {
        case told(LetterContent)
        case end(PersonalDelivery.Outcome)
    }

    /// The notification as the person may see it now.
    func news(_ wants: (DeliveryNews) -> Bool) throws -> News {
        guard let id = InboxNotification.ID(delivery.subject),
            let found = try NotificationRow.find(id, of: delivery.account, db), found.readAt == nil
        else { return .end(Self.nothing) }
        let event = try found.event.flatMap { try EventRow.find($0, seenBy: delivery.account, db) }
        guard event != nil || found.kind == .noticeRetracted else { return .end(Self.nothing) }
        let mustRead = try found.event.flatMap { try isMustRead($0) } ?? false
        guard wants(DeliveryNews(kind: found.kind, course: found.course, mustRead: mustRead)), try !isMuted(found, mustRead)
        else {
            return .end(Self.unwanted)
        }
        var reply: Reply?
        if let id = found.reply {
            guard let stored = try ReplyRow.find(id, db), stored.reply.event == found.event else { return .end(Self.nothing) }
            reply = stored.seen(byInsider: event?.isInsider ?? false)
        }
        let seen = event.map { $0.0.seen(byInsider: $0.isInsider) }
        if DeliveryTopic(found.kind) == .reminders, try isPast(seen) { return .end(Self.nothing) }
        return .told(.notification(found, event: seen, reply: reply))
    }

    private func isMustRead(_ event: Event.ID) throws -> Bool {
        try db.first("SELECT 1 FROM event WHERE id = ? AND must_read = 1", event) != nil
    }

    /// Whether the person muted its event or course since they were notified. What must be read, and what they asked for, passes.
    private func isMuted(_ found: InboxNotification, _ mustRead: Bool) throws -> Bool {
        if found.kind == .ownReminder || mustRead && DeliveryTopic(found.kind) == .notices { return false }
        return try db.first(
            """
            SELECT 1 FROM event_mark WHERE event_id = ? AND account_id = ? AND muted = 1
            UNION ALL SELECT 1 FROM muted_course WHERE account_id = ? AND course_id = ?
            """, found.event, delivery.account, delivery.account, found.course) != nil
    }

    /// Whether an event is over for the person, so that no reminder helps.
    private func isPast(_ event: Event?) throws -> Bool {
        guard let event else { return true }
        if let due = event.due, due < now { return true }
        return try Recipients.done(with: event.id, db).contains(delivery.account)
    }
}

extension DeliveryJudgement {
    /// What one device or one topic gets now.
    /// - Parameters: `find`: what its person wants there, and where it is; `gone`: what ends the delivery if it is not there.
    func verdict<Address>(
        gone: String, find: () throws -> (settings: PushSettings, address: Address)?
    ) throws -> PersonalDelivery.Verdict<Address> {
        if let outcome = try hindrance(pace: .push) { return .end(outcome) }
        guard let (settings, address) = try find() else { return .end(.dropped(gone)) }
        switch delivery.kind {
        case .test: return .send(try letter(.test, to: address))
        case .notification:
            if let outcome = try quiet() { return .end(outcome) }
            switch try news({ settings.wants($0.kind, in: $0.course, mustRead: $0.mustRead) }) {
            case .told(let content): return .send(try letter(content, to: address))
            case .end(let outcome): return .end(outcome)
            }
        case .verification, .reset, .digest: return .end(Self.nothing)
        }
    }

    private func letter<Address>(_ content: LetterContent, to address: Address) throws -> Letter<Address> {
        Letter(
            delivery: delivery, address: address, zone: try zone(),
            language: try MailSettingsRow.find(of: delivery.account, db).language, names: try names(), content: content)
    }
}

extension SQLStore {
    /// Judges a delivery in one read transaction.
    func judging<Address>(
        _ delivery: PersonalDelivery,
        _ body: @escaping @Sendable (DeliveryJudgement) throws -> PersonalDelivery.Verdict<Address>
    ) async throws -> PersonalDelivery.Verdict<Address> {
        let now = now
        return try await read { try body(DeliveryJudgement(db: $0, now: now, delivery: delivery)) }
    }
}
