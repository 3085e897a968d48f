import NoteItCore

extension SQLStore {
    /// Replaces the grades of the courses or sections in the table. Skips sections that `term` does not have. Returns the
    /// number of imported rows. Throws `.notFound` if the term is absent.
    public func importGrades(_ table: GradeTable, term: Term.ID) async throws -> Int {
        try await commit { tx in
            try TermRow.require(term, tx.db)
            switch table {
            case .courses(let rows):
                for row in rows {
                    try tx.db.send(
                        """
                        INSERT INTO course_grade (subject, number, instructor, average) VALUES (?, ?, ?, ?)
                        ON CONFLICT (subject, number, instructor) DO UPDATE SET average = excluded.average
                        """, row.subject, row.number, row.instructor, row.average)
                }
                return rows.count
            case .instructors(let rows):
                for row in rows {
                    try tx.db.send(
                        """
                        INSERT INTO instructor_rating (instructor, subject, number, rating) VALUES (?, ?, ?, ?)
                        ON CONFLICT (instructor, subject, number) DO UPDATE SET rating = excluded.rating
                        """, row.instructor, row.subject, row.number, row.rating)
                }
                return rows.count
            case .sections(let rows):
                var taken = 0
                for row in rows {
                    taken += try tx.db.run(
                        """
                        INSERT INTO section_score (section_id, rating, grade) SELECT id, ?, ? FROM section WHERE id = ?
                        ON CONFLICT (section_id) DO UPDATE SET rating = excluded.rating, grade = excluded.grade
                        """, row.score.rating, row.score.grade, Section.ID(term: term, crn: row.crn))
                }
                return taken
            }
        }
    }
}
