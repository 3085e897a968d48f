import Foundation
import NoteItCore

enum NtfyTopicRow {
    /// The topic and its address.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> (topic: NtfyTopic, address: NtfyAddress)? {
        let row = try db.first(
            "SELECT host, created_at, sent_at, fault, settings, url FROM ntfy_topic WHERE account_id = ?", account)
        guard let row else { return nil }
        let settings = try PushSettings(row: row[4])
        let topic = NtfyTopic(
            host: row[0], createdAt: Date(seconds: row[1]), sentAt: (row[2] as Int64?).map(Date.init(seconds:)), fault: row[3],
            settings: settings)
        return (topic, NtfyAddress(url: row[5], showsText: settings.showsText))
    }

    static func require(of account: Account.ID, _ db: SQLConnection) throws -> NtfyTopic {
        guard let found = try find(of: account, db) else { throw DomainError.notFound("topic of ntfy: you have none") }
        return found.topic
    }

    /// Ends the way to a person's topic, with all that is on it.
    /// - Returns: whether there was one.
    @discardableResult
    static func end(of account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try DeliveryRow.forget("", of: .ntfy, account, db)
        return try db.run("DELETE FROM ntfy_topic WHERE account_id = ?", account) > 0
    }
}
