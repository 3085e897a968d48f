import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func export(of account: Account.ID, from place: ExportPlace?) async throws -> ExportPart {
        let (now, files) = (now, files)
        if place == nil {
            try await commit { db in try Log(db, at: now).audit(.exported, by: account, subject: account.description) }
        }
        return try await read { db in
            let person = try requireAccount(account, db)
            let export = Export(account: person, files: files, now: now, db)
            let place = place ?? ExportPlace(step: 0)
            let part = try export.steps[place.step](place)
            if part.next == nil, place.step + 1 < export.steps.count {
                return ExportPart(files: part.files, next: ExportPlace(step: place.step + 1))
            }
            return part
        }
    }
}

/// What a person takes along, one step for each kind of things.
private struct Export {
    /// Things in one file of the archive, so that it is never in memory whole.
    private static let page = 200

    let account: Account
    let files: AttachmentFiles
    let now: Date
    let db: Database

    init(account: Account, files: AttachmentFiles, now: Date, _ db: Database) {
        (self.account, self.files, self.now, self.db) = (account, files, now, db)
    }

    var steps: [(ExportPlace) throws -> ExportPart] { [person, events, replies, attachments] }

    /// What there is little of, a file each.
    private func person(_: ExportPlace) throws -> ExportPart {
        let id = account.id
        let schedules = try db.all("SELECT * FROM schedule WHERE account_id = ? ORDER BY created_at", id)
        return ExportPart(
            files: [
                try json("account", account), try json("enrollments", EnrollmentRow.all(of: id, db)),
                try json("preferences", PreferencesRow.find(of: id, db)),
                try json("schedules", schedules.map { try ScheduleRow.decode($0, db) }),
                try json("seat-watches", SeatWatchRow.all(of: id, db)), try json("marks", EventMarkRow.all(of: id, db)),
                try json("notifications", NotificationRow.all(of: id, db)), try json("sessions", sessions()),
                try json("reports", reports()),
            ], next: nil)
    }

    /// What the person said of others' posts to staff.
    private func reports() throws -> [OwnReport] {
        try db.all("SELECT * FROM report WHERE reporter_id = ? ORDER BY created_at", account.id).map { row in
            OwnReport(
                id: row["id"], course: row["course_id"], event: row["event_id"], reply: row["reply_id"], reason: row["reason"],
                createdAt: row.date("created_at"), resolvedAt: row.dateIfPresent("resolved_at"))
        }
    }

    private struct OwnReport: Encodable {
        var id: String
        var course: Course.ID
        var event: Event.ID
        var reply: Reply.ID?
        var reason: String
        var createdAt: Date
        var resolvedAt: Date?
    }

    private func sessions() throws -> [Session] {
        try db.all("SELECT * FROM session WHERE account_id = ? ORDER BY created_at", account.id).map { row in
            Session(
                id: row["id"], device: row["device"], createdAt: row.date("created_at"), lastUsedAt: row.date("last_used_at"),
                current: false)
        }
    }

    /// What the person posted, also anonymously, and what of it staff removed; not what they deleted themselves.
    private func events(_ place: ExportPlace) throws -> ExportPart {
        let sql = """
            \(EventRow.select)
            WHERE e.author_id = ? AND e.id > ? AND (e.deleted_at IS NULL OR e.deleted_by <> e.author_id) ORDER BY e.id LIMIT ?
            """
        var (found, budget): ([Event], PageBudget) = ([], PageBudget())
        try db.each(sql, [account.id, place.after, Self.page]) { row in
            var event = try EventRow.decode(row, db).seen(byInsider: true)
            // The newest reply may be somebody else's.
            event.latestText = event.title.prefix(codePoints: TextLimit.latestText)
            guard budget.takes(event.size) else { return false }
            found.append(event)
            return true
        }
        return try page("events", found, last: found.last?.id.description, place)
    }

    private func replies(_ place: ExportPlace) throws -> ExportPart {
        let sql = """
            \(ReplyRow.select)
            WHERE r.author_id = ? AND r.id > ? AND (r.deleted_at IS NULL OR r.deleted_by <> r.author_id) ORDER BY r.id LIMIT ?
            """
        var (found, budget): ([Reply], PageBudget) = ([], PageBudget())
        try db.each(sql, [account.id, place.after, Self.page]) { row in
            let reply = try ReplyRow.decode(row).seen(byInsider: true)
            guard budget.takes(reply.size) else { return false }
            found.append(reply)
            return true
        }
        return try page("replies", found, last: found.last?.id.description, place)
    }

    /// A list of files, then the files themselves.
    private func attachments(_ place: ExportPlace) throws -> ExportPart {
        let found = try db.all(
            "SELECT * FROM attachment WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?", account.id, place.after, Self.page
        ).map { ($0.date("created_at"), AttachmentRow.decode($0)) }
        var part = try page("attachments", found.map(\.1), last: found.last?.1.id.description, place)
        part.files += found.map { made, file in
            ExportFile(
                name: "attachments/\(file.id)/\(file.name)",
                content: .stored(path: files.path(of: file.sha256), size: file.size),
                modified: made)
        }
        return part
    }

    /// One file of those of a kind; the kind is over with a page of none.
    private func page(_ name: String, _ items: [some Encodable], last: String?, _ place: ExportPlace) throws -> ExportPart {
        guard !items.isEmpty, let last else { return ExportPart(files: [], next: nil) }
        let file = try json("\(name)-\(place.part + 1)", items)
        let next = ExportPlace(step: place.step, after: last, part: place.part + 1)
        return ExportPart(files: [file], next: next)
    }

    private func json(_ name: String, _ value: some Encodable) throws -> ExportFile {
        ExportFile(name: name + ".json", content: .bytes(try JSONCoding.bytes(value)), modified: now)
    }
}
