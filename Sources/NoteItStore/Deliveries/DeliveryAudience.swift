import NoteItCore

/// Something that a channel may tell at once.
struct DeliveryNews {
    var kind: InboxNotification.Kind
    var course: Course.ID?
    /// Whether it is about a notice that must be read.
    var mustRead: Bool
}

/// Where a channel can reach people, and what they want there.
extension PersonalDelivery.Channel {
    /// A query of `account_id`, `target` and `settings`, a row for each place. Whoever has no settings gets only what must be
    /// read.
    var places: String {
        switch self {
        case .mail:
            """
            SELECT v.account_id AS account_id, '' AS target, s.settings AS settings
            FROM verified_email v LEFT JOIN mail_settings s ON s.account_id = v.account_id
            """
        case .push: "SELECT account_id, id AS target, settings FROM push_device"
        case .ntfy: "SELECT account_id, '' AS target, settings FROM ntfy_topic"
        }
    }

    /// - Parameter settings: as `places` has them.
    func wants(_ news: DeliveryNews, settings: String?) throws -> Bool {
        switch self {
        case .mail: try MailSettingsRow.decode(settings).wants(news.kind, mustRead: news.mustRead)
        case .push, .ntfy:
            try PushSettings(row: stored(settings)).wants(news.kind, in: news.course, mustRead: news.mustRead)
        }
    }
}

extension PushSettings {
    /// - Parameter text: as the row of a device or a topic has it.
    init(row text: String) throws { self = try JSONCoding.decode(Self.self, from: text) }
}
