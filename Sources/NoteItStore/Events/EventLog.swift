import NoteItCore

/// What events and their threads write to the log.
extension Log {
    /// Logs a change to an event, or to a reply or a removal in its thread.
    func changed(
        _ type: ChangeType, _ subject: String, in event: StoredEvent, before: [Topic]? = nil, follows: Bool = false
    ) throws {
        try append(
            type, subject, course: event.course, after: event.audience.topics, before: before, follows: follows)
    }

    /// Logs a new, edited or deleted event. One that has no due date, and had none, is in no calendar.
    /// - Parameters:
    ///   - old: the event before, if its audience or its title may differ.
    ///   - isGone: whether it was deleted.
    ///   - dates: false if what calendars show of it is the same, as after a reply.
    func changed(
        _ new: StoredEvent, from old: StoredEvent? = nil, isGone: Bool = false, dates: Bool = true
    ) throws {
        let (after, before) = (isGone ? [] : new.audience.topics, old?.audience.topics)
        let isMoved = before.map { Set($0) != Set(after) } ?? false
        // Removals in a thread show the title of the event.
        let names = try old.map { try !identical($0.event.title, new.event.title) } ?? false
        let follows = try isMoved || names && RemovalRow.isAny(inThreadOf: new.id, db)
        try append(
            .event, new.id.description, course: new.course, after: after, before: isMoved ? before : nil,
            follows: follows, dates: dates && (new.event.due != nil || old?.event.due != nil))
    }
}
