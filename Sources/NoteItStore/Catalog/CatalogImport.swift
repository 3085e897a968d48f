import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    /// Rows that are alike are left alone. What the file lacks is marked withdrawn, never deleted, and comes back with a
    /// later file. Each changed course in which there are people is told to them through the log; so is what happened to
    /// the seats of a section, to who watches it.
    ///
    /// Throws `.invalid` for a bad time zone or links to other terms' sections, `.conflict` if a section in which there
    /// are people has moved to another course.
    public func importCatalog(
        _ catalog: CatalogTerm, links: [SectionLink], options: ImportOptions
    ) async throws -> ImportReport {
        if options.dryRun {
            return try await read { try CatalogPlan(catalog, links: links, options: options, $0).report }
        }
        let now = now
        return try await commit { db in
            let plan = try CatalogPlan(catalog, links: links, options: options, db)
            let (log, seats) = (Log(db, at: now), try SeatNews(of: catalog.id, db))
            try plan.write(db)
            // In another time zone every course's due dates fall on other days.
            let every = try db.column("SELECT id FROM course WHERE term_id = ?", catalog.id) as [Course.ID]
            try tell(of: plan.timeZoneChanged ? every : plan.changed, log)
            try seats.tell(log)
            try log.settleClaims(of: catalog.id)
            return plan.report
        }
    }

    public func importDetails(_ details: [CourseDetails], term: Term.ID, dryRun: Bool) async throws -> ImportReport {
        if dryRun { return try await read { try DetailsPlan(details, term: term, $0).report } }
        let now = now
        return try await commit { db in
            let plan = try DetailsPlan(details, term: term, db)
            try plan.write(db)
            try tell(of: plan.writes.map(\.id), Log(db, at: now))
            return plan.report
        }
    }
}

/// Brings the texts by which `courses` are found up to date, and puts those with people in them into the log.
private func tell(of courses: [Course.ID], _ log: Log) throws {
    try CourseSearch.refresh(courses, log.db)
    let watched: [Course.ID] = try log.db.column(
        "SELECT DISTINCT course_id FROM enrollment WHERE course_id IN (SELECT value FROM json_each(?)) ORDER BY course_id",
        try jsonArray(courses))
    for course in watched {
        try log.append(Log.NewRow(type: .course, subject: course, course: course, after: [.course(course)]))
    }
}

extension CatalogPlan {
    func write(_ db: Database) throws {
        if let term { try write(term, db) }
        for course in courses { try write(course, db) }
        for section in sections { try write(section, db) }
        for id in withdrawnCourses { try db.run("UPDATE course SET withdrawn = 1 WHERE id = ?", id) }
        for id in withdrawnSections { try db.run("UPDATE section SET withdrawn = 1 WHERE id = ?", id) }
        for link in oldLinks {
            try db.run(
                "DELETE FROM section_link WHERE primary_id = ? AND component = ? AND section_id = ?",
                section(link.primary), link.component, section(link.crn))
        }
        for link in newLinks {
            try db.run(
                "INSERT INTO section_link (primary_id, component, section_id) VALUES (?, ?, ?)",
                section(link.primary), link.component, section(link.crn))
        }
    }

    private func section(_ crn: String) -> Section.ID { Section.id(term: id, crn: crn) }

    private func write(_ term: StoredCatalog.TermRow, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO term (id, name, starts_on, ends_on, time_zone) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
                time_zone = excluded.time_zone
            """, id, term.name, term.startsOn, term.endsOn, term.timeZone)
        if timeZoneChanged { try moveDueDays(to: TimeZone(identifier: term.timeZone) ?? .gmt, db) }
    }

    /// Due times stay; the days on which they fall are the new zone's.
    private func moveDueDays(to zone: TimeZone, _ db: Database) throws {
        let rows = try db.all(
            """
            SELECT e.id, e.due, e.due_day FROM event e JOIN course c ON c.id = e.course_id
            WHERE c.term_id = ? AND e.due IS NOT NULL
            """, id)
        for row in rows {
            let day = Day(row.date("due"), in: zone)
            guard row["due_day"] != day.description else { continue }
            try db.run("UPDATE event SET due_day = ? WHERE id = ?", day, row["id"] as String)
        }
    }

    private func write(_ course: CourseWrite, _ db: Database) throws {
        let (value, attributes) = (course.value, try jsonArray(course.value.attributes))
        if course.isNew {
            try db.run(
                "INSERT INTO course (id, term_id, subject, number, title, credits, attributes) VALUES (?, ?, ?, ?, ?, ?, ?)",
                course.id, id, value.subject, value.number, value.title, value.credits?.description, attributes)
        } else {
            try db.run(
                "UPDATE course SET subject = ?, number = ?, title = ?, credits = ?, attributes = ?, withdrawn = 0 WHERE id = ?",
                value.subject, value.number, value.title, value.credits?.description, attributes, course.id)
        }
    }

    private func write(_ section: SectionWrite, _ db: Database) throws {
        let (value, instructors) = (section.value, try jsonArray(section.value.instructors))
        if section.isNew {
            try db.run(
                """
                INSERT INTO section (id, course_id, crn, code, kind, instructors, capacity, enrolled, delivery)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, section.id, section.course, value.crn, value.code, value.kind, instructors, value.capacity, value.enrolled,
                value.delivery)
        } else {
            try db.run(
                """
                UPDATE section SET course_id = ?, code = ?, kind = ?, instructors = ?, capacity = ?, enrolled = ?, delivery = ?,
                    withdrawn = 0
                WHERE id = ?
                """, section.course, value.code, value.kind, instructors, value.capacity, value.enrolled, value.delivery,
                section.id)
        }
        guard section.meetingsDiffer else { return }
        if !section.isNew { try db.run("DELETE FROM meeting WHERE section_id = ?", section.id) }
        for (position, meeting) in value.meetings.enumerated() {
            try db.run(
                """
                INSERT INTO meeting (section_id, position, days, start_minute, end_minute, starts_on, ends_on, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, section.id, position, meeting.days, meeting.start.minute, meeting.end.minute, meeting.startsOn,
                meeting.endsOn, meeting.place)
        }
    }
}
