import Foundation
import NoteItCore

extension SQLStore {
    /// By course.
    public func linkCorrections(in term: Term.ID) async throws -> [LinkCorrection] {
        try await read { try LinkCorrectionRow.all(of: term, $0) }
    }

    /// Replaces the links of some courses, now and after every later import. Throws `.notFound` for an absent course, `.invalid` for
    /// a CRN that its course does not have. Then nothing changes.
    public func correctLinks(_ corrections: [LinkCorrection]) async throws {
        try await commit { tx in
            for correction in corrections { try LinkCorrectionRow.write(correction, tx.db) }
            try ChangedCourses.publish(corrections.map(\.course), tx)
        }
    }

    /// Returns whether the course had a correction. Its links stay until the next import.
    public func removeLinkCorrection(of course: Course.ID) async throws -> Bool {
        try await commit { tx in
            guard try tx.db.run("DELETE FROM link_correction WHERE course_id = ?", course) > 0 else { return false }
            try ChangedCourses.publish([course], tx)
            return true
        }
    }
}

enum LinkCorrectionRow {
    static func all(of term: Term.ID, _ db: SQLConnection) throws -> [LinkCorrection] {
        let rows = try db.all(
            """
            SELECT l.* FROM link_correction l JOIN course c ON c.id = l.course_id WHERE c.term_id = ? ORDER BY l.course_id
            """, term)
        return try rows.map { row in
            LinkCorrection(
                course: row["course_id"], links: try storedJSON(row["links"]), note: row["note"], at: row.date("corrected_at"))
        }
    }

    static func write(_ correction: LinkCorrection, _ db: SQLConnection) throws {
        let course = correction.course
        try CourseRow.requireExists(course, db)
        let own: [String] = try db.column("SELECT crn FROM section WHERE course_id = ? AND withdrawn = 0", course)
        if let strange = correction.links.flatMap({ [$0.primary, $0.crn] }).first(where: { !own.contains($0) }) {
            throw DomainError.invalid(
                "links", "name the CRN \(strange), which is not a section of \(course.code) in \(course.term)")
        }
        try db.send(
            """
            INSERT INTO link_correction (course_id, links, note, corrected_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (course_id) DO UPDATE SET links = excluded.links, note = excluded.note,
                corrected_at = excluded.corrected_at
            """, course, try JSONCoding.string(correction.links), correction.note, correction.at.seconds)
        try db.send(
            "DELETE FROM section_link WHERE primary_id IN (SELECT id FROM section WHERE course_id = ?)", course)
        for link in unique(correction.links) {
            try db.send(
                "INSERT INTO section_link (primary_id, component, section_id) VALUES (?, ?, ?)",
                Section.ID(term: course.term, crn: link.primary), link.component, Section.ID(term: course.term, crn: link.crn))
        }
    }
}
