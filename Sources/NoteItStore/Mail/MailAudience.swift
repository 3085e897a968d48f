import NoteItCore

enum MailAudience: DeliveryAudience {
    static let places = """
        SELECT v.account_id AS account_id, '' AS target, s.settings AS settings
        FROM verified_email v LEFT JOIN mail_settings s ON s.account_id = v.account_id
        """

    static func wants(_ news: DeliveryNews, settings: String?) throws -> Bool {
        try MailSettingsRow.decode(settings).wants(news.kind, mustRead: news.mustRead)
    }
}
