import NoteItCore

/// Something that a channel may tell at once.
struct DeliveryNews {
    var kind: InboxNotification.Kind
    var course: Course.ID?
    /// Whether it is about a notice that must be read.
    var mustRead: Bool
}

/// Where a channel can reach people, and what they want there.
protocol DeliveryAudience {
    /// A query of `account_id`, `target` and `settings`, a row for each place. Whoever has no settings gets only what must be
    /// read.
    static var places: String { get }
    /// - Parameter settings: as `places` has them.
    static func wants(_ news: DeliveryNews, settings: String?) throws -> Bool
}

extension PersonalDelivery.Channel {
    var audience: any DeliveryAudience.Type {
        switch self {
        case .mail: MailAudience.self
        case .push: PushAudience.self
        case .ntfy: NtfyAudience.self
        }
    }
}
