import Foundation
import NoteItCore

extension SQLStore {
    public func studySettings(of account: Account.ID) async throws -> StudySettings {
        let now = now
        return try await lookUp { try StudySettingsRow.settings(of: account, at: now, $0) }
    }

    public func setStudySettings(_ settings: StudySettings, of account: Account.ID) async throws -> StudySettings {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let old = try StudySettingsRow.find(of: account, tx.db)
            guard settings != old else { return settings }
            try requireCourses(of: settings.rules, over: old?.rules ?? [], by: account, tx.db)
            try StudySettingsRow.write(settings, of: account, tx.db)
            if settings.alerts != old?.alerts || settings.timeZone != old?.timeZone {
                try StudyBlockRow.reschedule(settings, of: account, tx)
            }
            try tx.log.changed(.studySettings, account.description, of: account)
            try StudyState.touch(account, tx.db)
            return settings
        }
    }
}

/// Throws `.invalid` for new rules of courses that the person is not in. A rule may outlive a dropped course.
private func requireCourses(
    of rules: [StudySettings.Rule], over old: [StudySettings.Rule], by account: Account.ID, _ db: SQLConnection
) throws {
    let known = Set(old.map(\.course))
    let faults = try rules.enumerated().compactMap { index, rule -> FieldError? in
        guard !known.contains(rule.course), try Membership.find(account, in: rule.course, db) == nil else { return nil }
        return .notOwnCourse(rule.course, in: "rules.\(index).course")
    }
    if !faults.isEmpty { throw DomainError.invalid(faults) }
}

enum StudySettingsRow {
    /// Nil if the person never set them.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> StudySettings? {
        let text: String? = try db.value("SELECT settings FROM study_settings WHERE account_id = ?", account)
        guard let text else { return nil }
        var settings = try JSONCoding.decode(StudySettings.self, from: text)
        settings.rules = try db.decoded(
            "SELECT course_id, kind, minutes FROM study_rule WHERE account_id = ? ORDER BY position", [account]
        ) { row in
            StudySettings.Rule(course: row[0], kind: try stored(Event.Kind(rawValue: row[1])), minutes: row[2])
        }
        return settings
    }

    /// Those of a person who never set them have the zone of the current term.
    static func settings(of account: Account.ID, at now: Date, _ db: SQLConnection) throws -> StudySettings {
        if let found = try find(of: account, db) { return found }
        var new = StudySettings.ofNewPerson
        new.timeZone = try TermRow.all(at: now, withHolidays: false, db).homeZone
        return new
    }

    /// The zone of the person's days.
    static func zone(of account: Account.ID, at now: Date, _ db: SQLConnection) throws -> TimeZone {
        try settings(of: account, at: now, db).zone ?? .gmt
    }

    static func write(_ settings: StudySettings, of account: Account.ID, _ db: SQLConnection) throws {
        var plain = settings
        plain.rules = []
        try db.send(
            """
            INSERT INTO study_settings (account_id, settings) VALUES (?, ?)
            ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings
            """, account, try JSONCoding.string(plain))
        try db.send("DELETE FROM study_rule WHERE account_id = ?", account)
        for (position, rule) in settings.rules.enumerated() {
            try db.send(
                "INSERT INTO study_rule (account_id, course_id, kind, position, minutes) VALUES (?, ?, ?, ?, ?)",
                account, rule.course, rule.kind.rawValue, position, rule.minutes)
        }
    }
}
