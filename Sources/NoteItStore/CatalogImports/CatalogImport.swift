import Foundation
import NoteItCore

extension SQLStore {
    /// Makes the stored catalog equal to a registrar's file, in one transaction. Enrollments are kept.
    ///
    /// Equal rows are left alone. A course or section that the file lacks is marked as withdrawn, never deleted, and a later file
    /// brings it back. The log tells the people in a changed course, and those who watch the seats of a section.
    ///
    /// Throws `.invalid` for a bad time zone or links to sections of other terms, `.conflict` if a section with people in it has
    /// moved to another course.
    /// - Parameter links: the sections to take together, by registration number.
    public func importCatalog(
        _ catalog: CatalogTerm, links: [SectionLink], options: ImportOptions
    ) async throws -> ImportReport {
        if options.dryRun {
            return try await read { try CatalogPlan(catalog, links: links, options: options, $0).report }
        }
        return try await commit { tx in
            let plan = try CatalogPlan(catalog, links: links, options: options, tx.db)
            let seats = try SeatNotifier(of: catalog.id, tx.db)
            try plan.write(tx.db)
            // In another time zone the due dates of every course fall on other days.
            let every = try tx.db.column("SELECT id FROM course WHERE term_id = ?", catalog.id) as [Course.ID]
            try ChangedCourses.publish(plan.timeZoneChanged ? every : plan.changed, tx)
            if plan.term != nil {
                try StudyLog.mark(catalog.id, tx.db)
                try CalendarFollowing.expire(in: catalog.id, tx.db)
            }
            if plan.changesCourses { try DegreeCatalogVersion.increment(tx.db) }
            try seats.notify(tx)
            try InstructorClaims.settle(of: catalog.id, tx)
            return plan.report
        }
    }

    /// Updates the details of a term's courses. Skips courses that the term does not offer.
    public func importDetails(_ details: [CourseDetails], term: Term.ID, dryRun: Bool) async throws -> ImportReport {
        if dryRun { return try await read { try DetailsPlan(details, term: term, $0).report } }
        return try await commit { tx in
            let plan = try DetailsPlan(details, term: term, tx.db)
            try plan.write(tx.db)
            if !plan.writes.isEmpty { try DegreeCatalogVersion.increment(tx.db) }
            try ChangedCourses.publish(plan.writes.map(\.id), tx)
            return plan.report
        }
    }
}

enum ChangedCourses {
    /// Updates the search texts of `courses`, and logs the courses with people in them.
    static func publish(_ courses: [Course.ID], _ tx: Transaction) throws {
        try CourseSearch.refresh(courses, tx.db)
        let attended: [Course.ID] = try tx.db.column(
            "SELECT DISTINCT course_id FROM enrollment WHERE course_id IN (SELECT value FROM json_each(?)) ORDER BY course_id",
            try jsonArray(courses))
        for course in attended {
            try tx.log.append(.course, course.text, course: course, after: [.course(course)])
        }
    }
}

extension CatalogPlan {
    func write(_ db: SQLConnection) throws {
        if let term { try write(term, db) }
        for course in courses { try write(course, db) }
        for section in sections { try write(section, db) }
        for id in withdrawnCourses { try db.send("UPDATE course SET withdrawn = 1 WHERE id = ?", id) }
        for id in withdrawnSections { try db.send("UPDATE section SET withdrawn = 1 WHERE id = ?", id) }
        for link in oldLinks {
            try db.send(
                "DELETE FROM section_link WHERE primary_id = ? AND component = ? AND section_id = ?",
                section(link.primary), link.component, section(link.crn))
        }
        for link in newLinks {
            try db.send(
                "INSERT INTO section_link (primary_id, component, section_id) VALUES (?, ?, ?)",
                section(link.primary), link.component, section(link.crn))
        }
    }

    private func section(_ crn: String) -> Section.ID { Section.ID(term: id, crn: crn) }

    private func write(_ term: StoredCatalog.TermRow, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO term (id, name, starts_on, ends_on, time_zone) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
                time_zone = excluded.time_zone
            """, id, term.name, term.startsOn, term.endsOn, term.timeZone)
        if timeZoneChanged { try moveDueDays(to: TimeZone(identifier: term.timeZone) ?? .gmt, db) }
    }

    /// Due times stay, and their days become those of the new zone.
    private func moveDueDays(to zone: TimeZone, _ db: SQLConnection) throws {
        let rows = try db.all(
            """
            SELECT e.id, e.due, e.due_day FROM event e JOIN course c ON c.id = e.course_id
            WHERE c.term_id = ? AND e.due IS NOT NULL
            """, id)
        for row in rows {
            let day = Day(row.date("due"), in: zone)
            guard row["due_day"] != day.description else { continue }
            try db.send("UPDATE event SET due_day = ? WHERE id = ?", day, row["id"] as String)
        }
    }

    private func write(_ course: CourseWrite, _ db: SQLConnection) throws {
        let (value, attributes) = (course.value, try jsonArray(course.value.attributes))
        if course.isNew {
            try db.send(
                "INSERT INTO course (id, term_id, subject, number, title, credits, attributes) VALUES (?, ?, ?, ?, ?, ?, ?)",
                course.id, id, value.subject, value.number, value.title, value.credits?.description, attributes)
        } else {
            try db.send(
                "UPDATE course SET subject = ?, number = ?, title = ?, credits = ?, attributes = ?, withdrawn = 0 WHERE id = ?",
                value.subject, value.number, value.title, value.credits?.description, attributes, course.id)
        }
    }

    private func write(_ section: SectionWrite, _ db: SQLConnection) throws {
        let (value, instructors) = (section.value, try jsonArray(section.value.instructors))
        if section.isNew {
            try db.send(
                """
                INSERT INTO section (id, course_id, crn, code, kind, instructors, capacity, enrolled, delivery, credits, campus)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, section.id, section.course, value.crn, value.code, value.kind, instructors, value.capacity, value.enrolled,
                value.delivery, value.credits?.description, value.campus)
        } else {
            try db.send(
                """
                UPDATE section SET course_id = ?, code = ?, kind = ?, instructors = ?, capacity = ?, enrolled = ?, delivery = ?,
                    credits = ?, campus = ?, withdrawn = 0
                WHERE id = ?
                """, section.course, value.code, value.kind, instructors, value.capacity, value.enrolled, value.delivery,
                value.credits?.description, value.campus, section.id)
        }
        guard section.meetingsDiffer else { return }
        if !section.isNew { try db.send("DELETE FROM meeting WHERE section_id = ?", section.id) }
        for (position, meeting) in value.meetings.enumerated() {
            try db.send(
                """
                INSERT INTO meeting (section_id, position, days, start_minute, end_minute, starts_on, ends_on, place, kind)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, section.id, position, meeting.days, meeting.start.minute, meeting.end.minute, meeting.startsOn,
                meeting.endsOn, meeting.place, meeting.kind ?? "")
        }
    }
}
