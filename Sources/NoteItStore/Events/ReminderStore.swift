import Foundation
import NoteItCore

extension SQLStore {
    public func remind() async throws -> Int {
        let now = now
        let due = try await read { try UpcomingEvent.pending(at: now, $0) }
        let own = try await read { try OwnReminder.pending(at: now, $0) }
        if !due.isEmpty {
            _ = try await commit { try $0.db.run("DELETE FROM due_reminder WHERE due <= ?", $0.now.seconds) }
        }
        return try await oneByOne(due.map(Reminder.due) + own.map(Reminder.own), named: \.name) { reminder in
            try await commit { tx in
                switch reminder {
                case .due(let event): try EventReminders(event: event, tx: tx).perform()
                case .own(let reminder): try reminder.send(tx)
                }
            }
        }
    }
}

private enum Reminder {
    case due(UpcomingEvent)
    case own(OwnReminder)

    var name: String {
        switch self {
        case .due(let event): "the due date of \(event.id)"
        case .own(let reminder): "the reminder of \(reminder.event) for \(reminder.account)"
        }
    }
}

/// An event that is due soon, and its leads whose time has come. A lead is how many minutes before the due date a person wants a
/// reminder.
private struct UpcomingEvent {
    var id: Event.ID
    var due: Date
    /// The leads for which no reminders were sent yet.
    var leads: Set<Int>

    /// The events due within the longest lead that anyone wants. O(n) for n such events.
    static func pending(at now: Date, _ db: SQLConnection) throws -> [UpcomingEvent] {
        let wanted: [Int] = try db.column(
            "SELECT DISTINCT CAST(lead.value AS INTEGER) FROM preference p, json_each(p.reminders) lead")
        let leads = Set(wanted + Preferences.standardReminders)
        let horizon = now + Double(60 * (leads.max() ?? 0))
        let found = try db.decoded(
            """
            SELECT e.id, e.due,
                (SELECT group_concat(CAST(r.minutes AS TEXT), ' ') FROM due_reminder r WHERE r.event_id = e.id AND r.due = e.due)
            FROM event e WHERE e.deleted_at IS NULL AND e.due > ? AND e.due <= ? ORDER BY e.due
            """, [now.seconds, horizon.seconds]
        ) { row -> UpcomingEvent in
            let due = Date(timeIntervalSince1970: TimeInterval(row[1] as Int64))
            let done = (row[2] as String?)?.split(separator: " ").compactMap { Int($0) } ?? []
            return UpcomingEvent(id: row[0], due: due, leads: leads.filter { $0.moment(before: due) <= now }.subtracting(done))
        }
        return found.filter { !$0.leads.isEmpty }
    }
}

private struct EventReminders {
    let event: UpcomingEvent
    let tx: Transaction

    /// Returns how many people are reminded: none if the event changed since it was found, because it will be found again.
    func perform() throws -> Int {
        guard let stored = try EventRow.find(event.id, tx.db), stored.event.due == event.due else { return 0 }
        let fresh = try event.leads.filter { lead in
            try tx.db.run(
                "INSERT INTO due_reminder (event_id, due, minutes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", event.id,
                event.due.seconds, lead) > 0
        }
        let people = try Recipients.of(stored, tx.db).subtracting(try Recipients.muting(stored.event, tx.db))
            .subtracting(try Recipients.done(with: event.id, tx.db))
        var count = 0
        for account in people.sorted(by: { $0.description < $1.description }) {
            guard let lead = try lead(of: account, among: fresh, dueSetAt: stored.event.dueSetAt) else { continue }
            try NotificationRow.add(
                account,
                InboxNotification(
                    id: .make(at: tx.now), kind: .dueSoon, course: stored.event.course, event: event.id, minutes: lead,
                    createdAt: tx.now, readAt: nil), tx)
            count += 1
        }
        return count
    }

    /// The shortest lead whose time has come, if it is one of `fresh`. A lead that had passed when the date was set is dropped if
    /// a shorter one is still to come.
    private func lead(of account: Account.ID, among fresh: Set<Int>, dueSetAt set: Date) throws -> Int? {
        let leads = try PreferencesRow.reminders(of: account, tx.db)
        let come = leads.filter { $0.moment(before: event.due) <= tx.now }
        guard let lead = come.min(), fresh.contains(lead) else { return nil }
        return lead.moment(before: event.due) < set && come.count < leads.count ? nil : lead
    }
}

extension Event {
    fileprivate var dueSetAt: Date { dueHistory.last?.at ?? createdAt }
}

extension Int {
    /// The time of the reminder with this lead, in minutes.
    fileprivate func moment(before due: Date) -> Date { due - Double(60 * self) }
}
