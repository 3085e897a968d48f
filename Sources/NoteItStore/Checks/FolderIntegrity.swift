import NoteItCore

/// Each item of a person's own folder is in a folder that exists, and the folders of people who left are gone.
func folderFindings(_ db: SQLConnection) throws -> [String] {
    let former: [String] = try db.column(
        """
        SELECT 'The account ' || a.id || ' has left, but has files.' FROM account a
        WHERE a.left_at IS NOT NULL AND EXISTS (SELECT 1 FROM folder_item i WHERE i.account_id = a.id)
        """)
    let owners: [Account.ID] = try db.column("SELECT DISTINCT account_id FROM folder_item ORDER BY account_id")
    return try owners.reduce(into: former) { findings, owner in
        let items = try FolderRow.all(of: owner, db)
        let folder = PersonalFolder(items)
        findings += items.sorted { $0.path < $1.path }.compactMap { item in
            if let parent = item.path.parent, folder[parent]?.isFolder == true { return nil }
            return "The file \(item.path.text) of account \(owner) is in a folder that does not exist."
        }
    }
}
