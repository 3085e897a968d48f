import Foundation
import NoteItCore

extension SQLStore {
    public func studyStats(of account: Account.ID, from: Day, to: Day) async throws -> StudyStats {
        let now = now
        return try await read { db in
            let zone = try StudySettingsRow.zone(of: account, at: now, db)
            let (start, end) = (from.start(in: zone), to.adding(days: 1).start(in: zone))
            try to.requireSpan(from: from)
            let records = try StudiedTime.all(of: account, from: start, to: end, db)
            let counts = try taskCounts(of: account, from: start, to: end, db)
            return StudyStats(
                added: counts.added, done: counts.done, open: counts.open,
                minutes: StudyStats.Minutes(byCourse: records.byCourse, byWeek: records.byWeek(in: zone)),
                streakDays: try streak(of: account, until: Day(now, in: zone), zone, db), topics: records.topics)
        }
    }
}

/// Of work: fixed times, and the parts of a series that was edited, are nothing to finish.
private func taskCounts(
    of account: Account.ID, from start: Date, to end: Date, _ db: SQLConnection
) throws -> (added: Int, done: Int, open: Int) {
    let row = try stored(
        try db.first(
            """
            SELECT COUNT(CASE WHEN created_at >= ?2 AND created_at < ?3 THEN 1 END) AS added,
                COUNT(CASE WHEN done_at >= ?2 AND done_at < ?3 THEN 1 END) AS done,
                COUNT(CASE WHEN done_at IS NULL THEN 1 END) AS open
            FROM task WHERE account_id = ?1 AND kind = 'flexible'
            """, account, start.seconds, end.seconds))
    return (row["added"], row["done"], row["open"])
}

/// The days in a row with study up to `today`, or up to the day before it. O(n) for n records of these days.
private func streak(of account: Account.ID, until today: Day, _ zone: TimeZone, _ db: SQLConnection) throws -> Int {
    var (days, last): (Int, Day?) = (0, nil)
    let end = today.adding(days: 1).start(in: zone)
    try db.rows(
        "SELECT started_at FROM study_record WHERE account_id = ? AND started_at < ? ORDER BY started_at DESC",
        [account, end.seconds]
    ) { row in
        let day = Day(Date(timeIntervalSince1970: TimeInterval(row[0] as Int64)), in: zone)
        if day == last { return true }
        guard last.map({ day == $0.adding(days: -1) }) ?? (day >= today.adding(days: -1)) else { return false }
        (days, last) = (days + 1, day)
        return true
    }
    return days
}

/// A record, for the statistics.
private struct StudiedTime {
    var title: String
    var course: Course.ID?
    var start: Date
    var minutes: Int

    /// Newest first.
    static func all(of account: Account.ID, from start: Date, to end: Date, _ db: SQLConnection) throws -> [StudiedTime] {
        try db.decoded(
            """
            SELECT title, course_id, started_at, minutes FROM study_record
            WHERE account_id = ? AND started_at >= ? AND started_at < ? ORDER BY started_at DESC, id DESC
            """, [account, start.seconds, end.seconds]
        ) { StudiedTime(title: $0[0], course: $0[1], start: $0.date("started_at"), minutes: $0[3]) }
    }
}

extension [StudiedTime] {
    fileprivate var total: Int { reduce(0) { $0 + $1.minutes } }

    fileprivate var byCourse: [StudyStats.CourseMinutes] {
        Dictionary(grouping: self, by: \.course).map { StudyStats.CourseMinutes(course: $0, minutes: $1.total) }
            .sorted { left, right in
                if left.minutes != right.minutes { return left.minutes > right.minutes }
                guard let first = left.course, let second = right.course else { return left.course != nil }
                return first < second
            }
    }

    fileprivate func byWeek(in zone: TimeZone) -> [StudyStats.WeekMinutes] {
        Dictionary(grouping: self) { Day($0.start, in: zone).monday }
            .map { StudyStats.WeekMinutes(week: $0, minutes: $1.total) }.sorted { $0.week < $1.week }
    }

    fileprivate var topics: [StudyStats.Topic] {
        let groups = Dictionary(grouping: self, by: \.title)
        return unique(map(\.title)).prefix(StudyStats.mostTopics).compactMap { title in
            groups[title].map { StudyStats.Topic(title: title, lastStudied: $0[0].start, minutes: $0.total) }
        }
    }
}

extension Day {
    /// The Monday of its week.
    fileprivate var monday: Day {
        let weekday = Array(StudySettings.weekdays).firstIndex(of: letter) ?? 0
        return adding(days: -weekday)
    }
}
