import Foundation
import NoteItCore

/// A stored row of the log.
struct LogRow {
    var offset: Int64
    /// Seconds since 1970.
    var writtenAt: Int64
    var change: LogChange
    var type: ChangeType
    var subject: String
    var course: Course.ID?
    var section: Section.ID?
    var follows: Bool
    var after: [Topic]
    /// Nil if it equals `after`.
    var before: [Topic]?

    var heard: [Topic] { before.map { Array(Set(after).union($0)) } ?? after }

    /// The person of a row that concerns one person alone.
    var owner: Account.ID? { after.count == 1 ? after[0].account : nil }

    private static let select =
        #"SELECT "offset", written_at, op, type, subject, course_id, section_id, follows, after, before FROM log"#

    static func text(_ topics: [Topic]) -> String { topics.map(\.rawValue).joined(separator: " ") }

    static func topics(_ text: String) -> [Topic] {
        text.split(separator: " ").map { Topic(rawValue: String($0)) }
    }

    private init(_ row: Row) throws {
        (offset, writtenAt) = (row[0], row[1])
        change = try stored(LogChange(rawValue: row[2]))
        (type, subject) = (ChangeType(rawValue: row[3]), row[4])
        (course, section, follows) = (row[5], row[6], row[7])
        (after, before) = (Self.topics(row[8]), (row[9] as String?).map(Self.topics))
    }

    static func all(after offset: Int64, limit: Int, _ db: SQLConnection) throws -> [LogRow] {
        try db.decoded(#"\#(select) WHERE "offset" > ? ORDER BY "offset" LIMIT ?"#, [offset, limit], by: LogRow.init)
    }

    static func require(_ offset: Int64, _ db: SQLConnection) throws -> LogRow {
        try stored(try db.decoded(#"\#(select) WHERE "offset" = ?"#, [offset], by: LogRow.init).first)
    }

    static func head(_ db: SQLConnection) throws -> LogHead {
        let heads = try db.decoded("SELECT epoch, head, pruned FROM log_head WHERE id = 1", []) { row in
            LogHead(epoch: row[0], offset: db.counters.values.head ?? row[1], pruned: row[2])
        }
        return try stored(heads.first)
    }

    /// The offset of the newest row, and the time at which it was written; no time if there are no rows.
    static func newest(_ db: SQLConnection) throws -> NewestRow {
        let time: Int64? = try db.value(#"SELECT written_at FROM log ORDER BY "offset" DESC LIMIT 1"#)
        return (try head(db).offset, time.map { Date(seconds: $0) })
    }

    /// The courses of the rows after `offset`, and whether a person joined or left one. O(n) for n such rows.
    static func courses(after offset: Int64, _ db: SQLConnection) throws -> (courses: Set<Course.ID>, moved: Bool) {
        var (courses, moved): (Set<Course.ID>, Bool) = ([], false)
        let sql = #"SELECT op, course_id, CASE WHEN course_id IS NULL THEN after END FROM log WHERE "offset" > ?"#
        try db.rows(sql, [offset]) { row in
            moved = moved || LogChange(rawValue: row[0])?.moves ?? false
            // A new name concerns several.
            courses.formUnion((row[1] as Course.ID?).map { [$0] } ?? topics(row[2]).compactMap(\.course))
            return true
        }
        return (courses, moved)
    }

    /// The first `limit` offsets after `offset` of rows that concerned a reader when they were written, ascending. They come from
    /// one range of the index for each grant, so that the cost does not grow with the length of the log.
    static func offsets(of interest: Interest, after offset: Int64, limit: Int, _ db: SQLConnection) throws -> [Int64] {
        var ranges: [(topic: Topic, first: Int64, last: Int64)] = [(.account(interest.account), offset, .max)]
        for grant in interest.grants {
            let (first, last) = (max(offset, grant.grantedAt), grant.revokedAt ?? .max)
            if first < last { ranges += grant.topics.map { ($0, first, last) } }
        }
        var found: Set<Int64> = []
        for range in ranges {
            found.formUnion(
                try db.column(
                    #"SELECT "offset" FROM log_topic WHERE topic = ? AND "offset" > ? AND "offset" <= ? ORDER BY "offset" LIMIT ?"#,
                    range.topic.rawValue, range.first, range.last, limit) as [Int64])
        }
        return Array(found.sorted().prefix(limit))
    }

    /// The topics that could see an event or its removal just after the row at `offset`, from the first later row that changed
    /// them; nil if they are the same as now.
    static func audience(of event: Event.ID, after offset: Int64, _ db: SQLConnection) throws -> [Topic]? {
        let before: String? = try db.value(
            """
            SELECT before FROM log WHERE subject = ? AND type IN ('event', 'removal') AND "offset" > ? AND before IS NOT NULL
                AND before <> ''
            ORDER BY "offset" LIMIT 1
            """, event, offset)
        return before.map(topics)
    }
}
