import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func remind() async throws -> Int {
        let now = now
        let due = try await read { try UpcomingEvent.pending(at: now, $0) }
        var count = 0
        for event in due {
            count += try await commit { try Reminding(event: event, log: Log($0, at: now)).perform() }
        }
        if !due.isEmpty {
            _ = try await commit { try $0.run("DELETE FROM due_reminder WHERE due <= ?", now.seconds) }
        }
        return count
    }
}

/// An event that is due, and the leads whose moment has come. A lead is how many minutes before the date somebody wants to
/// be reminded.
private struct UpcomingEvent {
    var id: Event.ID
    var due: Date
    /// Those not yet dealt with.
    var leads: Set<Int>

    /// What is due within the longest lead that anybody wants. O(n) for n such events.
    static func pending(at now: Date, _ db: Database) throws -> [UpcomingEvent] {
        let wanted: [Int] = try db.column("SELECT DISTINCT lead.value FROM preference p, json_each(p.reminders) lead")
        let leads = Set(wanted + Preferences.standardReminders)
        let horizon = now + Double(60 * (leads.max() ?? 0))
        let found = try db.decoded(
            """
            SELECT e.id, e.due,
                (SELECT group_concat(r.minutes, ' ') FROM due_reminder r WHERE r.event_id = e.id AND r.due = e.due)
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

/// The reminders of one event.
private struct Reminding {
    let event: UpcomingEvent
    let log: Log

    /// Returns how many people are reminded. Nobody is if the event changed since it was found: it will be found again.
    func perform() throws -> Int {
        guard let stored = try EventRow.find(event.id, log.db), stored.event.due == event.due else { return 0 }
        let fresh = try event.leads.filter { lead in
            try log.db.run(
                "INSERT INTO due_reminder (event_id, due, minutes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", event.id,
                event.due.seconds, lead) > 0
        }
        let people = try Readers.of(stored, log.db).subtracting(try Readers.muting(stored.event, log.db))
        var count = 0
        for account in people.sorted(by: { $0.description < $1.description }) {
            guard let lead = try lead(of: account, among: fresh, dueSetAt: stored.event.dueSetAt) else { continue }
            try log.notify(
                account,
                Notification(
                    id: .make(at: log.now), kind: .dueSoon, course: stored.event.course, event: event.id, minutes: lead,
                    createdAt: log.now, readAt: nil))
            count += 1
        }
        return count
    }

    /// Of the leads whose moment has come, the shortest, if it is one of those not dealt with before. One that had passed when the date was set
    /// gives way to a shorter one that is still to come.
    private func lead(of account: Account.ID, among fresh: Set<Int>, dueSetAt set: Date) throws -> Int? {
        let leads = try PreferencesRow.find(of: account, log.db).reminders
        let come = leads.filter { $0.moment(before: event.due) <= log.now }
        guard let lead = come.min(), fresh.contains(lead) else { return nil }
        return lead.moment(before: event.due) < set && come.count < leads.count ? nil : lead
    }
}

extension Event {
    fileprivate var dueSetAt: Date { dueHistory.last?.at ?? createdAt }
}

extension Int {
    /// When a reminder with this lead, in minutes, is to be made.
    fileprivate func moment(before due: Date) -> Date { due - Double(60 * self) }
}
