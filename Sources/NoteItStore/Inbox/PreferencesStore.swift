import Foundation
import NoteItCore

extension SQLStore {
    public func preferences(of account: Account.ID) async throws -> Preferences {
        try await read { try PreferencesRow.find(of: account, $0) }
    }

    public func update(_ patch: PreferencesPatch, by account: Account.ID) async throws -> Preferences {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let old = try PreferencesRow.find(of: account, tx.db)
            let new = old.applying(patch)
            guard new != old else { return old }
            try requireCourses(Set(new.mutedCourses).subtracting(old.mutedCourses), in: "mutedCourses", tx.db)
            try requireCourses(Set(new.follows.map(\.course)).subtracting(old.follows.map(\.course)), in: "follows", tx.db)
            try PreferencesRow.write(new, of: account, tx.db)
            try tx.log.changed(.preferences, account.description, of: account)
            return new
        }
    }
}

/// Throws `.invalid` for the first that does not exist.
func requireCourses(_ courses: Set<Course.ID>, in field: String, _ db: SQLConnection) throws {
    for course in courses.sorted() where try db.first("SELECT 1 FROM course WHERE id = ?", course) == nil {
        throw DomainError.invalid(field, "\(course.shown) is not a course")
    }
}

enum PreferencesRow {
    /// The standard preferences if the person never changed them.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> Preferences {
        Preferences(
            reminders: try reminders(of: account, db),
            mutedCourses: try db.column(
                "SELECT course_id FROM muted_course WHERE account_id = ? ORDER BY course_id", account),
            follows: try FollowRow.all(of: account, db))
    }

    static func reminders(of account: Account.ID, _ db: SQLConnection) throws -> [Int] {
        let reminders: String? = try db.value("SELECT reminders FROM preference WHERE account_id = ?", account)
        return try reminders.map { try JSONDecoder().decode([Int].self, from: Data($0.utf8)) } ?? Preferences.standardReminders
    }

    fileprivate static func write(_ new: Preferences, of account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO preference (account_id, reminders) VALUES (?, ?)
            ON CONFLICT (account_id) DO UPDATE SET reminders = excluded.reminders
            """, account, try JSONCoding.string(new.reminders))
        try db.send("DELETE FROM muted_course WHERE account_id = ?", account)
        for course in new.mutedCourses {
            try db.send("INSERT INTO muted_course (account_id, course_id) VALUES (?, ?)", account, course)
        }
        try FollowRow.replace(of: account, by: new.follows, db)
    }
}
