import Foundation
import NoteItCore

extension SQLStore {
    public func queueDigests(domain: String) async throws -> Int {
        let now = now
        let people: [Account.ID] = try await read { db in
            try db.column(
                "SELECT account_id FROM mail_settings WHERE next_digest <= ? ORDER BY next_digest, account_id LIMIT 100",
                now.seconds)
        }
        return try await oneByOne(people, named: { "the digest of \($0)" }) { person in
            do {
                return try await commit { try DigestRow.queue(of: person, domain: domain, $0) ? 1 : 0 }
            } catch {
                let later = (now + DigestRow.setback).seconds
                try await aside {
                    try $0.send(
                        "UPDATE mail_settings SET next_digest = ? WHERE account_id = ? AND next_digest < ?", later, person,
                        later)
                }
                throw error
            }
        }
    }
}

/// Digests. Each tells of what came into sight in `[since, until)`: an event of the very second in which a digest is queued is in
/// the next one, since another may still be committed in that second.
enum DigestRow {
    /// For so many seconds a digest that cannot be queued is set aside, so that it holds up no other.
    fileprivate static let setback: TimeInterval = 900

    /// Queues a digest, and begins the next one where it ends.
    /// - Returns: false if the person wants none by now.
    static func queue(of account: Account.ID, domain: String, _ tx: Transaction) throws -> Bool {
        let row = try tx.db.first(
            "SELECT digest_since, settings FROM mail_settings WHERE account_id = ? AND next_digest <= ?", account,
            tx.now.seconds)
        guard let row, let since: Int64 = row[0] else { return false }
        let zone = try StudySettingsRow.zone(of: account, at: tx.now, tx.db)
        let next = try MailSettingsRow.decode(row[1]).nextDigest(after: tx.now, in: zone)
        try tx.db.send(
            "UPDATE mail_settings SET digest_since = ?, next_digest = ? WHERE account_id = ?",
            next == nil ? nil : tx.now.seconds, next?.seconds, account)
        guard since < tx.now.seconds, try MailSettingsRow.isVerified(account, tx.db) else { return false }
        try DeliveryRow.add(
            DeliveryRow.New(channel: .mail, account: account, kind: .digest, subject: "\(since) \(tx.now.seconds)"),
            domain: domain, at: tx.now, tx.db)
        return true
    }

    /// Days ahead of which due dates are told.
    private static func horizon(_ isWeekly: Bool) -> TimeInterval { (isWeekly ? 8 : 3) * 86_400 }

    static let inOwnCourses = """
        e.course_id IN (SELECT m.course_id FROM enrollment m WHERE m.account_id = ?)
        AND NOT EXISTS (SELECT 1 FROM muted_course c WHERE c.account_id = ? AND c.course_id = e.course_id)
        """

    /// O(n) for n events of the person's courses.
    static func read(
        of account: Account.ID, since: Int64, until: Int64, at now: Date, isWeekly: Bool, _ db: SQLConnection
    ) throws -> MailDigest {
        let most = MailDigest.most
        let new = try DigestNews(of: account, in: since..<until, db).events(db)
        let due = try events(
            """
            e.due >= ? AND e.due < ? AND NOT EXISTS (
                SELECT 1 FROM event_mark k WHERE k.account_id = ? AND k.event_id = e.id AND (k.done = 1 OR k.muted = 1))
            ORDER BY e.due, e.course_id, e.number
            """, [now.seconds, (now + horizon(isWeekly)).seconds, account], of: account, db)
        return MailDigest(
            new: try new.prefix(most).compactMap { try EventRow.find($0, db)?.event }, moreNew: new.count > most,
            due: Array(due.prefix(most)), moreDue: due.count > most, isWeekly: isWeekly)
    }

    private static func events(
        _ rest: String, _ values: [SQLParameter], of account: Account.ID, _ db: SQLConnection
    ) throws -> [Event] {
        try db.decoded(
            "\(EventRow.select) WHERE \(inOwnCourses) AND \(Visibility.condition) AND \(rest) LIMIT ?",
            [account, account, account, account] + values + [MailDigest.most + 1]
        ) { try EventRow.decodeStored($0, db).event }
    }
}
