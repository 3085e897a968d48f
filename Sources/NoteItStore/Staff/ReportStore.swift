import Foundation
import NoteItCore

extension SQLStore {
    public func report(
        _ new: NewReport, on event: Event.ID, by caller: Account.ID
    ) async throws -> (report: Report, created: Bool) {
        try await commit { tx in
            let (subject, _) = try EventRow.require(event, seenBy: caller, tx.db)
            let author = try author(of: new.reply, in: subject, tx.db)
            guard author != caller else { throw DomainError.conflict("You wrote this yourself. Delete it instead.") }
            if let earlier = try ReportRow.open(event, reply: new.reply, by: caller, tx.db) { return (earlier, false) }
            try tx.db.requireRoom(
                under: Report.mostOpen, in: "report WHERE course_id = ? AND reporter_id = ? AND resolved_at IS NULL",
                subject.event.course, caller,
                else: "You have \(Report.mostOpen) open reports in this course. Wait until staff have seen them.")
            let id = Report.ID.make(at: tx.now)
            try tx.db.send(
                """
                INSERT INTO report (id, event_id, reply_id, course_id, reporter_id, reason, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, id, event, new.reply, subject.event.course, caller, new.reason, tx.now.seconds)
            for member in try charged(with: event, but: [author, caller], tx.db) {
                try NotificationRow.add(
                    member,
                    InboxNotification(
                        id: .make(at: tx.now), kind: .reported, course: subject.event.course, event: event, reply: new.reply,
                        text: new.reason, createdAt: tx.now, readAt: nil), tx)
            }
            try AuditRow.add(.reported, by: caller, subject: id.description, course: subject.event.course, tx)
            return (try stored(try ReportRow.find(id, tx.db)), true)
        }
    }

    public func reports(
        of course: Course.ID, open: Bool?, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Report> {
        let last = try PageToken.parts(page.after, count: 1)?[0]
        return try await read { db in
            if try AccountRow.require(caller, db).role == .admin {
                try CourseRow.requireExists(course, db)
            } else {
                try Membership.requireStaff(caller, in: course, db)
            }
            let found = try ReportRow.charged(to: caller, in: course, open: open, before: last, limit: page.limit + 1, db)
            let items = Array(found.prefix(page.limit))
            let next = try found.count > page.limit ? items.last.map { try PageToken.make([$0.id.description]) } : nil
            return Page(items: items, next: next)
        }
    }

    public func resolve(_ report: Report.ID, with patch: ReportPatch, by caller: Account.ID) async throws -> Report {
        try await commit { tx in
            guard let old = try ReportRow.find(report, chargedTo: caller, tx.db) else {
                throw DomainError.notFound("report \(report)")
            }
            guard patch.resolved != (old.resolvedAt != nil) else { return old }
            if patch.resolved {
                try ReportRow.resolve(report, by: caller, tx)
            } else {
                guard try ReportRow.open(old.event, reply: old.reply, by: old.reporter.id, tx.db) == nil else {
                    throw DomainError.conflict("A newer report by the same person about the same post is open.")
                }
                try tx.db.send("UPDATE report SET resolved_at = NULL, resolved_by = NULL WHERE id = ?", report)
                try AuditRow.add(.reportReopened, by: caller, subject: report.description, course: old.course, tx)
            }
            return try stored(try ReportRow.find(report, tx.db))
        }
    }
}

/// The author of the reply, or of the event if `reply` is nil. Throws `.invalid` for a reply to another event.
private func author(of reply: Reply.ID?, in event: StoredEvent, _ db: SQLConnection) throws -> Account.ID {
    guard let reply else { return event.author.id }
    guard let found = try ReplyRow.find(reply, db), found.reply.event == event.id else {
        throw DomainError.invalid("reply", "must be a reply to this event")
    }
    return found.author.id
}

/// The staff in charge of an event.
private func charged(with event: Event.ID, but left: [Account.ID], _ db: SQLConnection) throws -> [Account.ID] {
    let staff: [Account.ID] = try db.column(
        """
        SELECT DISTINCT n.account_id FROM enrollment n JOIN event e ON e.course_id = n.course_id
        WHERE e.id = ? AND n.role = 'staff' ORDER BY n.account_id
        """, event)
    return try staff.filter { try !left.contains($0) && EventRow.isCharged(event, to: $0, db) }
}

extension ReportRow {
    static func resolve(_ report: Report.ID, by account: Account.ID, _ tx: Transaction) throws {
        let course: Course.ID? = try tx.db.value(
            "UPDATE report SET resolved_at = ?, resolved_by = ? WHERE id = ? RETURNING course_id", tx.now.seconds, account,
            report)
        try AuditRow.add(.reportResolved, by: account, subject: report.description, course: course, tx)
    }
}

enum ReportRow {
    private static let select = """
        SELECT p.*, e.number, (SELECT r.number FROM reply r WHERE r.id = p.reply_id) AS reply_number, e.title,
            a.display_name AS name, \(CourseRole.sql(of: "a", in: "p.course_id")) AS role, a.email AS email, a.handle AS handle,
            b.display_name AS by_name, \(CourseRole.sql(of: "b", in: "p.course_id")) AS by_role, b.email AS by_email,
            b.handle AS by_handle
        FROM report p JOIN event e ON e.id = p.event_id JOIN account a ON a.id = p.reporter_id
        LEFT JOIN account b ON b.id = p.resolved_by
        """

    private static let author = "COALESCE((SELECT r.author_id FROM reply r WHERE r.id = p.reply_id), e.author_id)"

    /// The reports that a person may see and resolve: none about their own posts; as staff in charge, and as an admin those of posts
    /// for all that nobody on the staff, suspended people left out, may see. Takes the account three times.
    private static let charge = """
        \(author) <> ? AND (
            \(Visibility.charge)
            OR e.visibility = 'public' AND EXISTS (SELECT 1 FROM account d WHERE d.id = ? AND d.role = 'admin')
                AND NOT EXISTS (
                    SELECT 1 FROM enrollment m JOIN account w ON w.id = m.account_id
                    WHERE \(Visibility.staffOfIt) AND m.account_id <> \(author) AND w.suspended_at IS NULL))
        """

    static func find(_ id: Report.ID, _ db: SQLConnection) throws -> Report? {
        try db.first("\(select) WHERE p.id = ?", id).map(decode)
    }

    /// Nil also for a report that this person may not see.
    static func find(_ id: Report.ID, chargedTo account: Account.ID, _ db: SQLConnection) throws -> Report? {
        try db.first("\(select) WHERE p.id = ? AND \(charge)", id, account, account, account).map(decode)
    }

    /// A person's unresolved report of an event or a reply.
    static func open(
        _ event: Event.ID, reply: Reply.ID?, by account: Account.ID, _ db: SQLConnection
    ) throws -> Report? {
        try db.first(
            """
            \(select) WHERE p.event_id = ? AND COALESCE(p.reply_id, '') = COALESCE(?, '') AND p.reporter_id = ?
                AND p.resolved_at IS NULL
            """, event, reply, account
        ).map(decode)
    }

    /// Newest first.
    /// - Parameter last: the id of the last report of the page before. Throws `.invalid` if there is no such report.
    static func charged(
        to account: Account.ID, in course: Course.ID, open: Bool?, before last: String?, limit: Int, _ db: SQLConnection
    ) throws -> [Report] {
        let position: Int64? = try last.map { id in
            guard let position: Int64 = try db.value("SELECT position FROM report WHERE id = ?", id) else {
                throw DomainError.notANext()
            }
            return position
        }
        return try db.all(
            """
            \(select) WHERE p.course_id = ? AND (CAST(? AS TEXT) IS NULL OR (p.resolved_at IS NULL) = ?) AND \(charge)
                AND p.position < ?
            ORDER BY p.position DESC LIMIT ?
            """, course, open, open, account, account, account, position ?? .max, limit
        ).map(decode)
    }

    private static func decode(_ row: Row) throws -> Report {
        let resolver = try (row["resolved_by"] as Account.ID?).map { id in
            Author(
                id: id, displayName: row["by_name"], role: try stored(Account.Role(rawValue: row["by_role"])),
                email: row["by_email"], handle: row["by_handle"])
        }
        return Report(
            id: row["id"], course: row["course_id"], event: row["event_id"], number: row["number"], title: row["title"],
            reply: row["reply_id"], replyNumber: row["reply_number"], reason: row["reason"],
            reporter: Author(
                id: row["reporter_id"], displayName: row["name"], role: try stored(Account.Role(rawValue: row["role"])),
                email: row["email"], handle: row["handle"]),
            createdAt: row.date("created_at"), resolvedAt: row.dateIfPresent("resolved_at"), resolvedBy: resolver)
    }
}
