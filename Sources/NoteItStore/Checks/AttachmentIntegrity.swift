import Foundation

extension SQLStore {
    /// Compares the files beside the database, or the contents in a shared one, with the rows that refer to them, byte for byte. A
    /// file that a running server deletes meanwhile is not a finding.
    func fileFindings() async throws -> [String] {
        let files = files
        let rows = try await read { db in
            try db.decoded("SELECT DISTINCT sha256, size FROM attachment ORDER BY sha256", []) { ($0[0], $0[1]) }
                as [(String, Int)]
        }
        if isShared {
            return try await read { db in try rows.compactMap { try ContentRow.fault(of: $0, size: $1, db) } }
        }
        let wrong = try await FileWork.run {
            try rows.compactMap { hash, size in
                let fault = try Self.fault(of: hash, size: size, files)
                return fault.map { (hash: hash, fault: $0) }
            }
        }
        return try await read { db in
            try wrong.filter { try AttachmentRow.isUsed($0.hash, db) }.map(\.fault)
        }
    }

    private static func fault(of hash: String, size: Int, _ files: AttachmentFiles) throws -> String? {
        guard let found = files.size(of: hash) else { return "The file \(files.path(of: hash)) is missing." }
        if found != size { return "The file \(files.path(of: hash)) has \(found) bytes, not \(size)." }
        guard access(files.path(of: hash), R_OK) == 0 else { return "The file \(files.path(of: hash)) cannot be read." }
        return try files.matches(hash) ? nil : "The content of the file \(files.path(of: hash)) does not match its name."
    }
}

/// The positions of a post's files are 0, 1, ... without gaps, and its author uploaded them.
func attachmentFindings(_ db: SQLConnection) throws -> [String] {
    let gaps: [String] = try db.column(
        """
        SELECT COALESCE(event_id, reply_id) FROM attachment WHERE free_since IS NULL
        GROUP BY event_id, reply_id HAVING min(position) <> 0 OR max(position) <> COUNT(*) - 1 OR COUNT(DISTINCT position) <> COUNT(*)
        """)
    let foreign: [String] = try db.column(
        """
        SELECT f.id FROM attachment f LEFT JOIN event e ON e.id = f.event_id LEFT JOIN reply r ON r.id = f.reply_id
        WHERE f.free_since IS NULL AND f.account_id <> COALESCE(e.author_id, r.author_id)
        """)
    return gaps.map { "The files of \($0) are not numbered from 0." }
        + foreign.map { "The file \($0) belongs to a post of another person." }
}
