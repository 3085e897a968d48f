import Foundation
import NoteItCore

extension SQLStore {
    public func plannable(_ names: [(field: String, name: String)], in term: Term.ID) async throws -> [PlannableCourse] {
        try await read { db in
            try TermRow.require(term, db)
            let ids = try CourseResolver(term: term).resolve(names, db)
            let courses = try CourseRow.load(ids, db).keyed(by: \.id)
            let primaries = try primaries(of: ids, db)
            let scores = try scores(of: ids, term: term, db)
            return ids.compactMap { id in
                courses[id].map {
                    PlannableCourse(course: $0, primaries: primaries[id] ?? $0.sections.map(\.id), scores: scores)
                }
            }
        }
    }
}

extension SQLStore {
    public func medianScore(of term: Term.ID) async throws -> MedianScore {
        try await read { db in
            let sections = try db.all(
                """
                SELECT p.rating, p.grade FROM section_score p JOIN section s ON s.id = p.section_id
                    JOIN course c ON c.id = s.course_id
                WHERE c.term_id = ? AND s.withdrawn = 0
                """, term)
            var ratings = sections.compactMap { $0["rating"] as Int? }
            if ratings.isEmpty { ratings = try db.column("SELECT rating FROM instructor_rating") }
            var grades = sections.compactMap { $0["grade"] as Int? }
            if grades.isEmpty {
                grades = try db.column(
                    """
                    SELECT g.average FROM course_grade g JOIN course c ON c.subject = g.subject AND c.number = g.number
                    WHERE c.term_id = ? AND c.withdrawn = 0
                    """, term)
            }
            return MedianScore(rating: ratings.median, grade: grades.median)
        }
    }
}

extension [Int] {
    /// Rounded down; nil without numbers.
    fileprivate var mean: Int? { isEmpty ? nil : reduce(0, +) / count }

    /// The lower one of two in the middle; nil without numbers.
    fileprivate var median: Int? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}

/// The primary sections of the courses that have links. In other courses each section stands alone.
private func primaries(of courses: [Course.ID], _ db: SQLConnection) throws -> [Course.ID: [Section.ID]] {
    let rows = try db.all(
        """
        SELECT DISTINCT s.course_id, s.id, s.code, s.crn FROM section_link l JOIN section s ON s.id = l.primary_id
        WHERE s.withdrawn = 0 AND s.course_id IN (SELECT value FROM json_each(?)) ORDER BY s.code, s.crn
        """, try jsonArray(courses))
    return Dictionary(grouping: rows) { $0["course_id"] as Course.ID }.mapValues { $0.map { $0["id"] } }
}

/// The ratings of instructors, by the keys of their names: in each of the courses, and in all.
private func instructorRatings(
    of courses: String, _ db: SQLConnection
) throws -> (own: [Course.ID: [String: Int]], general: [String: Int]) {
    var own: [Course.ID: [String: Int]] = [:]
    for row in try db.all(
        """
        SELECT c.id, r.instructor, r.rating FROM instructor_rating r
            JOIN course c ON c.subject = r.subject AND c.number = r.number
        WHERE c.id IN (SELECT value FROM json_each(?))
        """, courses)
    {
        own[row["id"], default: [:]][PersonName.key(row["instructor"])] = row["rating"]
    }
    let rows = try db.all("SELECT instructor, rating FROM instructor_rating WHERE subject = '' AND number = ''")
    let general = Dictionary(rows.map { (PersonName.key($0["instructor"]), $0["rating"] as Int) }) { first, _ in first }
    return (own, general)
}

/// The score of each section: its own, or the mean of its instructors' averages in the course, or the average of the course.
private func scores(of courses: [Course.ID], term: Term.ID, _ db: SQLConnection) throws -> [Section.ID: SectionScore] {
    let wanted = try jsonArray(courses)
    var scores: [Section.ID: SectionScore] = [:]
    var averages: [Course.ID: [String: Int]] = [:]
    for row in try db.all(
        """
        SELECT c.id, g.instructor, g.average FROM course_grade g JOIN course c ON c.subject = g.subject AND c.number = g.number
        WHERE c.id IN (SELECT value FROM json_each(?))
        """, wanted)
    {
        averages[row["id"], default: [:]][PersonName.key(row["instructor"])] = row["average"]
    }
    let ratings = try instructorRatings(of: wanted, db)
    for row in try db.all(
        "SELECT id, course_id, instructors FROM section WHERE course_id IN (SELECT value FROM json_each(?))", wanted)
    {
        let names = try row.texts("instructors").map(PersonName.key)
        let known = averages[row["course_id"]] ?? [:]
        let average = names.compactMap { known[$0] }.mean ?? known[""]
        let course: Course.ID = row["course_id"]
        let rating = names.compactMap { ratings.own[course]?[$0] ?? ratings.general[$0] }.mean
        if average != nil || rating != nil { scores[row["id"]] = SectionScore(rating: rating, grade: average) }
    }
    for row in try db.all(
        """
        SELECT p.section_id, p.rating, p.grade FROM section_score p JOIN section s ON s.id = p.section_id
        WHERE s.course_id IN (SELECT value FROM json_each(?))
        """, wanted)
    {
        let id: Section.ID = row["section_id"]
        scores[id] = SectionScore(rating: row["rating"] ?? scores[id]?.rating, grade: row["grade"] ?? scores[id]?.grade)
    }
    return scores
}
