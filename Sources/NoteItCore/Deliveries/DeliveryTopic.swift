/// What may be told outside NoteIt as soon as it happens.
public enum DeliveryTopic: String, Codable, Sendable, CaseIterable {
    /// Notices of staff.
    case notices
    /// Texts with the person's handle.
    case mentions
    /// Replies and answers in threads that they take part in.
    case replies
    /// What is due soon, and reminders that they asked for.
    case reminders

    /// Nil for what is never told at once.
    public init?(_ kind: InboxNotification.Kind) {
        switch kind {
        case .notice, .noticeAmended, .noticeRetracted: self = .notices
        case .mention: self = .mentions
        case .reply, .answer: self = .replies
        case .dueSoon, .ownReminder: self = .reminders
        default: return nil
        }
    }
}
