import Foundation
import NoteItCore

extension SQLStore {
    public func head() async throws -> LogHead { try await read(LogRow.head) }

    public func entries(after position: LogPosition, limit: Int) async throws -> LogBatch {
        let batch = try await read { db in
            let head = try LogRow.head(db)
            let rows = try LogRow.all(after: position.offset, limit: limit, db)
            let window = try LogWindow(rows.map(\.offset), after: position, limit: limit, for: nil, db) {
                rows[Int($0 - rows[0].offset)]
            }
            return try window.batch(head, upTo: rows.last.map { LogPosition($0.offset) } ?? position, db)
        }
        engine.saw(batch.head)
        return batch
    }

    public func changes(after cursor: LogCursor, limit: Int, by account: Account.ID, only course: Course.ID?) async throws
        -> LogPage
    {
        try await read { db in
            let head = try LogRow.head(db)
            if let expiry = head.expiry(of: cursor) { throw DomainError.expired(expiry) }
            let interest = try EnrollmentRow.interest(of: account, only: course, db)
            let offsets = try LogRow.offsets(of: interest, after: cursor.offset, limit: limit + 1, db)
            let window = try LogWindow(offsets, after: cursor.position, limit: limit, for: interest, db) {
                try LogRow.require($0, db)
            }
            return try window.page(of: interest, head, db)
        }
    }

    public func interest(
        of account: Account.ID, only course: Course.ID?
    ) async throws -> (interest: Interest, head: LogHead) {
        try await read { (try EnrollmentRow.interest(of: account, only: course, $0), try LogRow.head($0)) }
    }

    public func pruneLog(before date: Date) async throws -> Int {
        try await commit { tx in
            let last: Int64? = try tx.db.value(#"SELECT max("offset") FROM log WHERE written_at < ?"#, date.seconds)
            guard let last else { return 0 }
            let topics: [String] = try tx.db.column("SELECT DISTINCT topic FROM log_topic")
            for topic in topics { try tx.db.send(#"DELETE FROM log_topic WHERE topic = ? AND "offset" <= ?"#, topic, last) }
            try tx.db.send(#"DELETE FROM removed_items WHERE "offset" <= ?"#, last)
            let count = try tx.db.run(#"DELETE FROM log WHERE "offset" <= ?"#, last)
            // A former enrollment is kept while it explains who was told a notice.
            try tx.db.send(
                """
                DELETE FROM former_enrollment WHERE revoked_at <= ? AND NOT EXISTS (
                    SELECT 1 FROM broadcast b WHERE b.course_id = former_enrollment.course_id
                        AND b."offset" BETWEEN former_enrollment.granted_at AND former_enrollment.revoked_at)
                """, last)
            try tx.db.send("UPDATE log_head SET pruned = ? WHERE id = 1", last)
            return count
        }
    }
}
