/// The wording of each `403` about calendars.
extension DomainError {
    public static func calendarKeepsObjects(_ calendar: String) -> Self {
        .forbidden("The calendar \(calendar) has objects that stay in it.")
    }

    public static func calendarOfItems(_ calendar: String) -> Self {
        .forbidden("The calendar \(calendar) has only objects that stand for something.")
    }

    public static func onlyOwnCalendarsAreDeleted(_ calendar: String) -> Self {
        .forbidden("Only calendars that you made can be deleted, not \(calendar).")
    }

    public static func calendarIsReadOnly(_ calendar: String) -> Self {
        .forbidden("The calendar \(calendar) can only be read.")
    }
}
