import Foundation
import NoteItCore

extension SQLStore {
    public func studyInputs(of account: Account.ID) async throws -> StudyInputs {
        let now = now
        return try await read { db in
            StudyInputs(
                settings: try StudySettingsRow.settings(of: account, at: now, db),
                tasks: try TaskRow.all(of: account, db), classes: try StudyClassRow.all(of: account, at: now, db),
                blocks: try StudyBlockRow.all(of: account, from: now - 366 * 86_400, db),
                busy: try CalendarObjectRow.busy(of: account, at: now, db),
                plan: try StudyPlanRow.find(of: account, db), version: try StudyState.version(of: account, db))
        }
    }

    public func keep(_ plan: KeptPlan, ifVersion version: Int64, of account: Account.ID) async throws -> Bool {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            guard try StudyState.version(of: account, tx.db) == version else { return false }
            let zone = try StudySettingsRow.zone(of: account, at: tx.now, tx.db)
            let day = Day(plan.expiresAt - 1, in: zone).start(in: zone)
            try StudyBlockRow.replace(with: plan.blocks, from: day, of: account, tx)
            let shown = try StudyPlanRow.shown(of: account, tx.db)
            try StudyPlanRow.write(plan, of: account, tx.db)
            try StudyState.touch(account, tx.db)
            if shown.map({ !$0.utf8.elementsEqual(plan.shown.utf8) }) ?? true {
                try tx.log.changed(.studyPlan, account.description, of: account)
            }
            return true
        }
    }

    public func studyBlock(_ id: String, by account: Account.ID) async throws -> StudyPlan.Block {
        try await read { try StudyBlockRow.require(id, of: account, $0) }
    }

    public func edit(_ id: String, to block: StudyPlan.Block, by account: Account.ID) async throws {
        try await commit { tx in
            let old = try StudyBlockRow.require(id, of: account, tx.db)
            var new = old
            (new.start, new.end) = (block.start.wholeSeconds, block.end.wholeSeconds)
            (new.pinned, new.done, new.missed) = (block.pinned, block.done, block.missed)
            guard new != old else { return }
            let settings = try StudySettingsRow.settings(of: account, at: tx.now, tx.db)
            try StudyAlerts.rearm(new, over: old, of: account, tx)
            try StudyBlockRow.write(new, settings, of: account, tx)
            if new.done || old.done {
                let task = try TaskRow.require(try stored(new.task.flatMap { StudyTask.ID($0) }), of: account, tx.db)
                try StudyRecord.settle(new, of: task, by: account, tx)
                try tx.log.changed(.task, task.id.description, of: account)
            }
            try StudyState.touch(account, tx.db)
            try CalendarFollowing.expire(of: account, tx.db)
        }
    }
}

enum StudyPlanRow {
    /// Nil before the first plan.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> KeptPlan? {
        guard let row = try db.first("SELECT * FROM study_plan WHERE account_id = ?", account) else { return nil }
        return KeptPlan(
            digest: row["digest"], expiresAt: row.date("expires_at"), blocks: [], shown: row["shown"],
            result: try JSONCoding.decode(StudyPlan.self, from: row["result"]),
            waiting: try JSONCoding.decode([String: Int].self, from: row["waiting"]))
    }

    /// What all devices show, as JSON; nil before the first plan.
    static func shown(of account: Account.ID, _ db: SQLConnection) throws -> String? {
        try db.value("SELECT shown FROM study_plan WHERE account_id = ?", account)
    }

    /// What all devices show; nil before the first plan.
    static func plan(of account: Account.ID, _ db: SQLConnection) throws -> StudyPlan? {
        try shown(of: account, db).map { try JSONCoding.decode(StudyPlan.self, from: $0) }
    }

    static func write(_ plan: KeptPlan, of account: Account.ID, _ db: SQLConnection) throws {
        var result = plan.result
        result.blocks = []
        try db.send(
            """
            INSERT INTO study_plan (account_id, digest, expires_at, shown, result, waiting) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at,
                shown = excluded.shown, result = excluded.result, waiting = excluded.waiting
            """, account, plan.digest, plan.expiresAt.seconds, plan.shown, try JSONCoding.string(result),
            try JSONCoding.string(plan.waiting))
    }
}

enum StudyClassRow {
    /// The sections that a person attends or teaches, by id. Withdrawn ones do not meet.
    static func all(of account: Account.ID, at now: Date, _ db: SQLConnection) throws -> [StudyClass] {
        let sections = try db.all(
            """
            SELECT DISTINCT s.id, s.kind, s.code, c.id AS course_id, c.term_id, c.subject, c.number
            FROM enrollment m JOIN section s ON s.id = m.section_id JOIN course c ON c.id = s.course_id
            WHERE m.account_id = ? AND s.withdrawn = 0 ORDER BY s.id
            """, account)
        guard !sections.isEmpty else { return [] }
        let rows = try db.all(
            """
            SELECT * FROM meeting WHERE section_id IN (SELECT value FROM json_each(?)) ORDER BY section_id, position
            """, try jsonArray(sections.map { $0["id"] as String }))
        let meetings = try Dictionary(grouping: rows) { $0["section_id"] as Section.ID }.mapValues {
            try $0.map(CourseRow.meeting)
        }
        let terms = try TermRow.all(at: now, db).keyed(by: \.id)
        return try sections.map { row in
            let (subject, number): (String, String) = (row["subject"], row["number"])
            let (kind, code): (String, String) = (row["kind"], row["code"])
            let id: Section.ID = row["id"]
            let title = { (kind: String) in [subject, number, kind, code].filter { !$0.isEmpty }.joined(separator: " ") }
            let kinds = (meetings[id] ?? []).compactMap(\.kind)
            return StudyClass(
                course: row["course_id"], title: title(kind), section: id, meetings: meetings[id] ?? [],
                term: try stored(terms[row["term_id"]]),
                titles: kinds.isEmpty ? nil : Dictionary(kinds.map { ($0, title($0)) }) { first, _ in first })
        }
    }
}
