import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Cursor

extension SQLiteStore {
    public func head() async throws -> LogHead { try await read(LogRow.head) }

    public func entries(after offset: Int64, limit: Int) async throws -> LogBatch {
        try await read { db in
            let entries = try db.decoded(
                #"\#(LogRow.select) WHERE "offset" > ? ORDER BY "offset" LIMIT ?"#, [offset, limit]
            ) { try LogRow.decode($0, db) }
            var interests: [Account.ID: Interest] = [:]
            for entry in entries where entry.change == .scopeGranted || entry.change == .scopeRevoked {
                for case .account(let account) in entry.after.map(TopicKind.init) where interests[account] == nil {
                    interests[account] = try EnrollmentRow.interest(of: account, db)
                }
            }
            return LogBatch(entries: entries, head: try LogRow.head(db), interests: interests)
        }
    }

    public func changes(after cursor: Cursor, limit: Int, by account: Account.ID) async throws -> LogPage {
        try await read { db in
            let head = try LogRow.head(db)
            if let expiry = head.expiry(of: cursor) { throw DomainError.expired(expiry) }
            let interest = try EnrollmentRow.interest(of: account, db)
            let offsets = try LogRow.offsets(of: interest, after: cursor.offset, limit: limit + 1, db)
            let more = offsets.count > limit
            let changes = try offsets.prefix(limit).compactMap { offset -> LogPage.Delivery? in
                let entry = try LogRow.require(offset, db)
                guard let view = interest.view(of: entry) else { return nil }
                return LogPage.Delivery(
                    entry: entry, view: view, toStaff: entry.course.map(interest.isStaff(of:)) ?? false)
            }
            let end = more ? offsets[limit - 1] : head.head
            return LogPage(changes: changes, cursor: Cursor(epoch: head.epoch, offset: end), more: more, interest: interest)
        }
    }

    public func interest(of account: Account.ID) async throws -> (interest: Interest, head: LogHead) {
        try await read { (try EnrollmentRow.interest(of: account, $0), try LogRow.head($0)) }
    }

