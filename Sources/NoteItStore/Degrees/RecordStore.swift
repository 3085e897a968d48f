import Foundation
import NoteItCore

extension SQLStore {
    public func record(of account: Account.ID) async throws -> AcademicRecord {
        try await read { try RecordRow.find(of: account, $0) ?? .empty }
    }

    public func setRecord(_ items: [RecordItem], ifRev rev: Int?, of account: Account.ID) async throws -> AcademicRecord {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let old = try RecordRow.find(of: account, tx.db) ?? .empty
            try old.requireUnchanged(since: rev)
            guard try !identical(items, old.items) else { return old }
            let new = AcademicRecord(items: items, rev: old.rev + 1)
            try tx.db.send(
                """
                INSERT INTO academic_record (account_id, items, rev) VALUES (?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET items = excluded.items, rev = excluded.rev
                """, account, try JSONCoding.string(items), new.rev)
            try tx.log.changed(.record, account.description, of: account)
            return new
        }
    }
}

enum RecordRow {
    /// Nil before its first item.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> AcademicRecord? {
        guard let row = try db.first("SELECT items, rev FROM academic_record WHERE account_id = ?", account) else { return nil }
        return AcademicRecord(items: try storedJSON(row["items"]), rev: row["rev"])
    }
}
