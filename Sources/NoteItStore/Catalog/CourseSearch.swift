import Foundation
import NoteItCore

/// The text by which a course is found: its code with and without a space, its title and its instructors, without case and
/// accents. It is stored in `course.search`, so that a search is one pass over the courses of a term.
enum CourseSearch {
    /// The words of a query. The text must contain each of them.
    static func words(_ query: String) -> [String] { fold(query).split(whereSeparator: \.isWhitespace).map(String.init) }

    private static func fold(_ text: String) -> String {
        // Foundation takes a hundred times as long as ASCII needs.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// Rewrites the texts of `courses` from the tables.
    static func refresh(_ courses: [Course.ID], _ db: SQLConnection) throws {
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
                if let list: String = rows[position]["instructors"] { names += try texts(list) }
                position += 1
            }
            let (subject, number, title): (String, String, String) = (first["subject"], first["number"], first["title"])
            let text = fold(([subject + number, subject, number, title] + unique(names)).joined(separator: " "))
            if first["search"] != text { try db.send("UPDATE course SET search = ? WHERE id = ?", text, course) }
        }
    }
}
