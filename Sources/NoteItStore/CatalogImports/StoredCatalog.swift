import NoteItCore

/// The stored catalog of a term in the types of a registrar's file, including withdrawn rows.
struct StoredCatalog {
    struct TermRow: Equatable {
        var name: String
        var startsOn: Day?
        var endsOn: Day?
        var timeZone: String
    }

    struct CourseEntry {
        /// Without its sections.
        var value: CatalogCourse
        var withdrawn: Bool
    }

    struct SectionEntry {
        var value: CatalogSection
        var course: Course.ID
        var withdrawn: Bool
    }

    /// Nil if the term is new.
    var term: TermRow?
    var courses: [Course.ID: CourseEntry]
    var sections: [Section.ID: SectionEntry]
    var links: Set<SectionLink>
    /// The links that a person gave, of the courses where someone did.
    var corrections: [Course.ID: [SectionLink]]

    /// Six queries for a term of any size.
    init(_ id: Term.ID, _ db: SQLConnection) throws {
        term = try db.first("SELECT * FROM term WHERE id = ?", id).map { row in
            TermRow(name: row["name"], startsOn: row["starts_on"], endsOn: row["ends_on"], timeZone: row["time_zone"])
        }
        courses = [:]
        for row in try db.all("SELECT * FROM course WHERE term_id = ?", id) {
            courses[row["id"]] = CourseEntry(
                value: CatalogCourse(
                    subject: row["subject"], number: row["number"], title: row["title"],
                    credits: row.credits, attributes: try row.texts("attributes"),
                    sections: []),
                withdrawn: row["withdrawn"])
        }
        sections = try Self.sections(of: id, try Self.meetings(of: id, db), db)
        let rows = try db.all(
            """
            SELECT p.crn AS "primary", l.component, s.crn FROM section_link l
            JOIN section p ON p.id = l.primary_id JOIN section s ON s.id = l.section_id JOIN course c ON c.id = p.course_id
            WHERE c.term_id = ?
            """, id)
        links = Set(rows.map { SectionLink(primary: $0["primary"], component: $0["component"], crn: $0["crn"]) })
        corrections = Dictionary(try LinkCorrectionRow.all(of: id, db).map { ($0.course, $0.links) }) { first, _ in first }
    }

    /// Courses with links whose sections have the same codes and kinds in `catalog`.
    func coursesWithLinks(likeThoseOf catalog: CatalogTerm) -> Set<Course.ID> {
        var shapes: [Course.ID: Set<[String]>] = [:]
        var linked: Set<Course.ID> = []
        let primaries = Set(links.map(\.primary))
        for section in sections.values where !section.withdrawn {
            shapes[section.course, default: []].insert([section.value.crn, section.value.code, section.value.kind])
            if primaries.contains(section.value.crn) { linked.insert(section.course) }
        }
        let alike = catalog.courses.lazy.filter { course in
            let id = Course.ID(term: catalog.id, subject: course.subject, number: course.number)
            return linked.contains(id) && Set(course.sections.map { [$0.crn, $0.code, $0.kind] }) == shapes[id]
        }
        return Set(alike.map { Course.ID(term: catalog.id, subject: $0.subject, number: $0.number) })
    }

    private static func sections(
        of term: Term.ID, _ meetings: [Section.ID: [Meeting]], _ db: SQLConnection
    ) throws -> [Section.ID: SectionEntry] {
        var sections: [Section.ID: SectionEntry] = [:]
        for row in try db.all("SELECT s.* FROM section s JOIN course c ON c.id = s.course_id WHERE c.term_id = ?", term) {
            let id: Section.ID = row["id"]
            sections[id] = SectionEntry(
                value: CatalogSection(
                    crn: row["crn"], code: row["code"], kind: row["kind"], instructors: try row.texts("instructors"),
                    meetings: meetings[id] ?? [], capacity: row["capacity"], enrolled: row["enrolled"],
                    delivery: row["delivery"], credits: row.credits, campus: row["campus"]),
                course: row["course_id"], withdrawn: row["withdrawn"])
        }
        return sections
    }

    /// Parses each distinct day once: a term has few, and calendars are slow.
    private static func meetings(of term: Term.ID, _ db: SQLConnection) throws -> [Section.ID: [Meeting]] {
        var days: [String: Day] = [:]
        let day = { (text: String?) throws -> Day? in
            guard let text else { return nil }
            if let day = days[text] { return day }
            let day = try stored(Day(text))
            days[text] = day
            return day
        }
        var meetings: [Section.ID: [Meeting]] = [:]
        let rows = try db.all(
            """
            SELECT m.* FROM meeting m JOIN section s ON s.id = m.section_id JOIN course c ON c.id = s.course_id
            WHERE c.term_id = ? ORDER BY m.section_id, m.position
            """, term)
        for row in rows {
            meetings[row["section_id"], default: []].append(
                Meeting(
                    days: row["days"], start: try stored(WallTime(minute: row["start_minute"])),
                    end: try stored(WallTime(minute: row["end_minute"])), startsOn: try day(row["starts_on"]),
                    endsOn: try day(row["ends_on"]), place: row["place"], kind: row.text("kind")))
        }
        return meetings
    }
}
