import Foundation
import NoteItCore

extension SQLStore {
    public func folder(of account: Account.ID) async throws -> PersonalFolder {
        try await read { PersonalFolder(try FolderRow.all(of: account, withProperties: true, $0)) }
    }

    public func folderOutline(of account: Account.ID) async throws -> PersonalFolder {
        try await read { PersonalFolder(try FolderRow.all(of: account, $0)) }
    }

    public func folderItem(at path: FolderPath, of account: Account.ID) async throws -> FolderItem? {
        if path == .root { return FolderItem(path: .root) }
        return try await lookUp { try FolderRow.item(at: path, of: account, withProperties: true, $0) }
    }

    public func file(at path: FolderPath, of account: Account.ID) async throws -> (item: FolderItem, bytes: [UInt8])? {
        try await read { try FolderRow.file(at: path, of: account, $0) }
    }

    public func change(_ change: FolderChange, by account: Account.ID) async throws -> Bool {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let folder = try FolderRow.folder(for: change, of: account, tx.db)
            for step in try folder.steps(for: change) { try FolderRow.take(step, of: account, tx) }
            return folder[change.target] == nil
        }
    }
}

/// A file or folder in a person's own folder.
enum FolderRow {
    private static func columns(withProperties: Bool) -> String {
        let properties = withProperties ? "properties" : "'{}' AS properties"
        return "path, size, media_type, etag, \(properties), length(properties) - 2 AS property_size, created_at, modified_at"
    }

    /// In no order.
    static func all(
        of account: Account.ID, withProperties: Bool = false, _ db: SQLConnection
    ) throws -> [FolderItem] {
        let columns = columns(withProperties: withProperties)
        return try db.decoded("SELECT \(columns) FROM folder_item WHERE account_id = ?", [account], by: decode)
    }

    static func item(
        at path: FolderPath, of account: Account.ID, withProperties: Bool = false, _ db: SQLConnection
    ) throws -> FolderItem? {
        let columns = columns(withProperties: withProperties)
        return try db.decoded(
            "SELECT \(columns) FROM folder_item WHERE account_id = ? AND path = ?", [account, path.text], by: decode
        ).first
    }

    /// With what the change needs to know. One writer makes all changes, so it reads as little as it can.
    static func folder(
        for change: FolderChange, of account: Account.ID, _ db: SQLConnection
    ) throws -> PersonalFolder {
        guard let paths = change.paths else { return PersonalFolder(try all(of: account, db)) }
        let items = try paths.compactMap { path in
            try item(at: path, of: account, withProperties: path == change.changedProperties, db)
        }
        let sizes = try db.decoded(
            """
            SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT), CAST(COALESCE(SUM(length(properties) - 2), 0) AS BIGINT)
            FROM folder_item WHERE account_id = ?
            """, [account]
        ) { FolderSize(items: $0[0], bytes: $0[1], properties: $0[2]) }
        return PersonalFolder(items, size: sizes.first)
    }

    static func file(
        at path: FolderPath, of account: Account.ID, _ db: SQLConnection
    ) throws -> (item: FolderItem, bytes: [UInt8])? {
        try db.decoded(
            """
            SELECT \(columns(withProperties: true)), data FROM folder_item
            WHERE account_id = ? AND path = ? AND data IS NOT NULL
            """, [account, path.text]
        ) { row -> (FolderItem, [UInt8]) in (try decode(row), row["data"]) }.first
    }

    private static func decode(_ row: Row) throws -> FolderItem {
        let (size, properties): (Int?, String) = (row["size"], row["properties"])
        return FolderItem(
            path: FolderPath(text: row["path"]),
            content: size.map { FolderItem.Content(size: $0, mediaType: row["media_type"], etag: row["etag"]) },
            properties: properties == "{}" ? [:] : try storedJSON(properties), propertySize: row["property_size"],
            createdAt: row.date("created_at"), modifiedAt: row.date("modified_at"))
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
