import GRDB
import NoteItCore

extension SQLiteStore {
    public func importGrades(_ table: GradeTable, term: Term.ID) async throws -> Int {
        try await commit { db in
            guard try db.first("SELECT 1 FROM term WHERE id = ?", term) != nil else {
                throw DomainError.notFound("term \(term)")
            }
            switch table {
            case .courses(let rows):
                for row in rows {
                    try db.run(
                        """
                        INSERT INTO course_grade (subject, number, instructor, average) VALUES (?, ?, ?, ?)
                        ON CONFLICT (subject, number, instructor) DO UPDATE SET average = excluded.average
                        """, row.subject, row.number, row.instructor, row.average)
                }
                return rows.count
            case .sections(let rows):
                var taken = 0
                for row in rows {
                    taken += try db.run(
                        """
                        INSERT INTO section_score (section_id, rating, grade) SELECT id, ?, ? FROM section WHERE id = ?
                        ON CONFLICT (section_id) DO UPDATE SET rating = excluded.rating, grade = excluded.grade
                        """, row.score.rating, row.score.grade, Section.id(term: term, crn: row.crn))
                }
                return taken
            }
        }
    }
}
