import Foundation
import NoteItCore

extension SQLStore {
    public func export(of account: Account.ID, from cursor: ExportCursor?) async throws -> ExportPart {
        let (now, files) = (now, files)
        if cursor == nil {
            try await commit { tx in try AuditRow.add(.exported, by: account, subject: account.description, tx) }
        }
        let part = try await read { db in
            let person = try AccountRow.require(account, db)
            let export = Export(account: person, files: files, now: now, db)
            let cursor = cursor ?? ExportCursor(step: 0)
            let part = try export.steps[cursor.step](cursor)
            if part.next == nil, cursor.step + 1 < export.steps.count {
                return ExportPart(files: part.files, next: ExportCursor(step: cursor.step + 1))
            }
            return part
        }
        for case .stored(let path, _) in part.files.map(\.content) {
            try await fillCopy(of: (path as NSString).lastPathComponent)
        }
        return part
    }
}

/// A person's data export, one step for each kind of data.
private struct Export {
    /// The most items in one file of the archive, which is never in memory as a whole.
    private static let page = 200

    let account: Account
    let files: AttachmentFiles
    let now: Date
    let db: SQLConnection

    init(account: Account, files: AttachmentFiles, now: Date, _ db: SQLConnection) {
        (self.account, self.files, self.now, self.db) = (account, files, now, db)
    }

    var steps: [(ExportCursor) throws -> ExportPart] {
        [
            person, events, replies, attachments, tasks, studyRecords, plans, planReplies, personalEvents, calendarObjects,
        ]
    }

    /// The small lists, one file each.
    private func person(_: ExportCursor) throws -> ExportPart {
        let id = account.id
        let timetables = try TimetableRow.all("g.account_id = ? ORDER BY g.created_at, g.id", [id], db)
        return ExportPart(
            files: [
                try json("account", account), try json("enrollments", EnrollmentRow.all(of: id, db)),
                try json("join-requests", JoinRequestRow.all(of: id, db)),
                try json("invitations", InvitationRow.all(madeBy: id, db)), try json("rosters", RosterRow.all(of: id, db)),
                try json("platforms", PlatformPersonRow.all(of: id, db)),
                try json("preferences", PreferencesRow.find(of: id, db)),
                try json("mail", MailSettingsRow.find(of: id, db)),
                try json("ntfy", NtfyTopicRow.find(of: id, db)?.topic),
                try json("webhooks", WebhookRow.all(of: id, db).map { $0.shown(at: now) }),
                try json("push-devices", PushDeviceRow.all(of: id, db).map(\.device)),
                try json("schedules", timetables),
                try json("seat-watches", SeatWatchRow.all(of: id, db)), try json("marks", EventMarkRow.all(of: id, db)),
                try json("notifications", NotificationRow.all(of: id, db)), try json("sessions", sessions()),
                try json("reports", reports()),
                try json("study-settings", StudySettingsRow.settings(of: id, at: now, db)),
                try json("record", RecordRow.find(of: id, db) ?? .empty),
                try json("app-passwords", AppPasswordRow.all(of: id, db)), try json("tokens", ApiTokenRow.all(of: id, db)),
                try json("second-factors", SecondFactorRow.all(of: id, db).map(\.factor)),
                try json("sign-on", SignOnRow.all(of: id, db)),
                try json("calendar-feeds", CalendarFeedRow.all(of: id, db)), try json("calendars", calendars()),
                try json("calendar-imports", imports()),
            ], next: nil)
    }

    /// The person's calendars, as they and their programs set them.
    private func calendars() throws -> [OwnCalendar] {
        try CalendarRow.all(of: account.id, withProperties: true, db).map {
            OwnCalendar(id: $0.id, displayName: $0.displayName, properties: $0.properties)
        }
    }

    private struct OwnCalendar: Encodable {
        var id: String
        var displayName: String?
        var properties: [String: String]
    }

