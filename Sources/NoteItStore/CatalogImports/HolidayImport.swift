import NoteItCore

extension SQLStore {
    /// Replaces a term's holidays. A repeated day counts once. Throws `.notFound`, and `.invalid` for days outside the term.
    public func setHolidays(_ holidays: [Holiday], of term: Term.ID) async throws {
        try await commit { tx in
            guard let row = try tx.db.first("SELECT starts_on, ends_on FROM term WHERE id = ?", term) else {
                throw DomainError.notFound("term \(term)")
            }
            if let first: Day = row["starts_on"], let last: Day = row["ends_on"] {
                let outside = holidays.filter { !(first...last).contains($0.day) }.map {
                    FieldError(field: "holidays", detail: "\($0.day) is outside of the term, \(first) to \(last)")
                }
                if !outside.isEmpty { throw DomainError.invalid(outside) }
            }
            try tx.db.send("DELETE FROM holiday WHERE term_id = ?", term)
            for holiday in holidays {
                try tx.db.send(
                    """
                    INSERT INTO holiday (term_id, day, name) VALUES (?, ?, ?)
                    ON CONFLICT (term_id, day) DO UPDATE SET name = excluded.name
                    """, term, holiday.day, holiday.name)
            }
            try StudyLog.mark(term, tx.db)
            try CalendarFollowing.expire(in: term, tx.db)
        }
    }
}
