/// Which events hold something that a person has not seen: the rule of `Event.isUnread`, as SQL behind `FROM event e`.
enum Unread {
    /// Takes the account twice.
    /// - Parameter wanted: whether those are asked for, or the others.
    static func condition(_ wanted: Bool) -> String {
        """
        e.rev + e.last_reply \(wanted ? ">" : "<=") COALESCE(
            (SELECT m.seen FROM event_mark m WHERE m.account_id = ? AND m.event_id = e.id),
            CASE WHEN e.author_id = ? THEN e.rev ELSE 0 END)
        """
    }
}
