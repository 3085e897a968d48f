import NoteItCore

/// A subject that changed, with its position in the log.
struct LogItem {
    var position: LogPosition
    /// The row by which it changed.
    var row: LogRow
    var type: ChangeType
    var subject: String
    /// The person to whom the subject belongs; nil if it is shared.
    var owner: Account.ID?
    /// Whether no reader lost sight of the subject.
    var isRefresh = false
    /// Whether it concerns only those who see the name of an anonymous author.
    var isForInsiders = false

    /// A page for one reader has one item for each key.
    var key: LogEntry.Key { LogEntry.Key(type: type, subject: subject, owner: owner) }
}

/// The items that follow from a row of the log, made when the row is read: the thread of an event whose audience changed, all
/// posts of a person who has a new name, the comments on a degree plan that a person gained or lost, a course that a person joined
/// or left. So a small request writes few rows in a course of any size.
///
/// Items come in the order of their keys, so that a page may end within a row. They show the present state. A change between two
/// pages has a later row of its own.
struct LogExpansion {
    let row: LogRow
    /// Nil for everyone. What concerns one person alone is then left to that person's own reading.
    let reader: Interest?
    /// The key of the last item that was read before; nil if none was.
    let after: String?
    let room: Int
    let db: SQLConnection
    /// What is made from the present state is compared with the time of the row.
    let second: LogSecond
    private(set) var items: [LogItem] = []

    /// - Parameter room: at least 1.
    init(of row: LogRow, for reader: Interest?, after: String?, room: Int, _ db: SQLConnection) throws {
        (self.row, self.reader, self.after, self.room, self.db) = (row, reader, after, room, db)
        second = try row.change.moves || row.follows ? LogSecond(of: row, db) : LogSecond()
        if row.change.moves {
            try reader.map { try expandScope($0) } ?? addRow()
        } else if row.follows {
            switch row.type {
            case .account: try row.course == nil ? expandName() : addPosts(in: row.course)
            case .degreePlan, .planReply: try expandPlan(of: stored(row.owner))
            case .personalEvent: try expandRemoved(of: stored(row.owner))
            default: try expandThread()
            }
        } else {
            addRow()
        }
    }

    /// Whether the row has no further items.
    var isComplete: Bool { items.last.map { $0.position.key == nil } ?? true || items.count < room }

    var left: Int { room - items.count }

    private mutating func addRow() {
        items.append(
            LogItem(
                position: LogPosition(row.offset), row: row, type: row.type, subject: row.subject,
                owner: row.type.isPersonal || row.change.moves ? reader?.account ?? row.owner : nil))
    }

    mutating func add(
        _ key: String, _ type: ChangeType, _ subject: String, of owner: Account.ID? = nil, isRefresh: Bool = false,
        isForInsiders: Bool = false
    ) {
        guard left > 0, after.map({ $0.utf8.lexicographicallyPrecedes(key.utf8) }) ?? true else { return }
        items.append(
            LogItem(
                position: LogPosition(row.offset - 1, key: key), row: row, type: type, subject: subject, owner: owner,
                isRefresh: isRefresh, isForInsiders: isForInsiders))
    }

    /// The rest of the resume key after the stage letter: nil if the stage is over, empty if it has not begun.
    func start(_ stage: Character) -> String? {
        guard let after, let first = after.first, first >= stage else { return "" }
        return first == stage ? String(after.dropFirst()) : nil
    }

    static func hex(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(8 - digits.count, 0)) + digits
    }

    /// A key has at most 64 characters.
    static func hex(_ account: Account.ID) -> String {
        account.description.replacing("-", with: "").prefix(26).lowercased()
    }

    static func number(_ digits: some StringProtocol) -> Int { Int(digits, radix: 16) ?? 0 }
}

/// An event's thread.
extension LogExpansion {
    private mutating func expandThread() throws {
        // A deleted event comes after its thread.
        if !row.after.isEmpty { add("a", row.type, row.subject) }
        guard row.type == .event, let event = Event.ID(row.subject) else {
            return try addNotifications(where: "reply_id", row.subject)
        }
        if let start = start("b") {
            try addThread(of: event, prefix: "b", after: Self.number(start.prefix(8)))
        }
        try addNotifications(where: "event_id", row.subject)
        try addBroadcasts(where: "event_id", row.subject)
        if row.after.isEmpty { add("e", row.type, row.subject) }
    }

    /// The replies that existed when the row was written, and their removals.
    /// - Parameter number: the number of the first reply to read.
    mutating func addThread(of event: Event.ID, prefix: String, after number: Int = 0) throws {
        let (made, deleted) = (try jsonArray(second.made.sorted()), try jsonArray(second.deleted.sorted()))
        let wasThere = """
            (r.deleted_at IS NULL OR r.deleted_at > ?
                OR r.deleted_at = ? AND r.id IN (SELECT value FROM json_each(?)))
            """
        let replies: [(id: String, number: Int, wasThere: Bool, isRemoved: Bool)] = try db.decoded(
            """
            SELECT r.id, r.number, \(wasThere), x.reply_id IS NOT NULL OR \(Self.isRestored("r.id"))
            FROM reply r LEFT JOIN removal x ON x.event_id = r.event_id AND COALESCE(x.reply_id, '') = r.id
            WHERE r.event_id = ? AND r.number >= ? AND r.created_at <= ?
                AND (r.created_at < ? OR r.id NOT IN (SELECT value FROM json_each(?)))
                AND (\(wasThere) OR x.reply_id IS NOT NULL)
            ORDER BY r.number LIMIT ?
            """,
            [
                row.writtenAt, row.writtenAt, deleted, row.offset, event, number, row.writtenAt, row.writtenAt, made,
                row.writtenAt, row.writtenAt, deleted, left + 1,
            ]
        ) { ($0[0], $0[1], $0[2], $0[3]) }
        for reply in replies {
            let key = prefix + Self.hex(reply.number)
            if reply.wasThere { add(key + "0", .reply, reply.id) }
            if reply.isRemoved { add(key + "1", .removal, reply.id) }
        }
    }

