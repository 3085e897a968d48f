import Foundation
import GRDB
import NoteItCore

/// What a course is found by: its code with and without a space, its title, its instructors, in one text without
/// regard to case and accents. Kept in `course.search`, so that a search is one pass over a term's courses.
enum CourseSearch {
    /// The words of a query, each of which must stand in the text.
    static func words(_ query: String) -> [String] { fold(query).split(whereSeparator: \.isWhitespace).map(String.init) }

    private static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// Writes the texts of `courses` anew, as they are stored now.
    static func refresh(_ courses: [Course.ID], _ db: Database) throws {
        let rows = try db.all(
            """
            SELECT c.id, c.subject, c.number, c.title, c.search, s.instructors
            FROM course c LEFT JOIN section s ON s.course_id = c.id AND s.withdrawn = 0
            WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY c.id, s.code, s.crn
            """, try jsonArray(courses))
        var position = rows.startIndex
        while position < rows.endIndex {
            let (course, first): (Course.ID, Row) = (rows[position]["id"], rows[position])
            var names: [String] = []
            while position < rows.endIndex, rows[position]["id"] == course {
                if rows[position]["instructors"] != nil { names += try rows[position].texts("instructors") }
                position += 1
            }
            let (subject, number, title): (String, String, String) = (first["subject"], first["number"], first["title"])
            let text = fold(([subject + number, subject, number, title] + unique(names)).joined(separator: " "))
            if first["search"] != text { try db.run("UPDATE course SET search = ? WHERE id = ?", text, course) }
        }
    }
}