    private func imports() throws -> [OwnImport] {
        let addresses: [(id: CalendarImport.ID, url: String?)] = try db.decoded(
            "SELECT id, url FROM calendar_import WHERE account_id = ?", [account.id]
        ) { ($0[0], $0[1]) }
        let urls = Dictionary(addresses.map { ($0.id, $0.url) }) { first, _ in first }
        return try CalendarImportRow.all(of: account.id, db).map { OwnImport(import: $0, url: urls[$0.id] ?? nil) }
    }

    /// Only the person may read the address, which is a secret.
    private struct OwnImport: Encodable {
        var `import`: CalendarImport
        var url: String?
    }

    /// The reports that the person sent to staff.
    private func reports() throws -> [OwnReport] {
        try db.all("SELECT * FROM report WHERE reporter_id = ? ORDER BY created_at, id", account.id).map { row in
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
        try db.all("SELECT * FROM session WHERE account_id = ? ORDER BY created_at, id", account.id).map { row in
            Session(
                id: row["id"], device: row["device"], createdAt: row.date("created_at"), lastUsedAt: row.date("last_used_at"),
                current: false)
        }
    }

    /// The person's posts, including anonymous ones and those that staff removed, but not those that the person deleted.
    private func events(_ cursor: ExportCursor) throws -> ExportPart {
        let sql = """
            \(EventRow.select)
            WHERE e.author_id = ? AND e.id > ? AND (e.deleted_at IS NULL OR e.deleted_by <> e.author_id) ORDER BY e.id LIMIT ?
            """
        return try page("events", sql, [account.id], cursor) { row in
            var event = try EventRow.decodeStored(row, db).seen(byInsider: true)
            // The newest reply may be by another person.
            event.latestText = event.title.prefix(codePoints: TextLimit.latestText)
            return event
        }
    }

    private func replies(_ cursor: ExportCursor) throws -> ExportPart {
        let sql = """
            \(ReplyRow.select)
            WHERE r.author_id = ? AND r.id > ? AND (r.deleted_at IS NULL OR r.deleted_by <> r.author_id) ORDER BY r.id LIMIT ?
            """
        return try page("replies", sql, [account.id], cursor) { try ReplyRow.decodeStored($0).seen(byInsider: true) }
    }

    private func tasks(_ cursor: ExportCursor) throws -> ExportPart {
        let sql = "\(TaskRow.select) WHERE t.account_id = ? AND t.id > ? ORDER BY t.id LIMIT ?"
        return try page("tasks", sql, [account.id], cursor) { try TaskRow.decode($0, db) }
    }

    private func personalEvents(_ cursor: ExportCursor) throws -> ExportPart {
        var (found, budget): ([PersonalEvent], PageBudget) = ([], PageBudget())
        try PersonalEventRow.each(of: account.id, after: cursor.after, limit: Self.page, db) { event in
            guard budget.takes(event.size) else { return false }
            found.append(event)
            return true
        }
        return try page("personal-events", found, last: found.last?.id.description, cursor)
    }

    /// What programs sent to the person's calendars, one file each.
    private func calendarObjects(_ cursor: ExportCursor) throws -> ExportPart {
        var (files, budget, last): ([ExportFile], PageBudget, String?) = ([], PageBudget(), nil)
        try db.rows(
            """
            SELECT item, calendar, modified_at, data FROM calendar_object
            WHERE account_id = ? AND item > ? AND data IS NOT NULL AND substr(calendar, 1, 7) <> 'import-' ORDER BY item LIMIT ?
            """, [account.id, cursor.after, Self.page]
        ) { row in
            let (item, calendar, data): (String, String, [UInt8]) = (row[0], row[1], row[3])
            guard budget.takes(data.count) else { return false }
            func part(_ text: String) -> String { text.escaping { $0 == "/" ? "-" : nil } }
            files.append(
                ExportFile(
                    name: "calendars/\(part(calendar))/\(part(item)).ics", content: .bytes(data),
                    modified: row.date("modified_at")))
            last = item
            return true
        }
        let next = last.map { ExportCursor(step: cursor.step, after: $0, part: cursor.part + 1) }
        return ExportPart(files: files, next: next)
    }

    private func plans(_ cursor: ExportCursor) throws -> ExportPart {
        let sql = """
            \(DegreePlanRow.select) WHERE p.account_id = ? AND p.id > ? AND p.deleted_at IS NULL ORDER BY p.id LIMIT ?
            """
        return try page("plans", sql, [account.id], cursor, DegreePlanRow.decode)
    }

    /// The comments on the person's plans, and the person's own on others' plans.
    private func planReplies(_ cursor: ExportCursor) throws -> ExportPart {
        let sql = """
            \(PlanReplyRow.select)
            WHERE r.id IN (
                SELECT id FROM plan_reply WHERE author_id = ?
                UNION SELECT x.id FROM plan_reply x JOIN degree_plan p ON p.id = x.plan_id WHERE p.account_id = ?)
                AND r.id > ? AND r.deleted_at IS NULL
            ORDER BY r.id LIMIT ?
            """
        return try page("plan-replies", sql, [account.id, account.id], cursor, PlanReplyRow.decode)
    }

    /// The times that the person studied.
    private func studyRecords(_ cursor: ExportCursor) throws -> ExportPart {
        let found = try db.all(
            "SELECT * FROM study_record WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?", account.id, cursor.after,
            Self.page
        ).map { row in
            OwnRecord(
                id: row["id"], task: row["task_id"], course: row["course_id"], title: row["title"],
                start: row.date("started_at"), minutes: row["minutes"])
        }
        return try page("study-records", found, last: found.last?.id, cursor)
    }

    private struct OwnRecord: Encodable {
        var id: String
        var task: StudyTask.ID?
        var course: Course.ID?
        var title: String
        var start: Date
        var minutes: Int
    }

    /// A list of files, then the files themselves.
    private func attachments(_ cursor: ExportCursor) throws -> ExportPart {
        let found = try db.all(
            "SELECT * FROM attachment WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?", account.id, cursor.after, Self.page
        ).map { ($0.date("created_at"), AttachmentRow.decode($0)) }
        var part = try page("attachments", found.map(\.1), last: found.last?.1.id.description, cursor)
        part.files += found.map { made, file in
            ExportFile(
                name: "attachments/\(file.id)/\(file.name)",
                content: .stored(path: files.path(of: file.sha256), size: file.size), modified: made)
        }
        return part
    }

    /// One file of a kind, with the rows that fit.
    /// - Parameters: `sql`: takes `values`, then the id after which the page begins, and how many to find.
    private func page<Item: Encodable & Identifiable & Sized>(
        _ name: String, _ sql: String, _ values: [SQLParameter], _ cursor: ExportCursor, _ decode: (Row) throws -> Item
    ) throws -> ExportPart where Item.ID: CustomStringConvertible {
        var (found, budget): ([Item], PageBudget) = ([], PageBudget())
        try db.rows(sql, values + [cursor.after, Self.page]) { row in
            let item = try decode(row)
            guard budget.takes(item.size) else { return false }
            found.append(item)
            return true
        }
        return try page(name, found, last: found.last?.id.description, cursor)
    }

    /// One file of a kind. An empty page ends the kind.
    private func page(_ name: String, _ items: [some Encodable], last: String?, _ cursor: ExportCursor) throws -> ExportPart {
        guard !items.isEmpty, let last else { return ExportPart(files: [], next: nil) }
        let file = try json("\(name)-\(cursor.part + 1)", items)
        let next = ExportCursor(step: cursor.step, after: last, part: cursor.part + 1)
        return ExportPart(files: [file], next: next)
    }

    private func json(_ name: String, _ value: some Encodable) throws -> ExportFile {
        ExportFile(name: name + ".json", content: .bytes(try JSONCoding.bytes(value)), modified: now)
    }
}
