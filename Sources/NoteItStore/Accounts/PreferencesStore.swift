import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func preferences(of account: Account.ID) async throws -> Preferences {
        try await read { try PreferencesRow.find(of: account, $0) }
    }

    public func update(_ patch: PreferencesPatch, by account: Account.ID) async throws -> Preferences {
        let now = now
        return try await commit { db in
            _ = try requireAccount(account, db)
            let old = try PreferencesRow.find(of: account, db)
            let new = old.applying(patch)
            guard new != old else { return old }
            try requireCourses(Set(new.mutedCourses).subtracting(old.mutedCourses), db)
            try PreferencesRow.write(new, of: account, db)
            try Log(db, at: now).changed(.preferences, account.description, of: account)
            return new
        }
    }
}

private func requireCourses(_ courses: Set<Course.ID>, _ db: Database) throws {
    for course in courses.sorted() where try db.first("SELECT 1 FROM course WHERE id = ?", course) == nil {
        throw DomainError.invalid("mutedCourses", "\(course.prefix(64)) is not a course")
    }
}

extension PreferencesRow {
    fileprivate static func write(_ new: Preferences, of account: Account.ID, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO preference (account_id, reminders) VALUES (?, ?)
            ON CONFLICT (account_id) DO UPDATE SET reminders = excluded.reminders
            """, account, try JSONCoding.string(new.reminders))
        try db.run("DELETE FROM muted_course WHERE account_id = ?", account)
        for course in new.mutedCourses {
            try db.run("INSERT INTO muted_course (account_id, course_id) VALUES (?, ?)", account, course)
        }
    }
}
