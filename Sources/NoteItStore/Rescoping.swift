import Foundation
import GRDB
import NoteItCore

/// A change of what one person may see in one course. What becomes visible by it is shown, what no longer is is
/// removed: each as rows of the log for that person alone, behind the rows that grant and revoke.
struct Rescoping {
    let account: Account.ID
    let course: Course.ID
    let log: Log

    func perform(_ change: (Log) throws -> Void) throws {
        let (was, before) = (try Membership.find(account, in: course, log.db), try visible())
        let removals = try RemovalRow.seen(by: account, in: course, log.db)
        try change(log)
        let (isNow, after) = (try Membership.find(account, in: course, log.db), try visible())
        if was == nil && isNow != nil {
            try log.show(account, try CourseRow.require(course, log.db), .course, course, course: course)
        }
        // Staff see authors' emails: who becomes staff, or ceases to be, gets everything as they see it now.
        let known = was?.isStaff == isNow?.isStaff ? Set(before) : []
        for event in after where !known.contains(event) { try show(event) }
        let kept = Set(after)
        for event in before where !kept.contains(event) { try remove(event) }
        try showRemovals(after: removals)
        if was != nil && isNow == nil { _ = try log.tell(account, .remove, .course, course, course: course) }
    }

    /// Their reasons are for staff, so what is seen of them changes with that too.
    private func showRemovals(after old: [Removal]) throws {
        let new = try RemovalRow.seen(by: account, in: course, log.db)
        for removal in new where !old.contains(removal) {
            try log.show(account, removal, .removal, removal.id, course: course)
        }
        let kept = Set(new.map(\.id))
        for removal in old where !kept.contains(removal.id) {
            _ = try log.tell(account, .remove, .removal, removal.id, course: course)
        }
    }

    private func visible() throws -> [Event.ID] {
        try EventRow.visible(to: account, in: course, log.db)
    }

    private func show(_ id: Event.ID) throws {
        try log.refer(to: .event, id.description, in: course, after: [.account(account)])
        for reply in try ReplyRow.ids(of: id, log.db) {
            try log.refer(to: .reply, reply.description, in: course, after: [.account(account)])
        }
    }

    private func remove(_ id: Event.ID) throws {
        for reply in try ReplyRow.ids(of: id, log.db) {
            _ = try log.tell(account, .remove, .reply, reply.description, course: course)
        }
        _ = try log.tell(account, .remove, .event, id.description, course: course)
        try log.forgetNotifications(about: id, of: [account])
    }
}

extension Log {
    /// Enrolls, or makes a student of that section its staff. Nothing happens if the place is held already.
    func grant(_ account: Account.ID, course: Course.ID, section: Section.ID?, role: Enrollment.Role) throws {
        let scope = section ?? course
        let held: String? = try db.value("SELECT role FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        guard held == nil || (held == "student" && role == .staff) else { return }
        let offset = try tell(account, .scopeGranted, .none, scope, course: course, section: section)
        try db.run(
            """
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id, scope) DO UPDATE SET role = excluded.role
            """, account, scope, course, section, role.rawValue, now.seconds, offset)
        let row = try stored(try db.first("SELECT * FROM enrollment WHERE account_id = ? AND scope = ?", account, scope))
        try show(account, try EnrollmentRow.decode(row), .enrollment, scope, course: course)
    }

    /// Takes a place away. What is left in the course inherits the age of its grant, so that no row between the two
    /// grants, still on its way to a slow reader, is taken for older than the person's being there.
    func revoke(_ account: Account.ID, scope: String) throws {
        let row = try stored(try db.first("SELECT * FROM enrollment WHERE account_id = ? AND scope = ?", account, scope))
        let (course, granted): (Course.ID, Int64) = (row["course_id"], row["granted_at"])
        let revoked = try tell(account, .scopeRevoked, .none, scope, course: course, section: row["section_id"])
        _ = try tell(account, .remove, .enrollment, scope, course: course)
        try db.run(
            """
            INSERT INTO former_enrollment (account_id, course_id, section_id, role, since, granted_at, revoked_at)
            SELECT account_id, course_id, section_id, role, since, granted_at, ? FROM enrollment WHERE account_id = ? AND scope = ?
            """, revoked, account, scope)
        try db.run("DELETE FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        try db.run(
            "UPDATE enrollment SET granted_at = min(granted_at, ?) WHERE account_id = ? AND course_id = ?",
            granted, account, course)
    }
}
