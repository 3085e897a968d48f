import NoteItCore

extension LogExpansion {
    /// A personal calendar that was deleted.
    mutating func expandRemoved(of owner: Account.ID) throws {
        guard let start = start("a") else { return }
        var index = start.isEmpty ? 0 : Self.number(start.prefix(8)) + 1
        while left > 0 {
            let page = try RemovedItems.page(of: row.offset, from: index, db)
            if page.isEmpty { return }
            for id in page {
                add("a" + Self.hex(index), .personalEvent, String(id), of: owner)
                index += 1
            }
        }
    }
}
