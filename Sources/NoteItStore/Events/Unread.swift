/// The events with something that a person has not seen: the rule of `Event.isUnread` as SQL, for use after `FROM event e`.
enum Unread {
    /// Takes the account twice.
    /// - Parameter wanted: true for unread events, false for the others.
    static func condition(_ wanted: Bool) -> String {
        """
        e.rev + e.last_reply \(wanted ? ">" : "<=") COALESCE(
            (SELECT m.seen FROM event_mark m WHERE m.account_id = ? AND m.event_id = e.id),
            CASE WHEN e.author_id = ? THEN e.rev ELSE 0 END)
        """
    }
}