    public func pruneLog(before date: Date) async throws -> Int {
        try await commit { db in
            let last: Int64? = try db.value(#"SELECT max("offset") FROM log WHERE written_at < ?"#, date.seconds)
            guard let last else { return 0 }
            try db.run(#"DELETE FROM log_topic WHERE "offset" <= ?"#, last)
            let count = try db.run(#"DELETE FROM log WHERE "offset" <= ?"#, last)
            try db.run("DELETE FROM former_enrollment WHERE revoked_at <= ?", last)
            try db.run("UPDATE log_head SET pruned = ? WHERE id = 1", last)
            return count
        }
    }
}

/// What kind of readers a topic stands for, as far as the store asks.
private enum TopicKind {
    case account(Account.ID), other

    init(_ topic: Topic) {
        let parts = topic.rawValue.split(separator: ":", maxSplits: 1)
        if parts.first == "account", let id = parts.last.flatMap({ Account.ID(String($0)) }) {
            self = .account(id)
        } else {
            self = .other
        }
    }
}

enum LogRow {
    enum Column: Int, SelectedColumn {
        case offset, change, type, subject, rev, course, section, audienceOnly, body, staffAuthor

        var sql: String {
            switch self {
            case .offset: #""offset""#
            case .change: "op"
            case .type: "type"
            case .subject: "subject"
            case .rev: "rev"
            case .course: "course_id"
            case .section: "section_id"
            case .audienceOnly: "audience_only"
            case .body: "body"
            case .staffAuthor: "staff_author"
            }
        }
    }

    /// `SELECT ... FROM ...`, of which `decode` reads the rows.
    static let select = "SELECT \(Column.list) FROM log"

    static func head(_ db: Database) throws -> LogHead {
        let heads = try db.decoded("SELECT epoch, head, pruned FROM log_head WHERE id = 1", []) { row in
            LogHead(epoch: row[0], head: row[1], pruned: row[2])
        }
        return try stored(heads.first)
    }

    /// The courses that rows behind `offset` are about, and whether somebody joined or left one. O(n) for n such rows.
    static func courses(after offset: Int64, _ db: Database) throws -> (courses: Set<Course.ID>, moved: Bool) {
        var (courses, moved): (Set<Course.ID>, Bool) = ([], false)
        let found: [(course: Course.ID, moved: Bool)] = try db.decoded(
            """
            SELECT course_id, max(op IN ('scopeGranted', 'scopeRevoked')) FROM log WHERE "offset" > ? AND course_id IS NOT NULL
            GROUP BY course_id
            """, [offset]
        ) { ($0[0], $0[1]) }
        for row in found {
            courses.insert(row.course)
            moved = moved || row.moved
        }
        return (courses, moved)
    }

    static func require(_ offset: Int64, _ db: Database) throws -> LogEntry {
        try stored(try db.decoded(#"\#(select) WHERE "offset" = ?"#, [offset]) { try decode($0, db) }.first)
    }

    /// The first `limit` offsets behind `offset` that carry a topic of `interest`, ascending: a range of the index for
    /// each topic, so the cost does not grow with the length of the log.
    static func offsets(of interest: Interest, after offset: Int64, limit: Int, _ db: Database) throws -> [Int64] {
        let ranges =
            interest.topics.keys.map { ($0, Int64.max) } + interest.former.map { ($0.topic, $0.offsets.upperBound) }
        var found: Set<Int64> = []
        for (topic, last) in ranges where last > offset {
            found.formUnion(
                try db.column(
                    #"SELECT "offset" FROM log_topic WHERE topic = ? AND "offset" > ? AND "offset" <= ? ORDER BY "offset" LIMIT ?"#,
                    topic.rawValue, offset, last, limit) as [Int64])
        }
        return Array(found.sorted().prefix(limit))
    }

    /// With the row's topics, and who may see its subject at this moment.
    static func decode(_ row: Row, _ db: Database) throws -> LogEntry {
        let offset: Int64 = row[Column.offset]
        let topics: [(topic: Topic, after: Bool, before: Bool)] = try db.decoded(
            #"SELECT topic, after, before FROM log_topic WHERE "offset" = ?"#, [offset]
        ) { (Topic(rawValue: $0[0]), $0[1], $0[2]) }
        var entry = LogEntry(
            offset: offset, change: try stored(LogEntry.Change(rawValue: row[Column.change])),
            type: ChangeType(rawValue: row[Column.type]), subject: row[Column.subject], rev: row[Column.rev],
            course: row[Column.course], section: row[Column.section], audienceOnly: row[Column.audienceOnly],
            after: topics.filter(\.after).map(\.topic), before: topics.filter(\.before).map(\.topic), audienceNow: nil,
            body: row[Column.body], staffAuthor: row[Column.staffAuthor], isReference: false)
        if entry.change == .upsert && entry.isGuarded {
            entry.audienceNow = try audienceNow(of: entry, db)
            if entry.body == nil {
                entry.isReference = true
                try fill(&entry, db)
            }
        }
        return entry
    }

    /// Gives a row that refers to its subject the body that stands now; none if the subject is deleted.
    private static func fill(_ entry: inout LogEntry, _ db: Database) throws {
        if let id = Event.ID(entry.subject), entry.type == .event, let event = try EventRow.find(id, db) {
            (entry.rev, entry.staffAuthor) = (event.event.rev, try JSONCoding.string(event.author))
            entry.body = try JSONCoding.string(event.event)
        } else if let id = Reply.ID(entry.subject), entry.type == .reply, let reply = try ReplyRow.find(id, db) {
            (entry.rev, entry.staffAuthor) = (reply.reply.rev, try JSONCoding.string(reply.author))
            entry.body = try JSONCoding.string(reply.reply)
        }
    }

    /// Nil once the event, or the reply or its event, is deleted.
    private static func audienceNow(of entry: LogEntry, _ db: Database) throws -> [Topic]? {
        let event =
            entry.type == .event
            ? entry.subject : try db.value("SELECT event_id FROM reply WHERE id = ? AND deleted_at IS NULL", entry.subject)
        let audiences = try db.decoded(
            """
            SELECT course_id, visibility, author_id,
                (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id)
            FROM event e WHERE id = ? AND deleted_at IS NULL
            """, [event]
        ) { row in
            Topic.audience(
                course: row[0], sections: (row[3] as String?)?.split(separator: " ").map(String.init) ?? [],
                visibility: try stored(Event.Visibility(rawValue: row[1])), author: row[2])
        }
        return audiences.first
    }
}
