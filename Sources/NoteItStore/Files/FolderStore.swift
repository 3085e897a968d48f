import Foundation
import NoteItCore

extension SQLStore {
    public func folder(of account: Account.ID) async throws -> PersonalFolder {
        try await read { PersonalFolder(try FolderRow.all(of: account, $0)) }
    }

    public func file(at path: FolderPath, of account: Account.ID) async throws -> (item: FolderItem, bytes: [UInt8])? {
        try await read { try FolderRow.file(at: path, of: account, $0) }
    }

    public func change(_ change: FolderChange, by account: Account.ID) async throws -> Bool {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let folder = PersonalFolder(try FolderRow.all(of: account, tx.db))
            for step in try folder.steps(for: change) { try FolderRow.take(step, of: account, tx) }
            return folder[change.target] == nil
        }
    }
}

/// A file or folder in a person's own folder.
enum FolderRow {
    private static let columns = "path, size, media_type, etag, properties, created_at, modified_at"

    /// In no order.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [FolderItem] {
        try db.decoded("SELECT \(columns) FROM folder_item WHERE account_id = ?", [account], by: decode)
    }

    static func file(
        at path: FolderPath, of account: Account.ID, _ db: SQLConnection
    ) throws -> (item: FolderItem, bytes: [UInt8])? {
        try db.decoded(
            "SELECT \(columns), data FROM folder_item WHERE account_id = ? AND path = ? AND data IS NOT NULL",
            [account, path.text]
        ) { row -> (FolderItem, [UInt8]) in (try decode(row), row["data"]) }.first
    }

    private static func decode(_ row: Row) throws -> FolderItem {
        let (size, properties): (Int?, String) = (row["size"], row["properties"])
        return FolderItem(
            path: FolderPath(text: row["path"]),
            content: size.map { FolderItem.Content(size: $0, mediaType: row["media_type"], etag: row["etag"]) },
            properties: properties == "{}" ? [:] : try storedJSON(properties), createdAt: row.date("created_at"),
            modifiedAt: row.date("modified_at"))
    }

    /// Throws `EngineFault.corrupt` unless the step concerns one row.
    static func take(_ step: FolderStep, of account: Account.ID, _ tx: Transaction) throws {
        guard try rows(takenBy: step, of: account, tx) == 1 else {
            throw EngineFault.corrupt("an item of a folder that is there twice, or not")
        }
    }

    private static func rows(takenBy step: FolderStep, of account: Account.ID, _ tx: Transaction) throws -> Int {
        let (db, now) = (tx.db, tx.now.seconds)
        return switch step {
        case .remove(let path):
            try db.run("DELETE FROM folder_item WHERE account_id = ? AND path = ?", account, path.text)
        case .move(let path, let target):
            try db.run("UPDATE folder_item SET path = ? WHERE account_id = ? AND path = ?", target.text, account, path.text)
        case .copy(let path, let target):
            try db.run(
                """
                INSERT INTO folder_item (account_id, path, size, media_type, etag, properties, created_at, modified_at, data)
                SELECT account_id, ?, size, media_type, etag, properties, ?, modified_at, data FROM folder_item
                WHERE account_id = ? AND path = ?
                """, target.text, now, account, path.text)
        case .makeFolder(let path, let properties):
            try db.run(
                """
                INSERT INTO folder_item (account_id, path, properties, created_at, modified_at) VALUES (?, ?, ?, ?, ?)
                """, account, path.text, JSONCoding.string(properties), now, now)
        case .create(let content, let path):
            try db.run(
                """
                INSERT INTO folder_item (account_id, path, size, media_type, etag, properties, created_at, modified_at, data)
                VALUES (?, ?, ?, ?, ?, '{}', ?, ?, ?)
                """, account, path.text, content.bytes.count, content.mediaType, content.etag, now, now, content.bytes)
        case .replace(let content, let path):
            try db.run(
                """
                UPDATE folder_item SET size = ?, media_type = ?, etag = ?, modified_at = ?, data = ?
                WHERE account_id = ? AND path = ?
                """, content.bytes.count, content.mediaType, content.etag, now, content.bytes, account, path.text)
        case .set(let properties, let path):
            try db.run(
                "UPDATE folder_item SET properties = ? WHERE account_id = ? AND path = ?", JSONCoding.string(properties),
                account, path.text)
        }
    }
}