    /// Whether a later row restored the subject, as SQL: until then readers saw its removal. Takes the offset of this row.
    static func isRestored(_ subject: String) -> String {
        """
        EXISTS (SELECT 1 FROM log l
            WHERE l.subject = \(subject) AND l.type = 'removal' AND l."offset" > ? AND l.before IS NOT NULL)
        """
    }

    /// The notifications about a course, an event, a reply, a degree plan or a comment on it.
    /// - Parameter owner: the person whose notifications they are; nil for the reader's, or for everyone's.
    mutating func addNotifications(where column: String, _ subject: String, of owner: Account.ID? = nil) throws {
        guard let start = start("c") else { return }
        let owner = owner ?? reader?.account
        let mine = owner == nil ? "" : "AND account_id = ?"
        let found: [(id: String, account: Account.ID)] = try db.decoded(
            "SELECT id, account_id FROM notification WHERE \(column) = ? \(mine) AND id > ? ORDER BY id LIMIT ?",
            owner.map { [subject, $0, start, left] } ?? [subject, start, left]
        ) { ($0[0], $0[1]) }
        for (id, account) in found { add("c" + id, .notification, id, of: account) }
    }

    /// A person who joins a course gets only the broadcasts that are in their inbox.
    private func isNews(_ broadcast: InboxNotification.ID) throws -> Bool {
        guard row.change == .scopeGranted, let reader else { return true }
        return try BroadcastRow.find(broadcast, of: reader.account, db) != nil
    }

    mutating func addBroadcasts(where column: String, _ subject: String) throws {
        guard let start = start("d") else { return }
        var last = String(start.prefix(36))
        // The page may have ended between two people who have the same broadcast.
        if let begun = InboxNotification.ID(last) { try addBroadcast(begun) }
        while left > 0 {
            let found: [InboxNotification.ID] = try db.column(
                #"SELECT id FROM broadcast WHERE \#(column) = ? AND id > ? AND "offset" < ? ORDER BY id LIMIT 200"#, subject,
                last, row.offset)
            for broadcast in found where left > 0 { try addBroadcast(broadcast) }
            guard let end = found.last, found.count == 200 else { return }
            last = end.description
        }
    }

    /// In a reading for everyone, a broadcast also comes for the people with a receipt of it.
    private mutating func addBroadcast(_ broadcast: InboxNotification.ID) throws {
        guard try isNews(broadcast) else { return }
        let id = broadcast.description
        add("d" + id, .notification, id, of: reader?.account)
        let readers = try reader == nil ? BroadcastRow.readers(of: broadcast, db) : []
        for account in readers { add("d\(id)-\(Self.hex(account))", .notification, id, of: account) }
    }
}

/// All posts of a person, with a new name, or with a new role in a course.
extension LogExpansion {
    private mutating func expandName() throws {
        guard let account = Account.ID(row.subject) else { return }
        if reader == nil || reader?.account == account { add("a", .account, row.subject, of: account) }
        try addPosts()
        try addPlans(naming: account)
    }

    /// - Parameter course: nil for all.
    private mutating func addPosts(in course: Course.ID? = nil) throws {
        let here = course == nil ? "" : "AND course_id = ?"
        let there = course == nil ? "" : "AND event_id IN (SELECT e.id FROM event e WHERE e.course_id = ?)"
        try addPosts("b", .event, "SELECT id, id, alias IS NOT NULL FROM event WHERE author_id = ? \(here)", in: course)
        try addPosts("c", .reply, "SELECT id, event_id, alias IS NOT NULL FROM reply WHERE author_id = ? \(there)", in: course)
    }

    /// - Parameter select: takes the author, and `course` if it is given.
    private mutating func addPosts(
        _ stage: Character, _ type: ChangeType, _ select: String, in course: Course.ID?
    ) throws {
        guard var start = start(stage) else { return }
        while left > 0 {
            let found: [(id: String, event: Event.ID, isAnonymous: Bool)] = try db.decoded(
                "\(select) AND id > ? AND deleted_at IS NULL ORDER BY id LIMIT 200",
                course.map { [row.subject, $0, start] } ?? [row.subject, start]
            ) { ($0[0], $0[1], $0[2]) }
            for (id, event, isAnonymous) in found where try reader?.knows(event, byName: isAnonymous, db) ?? true {
                add("\(stage)\(id)", type, id, isRefresh: true, isForInsiders: isAnonymous)
            }
            guard let last = found.last, found.count == 200 else { return }
            start = last.id
        }
    }
}

extension Interest {
    /// Whether the reader sees an event, and, if asked, the names of its anonymous authors.
    fileprivate func knows(_ event: Event.ID, byName: Bool, _ db: SQLConnection) throws -> Bool {
        guard let shape = try EventShape.find(event, db), shape.deletedAt == nil else { return false }
        return sees(shape.audience) && (!byName || isInsider(of: shape.audience))
    }
}
