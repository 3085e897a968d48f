import NoteItCore

/// Deliveries follow the log, and the settings of each person, device and topic can be read.
func deliveryFindings(_ db: SQLConnection) throws -> [String] {
    let ahead: [String] = try db.column(
        """
        SELECT 'The deliveries by ' || d.channel || ' follow the log ahead of its end.'
        FROM delivery_log d JOIN log_head h ON h.id = 1 WHERE d."offset" > h.head
        UNION ALL
        SELECT 'The webhook ' || w.id || ' follows the log ahead of its end.'
        FROM webhook w JOIN log_head h ON h.id = 1 WHERE w.epoch = h.epoch AND w."offset" > h.head
        UNION ALL
        SELECT 'The account ' || a.id || ' has left, but has webhooks or a topic of ntfy.' FROM account a
        WHERE a.left_at IS NOT NULL AND (EXISTS (SELECT 1 FROM webhook w WHERE w.account_id = a.id)
            OR EXISTS (SELECT 1 FROM ntfy_topic t WHERE t.account_id = a.id))
        """)
    let settings = try db.decoded("SELECT account_id, settings FROM mail_settings ORDER BY account_id") { row in
        (account: row[0] as String, text: row[1] as String)
    }
    let devices = try db.decoded("SELECT id, settings FROM push_device ORDER BY id") { row in
        (id: row[0] as String, text: row[1] as String)
    }
    let topics = try db.decoded("SELECT account_id, settings FROM ntfy_topic ORDER BY account_id") { row in
        (account: row[0] as String, text: row[1] as String)
    }
    return ahead
        + topics.filter { (try? PushSettings(row: $0.text)) == nil }
        .map { "The settings of ntfy of account \($0.account) cannot be read." }
        + settings.filter { (try? JSONCoding.decode(MailSettings.self, from: $0.text)) == nil }
        .map { "The mail settings of account \($0.account) cannot be read." }
        + devices.filter { (try? PushSettings(row: $0.text)) == nil }.map {
            "The settings of push device \($0.id) cannot be read."
        }
}
