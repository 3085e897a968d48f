import Foundation
import GRDB
import NoteItCore

enum PreferencesRow {
    /// Those of who never set any are the standard ones.
    static func find(of account: Account.ID, _ db: Database) throws -> Preferences {
        let reminders: String? = try db.value("SELECT reminders FROM preference WHERE account_id = ?", account)
        return Preferences(
            reminders: try reminders.map { try JSONDecoder().decode([Int].self, from: Data($0.utf8)) }
                ?? Preferences.standardReminders,
            mutedCourses: try db.column(
                "SELECT course_id FROM muted_course WHERE account_id = ? ORDER BY course_id", account))
    }
}
