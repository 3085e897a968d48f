import NoteItCore

/// How calendars show themselves to programs.
extension CalendarCollection {
    /// How the calendar looks until a program sets it.
    var look: (color: String, order: Int, description: String)? {
        switch kind {
        case .derived(.classes): ("#3B6FD4FF", 1, "The meetings of your sections. NoteIt keeps it; it cannot be changed here.")
        case .derived(.due): ("#D4483BFF", 2, "What is due in your courses. NoteIt keeps it; it cannot be changed here.")
        case .derived(.study): ("#3B9C5AFF", 3, "Your study blocks. A block that you move stays there, and the plan adapts.")
        case .derived(.tasks): ("#C9832BFF", 4, "Your tasks.")
        case .personal where id == Self.personal: ("#7A56C2FF", 5, "Your own events. They count as busy in your study plan.")
        case .personal, .imported: nil
        }
    }

    /// The media type of the calendar's objects. A calendar that can have several components does not say which.
    var mediaType: String {
        let parameter = components.count == 1 ? components.first.map { "; component=\($0.rawValue)" } : nil
        return "text/calendar; charset=utf-8" + (parameter ?? "")
    }
}
