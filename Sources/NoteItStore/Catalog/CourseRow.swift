import Foundation
import NoteItCore

/// Courses as they are stored, with their sections, meetings and components.
enum CourseRow {
    /// Throws `.notFound` if the course is absent.
    static func require(_ id: Course.ID, _ db: SQLConnection) throws -> Course {
        guard let course = try load([id], db).first else { throw DomainError.notFound("course \(id)") }
        return course
    }

    /// Throws `.notFound` if the course is absent.
    static func requireExists(_ id: Course.ID, _ db: SQLConnection) throws {
        guard try db.first("SELECT 1 FROM course WHERE id = ?", id) != nil else { throw DomainError.notFound("course \(id)") }
    }

    /// In the order of their ids, without absent ones. Four queries for any number of courses.
    static func load(_ ids: [Course.ID], _ db: SQLConnection) throws -> [Course] {
        let wanted = try jsonArray(ids)
        let sections = try sections(of: wanted, db)
        let rows = try db.all(
            """
            SELECT c.*, l.note AS links_note FROM course c LEFT JOIN link_correction l ON l.course_id = c.id
            WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY c.id
            """, wanted)
        return try rows.map { row in
            let id: Course.ID = row["id"]
            return Course(
                id: id, term: row["term_id"], subject: row["subject"], number: row["number"], title: row["title"],
                credits: row.credits, description: row["description"],
                attributes: try row.texts("attributes"), prerequisites: row["prerequisites"], sections: sections[id] ?? [],
                linksCorrected: row["links_note"])
        }
    }

    private static let inCourses = "section_id IN (SELECT id FROM section WHERE course_id IN (SELECT value FROM json_each(?)))"

    private static func sections(of courses: String, _ db: SQLConnection) throws -> [Course.ID: [Section]] {
        let meetings = try meetings(of: courses, db)
        let components = try components(of: courses, db)
        let rows = try db.all(
            """
            SELECT * FROM section WHERE course_id IN (SELECT value FROM json_each(?)) AND withdrawn = 0 ORDER BY code, crn
            """, courses)
        return try Dictionary(grouping: rows) { row -> Course.ID in row["course_id"] }.mapValues { rows in
            try rows.map { row in
                let id: Section.ID = row["id"]
                return Section(
                    id: id, crn: row["crn"], code: row["code"], kind: row["kind"], instructors: try row.texts("instructors"),
                    meetings: meetings[id] ?? [], capacity: row["capacity"], enrolled: row["enrolled"],
                    components: components[id] ?? [], credits: row.credits, campus: row.text("campus"),
                    delivery: row.text("delivery"))
            }
        }
    }

    private static func meetings(of courses: String, _ db: SQLConnection) throws -> [Section.ID: [Meeting]] {
        let rows = try db.all("SELECT * FROM meeting WHERE \(inCourses) ORDER BY section_id, position", courses)
        return try Dictionary(grouping: rows) { row -> Section.ID in row["section_id"] }.mapValues { try $0.map(meeting) }
    }

    static func meeting(_ row: Row) throws -> Meeting {
        Meeting(
            days: row["days"], start: try stored(WallTime(minute: row["start_minute"])),
            end: try stored(WallTime(minute: row["end_minute"])), startsOn: row["starts_on"], endsOn: row["ends_on"],
            place: row["place"], kind: row.text("kind"))
    }

    private static func components(of courses: String, _ db: SQLConnection) throws -> [Section.ID: [Section.Component]] {
        let rows = try db.all(
            """
            SELECT l.primary_id, l.component, l.section_id FROM section_link l JOIN section s ON s.id = l.section_id
            WHERE l.\(inCourses) AND s.withdrawn = 0 AND l.primary_id <> l.section_id ORDER BY l.primary_id, l.component, s.code
            """, courses)
        return Dictionary(grouping: rows) { row -> Section.ID in row["primary_id"] }.mapValues { rows in
            var components: [Section.Component] = []
            for row in rows {
                let kind: String = row["component"]
                if components.last?.kind != kind { components.append(Section.Component(kind: kind, sections: [])) }
                components[components.count - 1].sections.append(row["section_id"])
            }
            return components
        }
    }
}

extension Row {
    /// The column of a course's or a section's credits.
    var credits: Credits? { (self["credits"] as String?).flatMap { Credits($0) } }

    /// A text of the registrar, nil where it is empty.
    func text(_ column: String) -> String? {
        let text: String = self[column]
        return text.isEmpty ? nil : text
    }
}

extension CourseRow {
    /// The course of each section. Throws `.invalid` with every unknown or withdrawn section.
    static func courses(of sections: [Section.ID], _ db: SQLConnection) throws -> [Section.ID: Course.ID] {
        let rows = try db.all(
            "SELECT id, course_id FROM section WHERE withdrawn = 0 AND id IN (SELECT value FROM json_each(?))",
            try jsonArray(sections))
        let courses = Dictionary(rows.map { ($0["id"] as Section.ID, $0["course_id"] as Course.ID) }) { first, _ in first }
        let missing = unique(sections).filter { courses[$0] == nil }
        if !missing.isEmpty {
            throw DomainError.invalid(
                missing.map { id in
                    FieldError(field: "sections", detail: "include CRN \(id.crn), which no section of term \(id.term) has")
                })
        }
        return courses
    }
}
