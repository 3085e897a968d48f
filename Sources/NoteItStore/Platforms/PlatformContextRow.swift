import Foundation
import NoteItCore

extension SQLStore {
    /// The courses of platforms that were seen, by platform and title.
    public func platformContexts() async throws -> [PlatformContext] {
        try await read {
            try $0.all("SELECT * FROM lti_context ORDER BY platform, title, id").map(PlatformContextRow.decode)
        }
    }

    public func platformContext(_ id: PlatformContext.ID) async throws -> PlatformContext {
        try await lookUp { try PlatformContextRow.require(id, $0) }
    }

    public func link(
        _ id: PlatformContext.ID, to course: Course.ID, section: Section.ID?, by account: Account.ID?
    ) async throws -> PlatformContext {
        try await commit { tx in
            let context = try PlatformContextRow.require(id, tx.db)
            // The form may be from before.
            if let account { try AccountRow.requireNotSuspended(account, tx.db) }
            try StaffAuthority.of(account, in: course, tx.db).require([section?.text ?? course.text], tx.db)
            if account != nil, let linked = context.course {
                throw DomainError.conflict("This course is linked to \(linked) already. The operator can link it anew.")
            }
            if let section { try requireFree(section, of: course, for: id, tx.db) }
            if let old = context.section, let home = context.course, old != section {
                try RosterRow.endStaff(ofPlatformIn: old, of: home, tx)
            }
            try tx.db.send(
                "UPDATE lti_context SET course_id = ?, section_id = ?, synced_at = NULL, fault = NULL WHERE id = ?", course,
                section, id)
            try AuditRow.add(
                .platformLinked, by: account, course: course, detail: "\(context.platform) \(context.context)", tx)
            return try PlatformContextRow.require(id, tx.db)
        }
    }

    public func noteSync(of id: PlatformContext.ID, fault: String?) async throws {
        try await commit { tx in
            try tx.db.send("UPDATE lti_context SET synced_at = ?, fault = ? WHERE id = ?", tx.now.seconds, fault, id)
        }
    }

    public func contextsToSync(since date: Date) async throws -> [PlatformContext] {
        try await read {
            try $0.all(
                """
                SELECT * FROM lti_context WHERE section_id IS NOT NULL AND members_url IS NOT NULL
                AND COALESCE(synced_at, 0) < ? ORDER BY id
                """, date.seconds
            ).map(PlatformContextRow.decode)
        }
    }
}

/// Throws unless the section is of the course, and no other course of a platform is linked to it: each replaces its roster.
private func requireFree(
    _ section: Section.ID, of course: Course.ID, for id: PlatformContext.ID, _ db: SQLConnection
) throws {
    let home: Course.ID? = try db.value("SELECT course_id FROM section WHERE id = ? AND withdrawn = 0", section)
    guard home == course else { throw DomainError.notFound("section \(section) of \(course)") }
    let other = try db.first("SELECT platform, title FROM lti_context WHERE section_id = ? AND id <> ?", section, id)
    if let other {
        let (platform, title): (String, String) = (other["platform"], other["title"])
        throw DomainError.conflict(
            "The course “\(title)” of \(platform) is linked to this section. Its roster can come from one course only.")
    }
}

enum PlatformContextRow {
    static func require(_ id: PlatformContext.ID, _ db: SQLConnection) throws -> PlatformContext {
        guard let row = try db.first("SELECT * FROM lti_context WHERE id = ?", id) else {
            throw DomainError.notFound("course of a platform with the id \(id)")
        }
        return decode(row)
    }

    static func find(_ visit: PlatformVisit, _ db: SQLConnection) throws -> PlatformContext? {
        try db.first(
            "SELECT * FROM lti_context WHERE platform = ? AND deployment = ? AND context = ?", visit.platform.name,
            visit.deployment, visit.context
        ).map(decode)
    }

    /// Keeps what the launch of an instructor says about their course. Not every launch says where its people are.
    static func note(_ visit: PlatformVisit, _ tx: Transaction) throws {
        try tx.db.send(
            """
            INSERT INTO lti_context (id, platform, deployment, context, title, members_url, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (platform, deployment, context) DO UPDATE
            SET title = excluded.title, members_url = COALESCE(excluded.members_url, lti_context.members_url),
                seen_at = excluded.seen_at
            """, PlatformContext.ID.make(at: tx.now), visit.platform.name, visit.deployment, visit.context, visit.contextTitle,
            visit.membersURL, tx.now.seconds)
    }

    static func decode(_ row: Row) -> PlatformContext {
        PlatformContext(
            id: row["id"], platform: row["platform"], deployment: row["deployment"], context: row["context"],
            title: row["title"], membersURL: row["members_url"], course: row["course_id"], section: row["section_id"],
            syncedAt: row.dateIfPresent("synced_at"), fault: row["fault"])
    }
}
