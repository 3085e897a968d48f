import GRDB
import NoteItCore

import struct NoteItCore.Notification

/// A subject that a reader of the log is to look at, and where in the log that is said.
struct LogItem {
    var position: LogPosition
    var type: ChangeType
    var subject: String
    /// Whose it is, if it is one person's.
    var owner: Account.ID?
    /// Who hears of it.
    var heard: [Topic]
    /// The topics of its row.
    var rowTopics: [Topic]
    /// The row itself, where it says who joined or left what.
    var scope: LogRow?
    /// Whether nobody lost sight of it.
    var isRefresh = false
    /// Whether the news concerns only those who see the name behind an alias: it stands for no other news of the subject.
    var isForInsiders = false

    /// What stands once in a page.
    struct Key: Hashable {
        var type: ChangeType
        var subject: String
        var owner: Account.ID?
        var isForInsiders: Bool
    }

    /// Under which the same stands for many.
    var shared: Key { Key(type: type, subject: subject, owner: nil, isForInsiders: false) }

    var key: Key { Key(type: type, subject: subject, owner: owner, isForInsiders: isForInsiders) }
}

/// What follows from a row of the log, made when it is read: the thread of an event whose audience changed, all that bears a
/// name, a course that somebody joined or left. So a small request writes few rows, however large the course.
///
/// Items come in the order of their keys, so a page may end within a row. They are read as things are now. What changes
/// between two pages has a row of its own, which comes later.
struct LogExpansion {
    let row: LogRow
    /// Nil: for everyone. Then what concerns one person alone is left to their own reading.
    let reader: Interest?
    /// The items of the row up to this key were read.
    let after: String?
    let room: Int
    let db: Database
    private(set) var items: [LogItem] = []

    /// - Parameter room: at least 1.
    init(of row: LogRow, for reader: Interest?, after: String?, room: Int, _ db: Database) throws {
        (self.row, self.reader, self.after, self.room, self.db) = (row, reader, after, room, db)
        if row.change.moves {
            try reader.map { try expandScope($0) } ?? addRow()
        } else if row.follows {
            if row.type == .account { try expandName() } else { try expandThread() }
        } else {
            addRow()
        }
    }

    /// Whether there is nothing more of the row.
    var isComplete: Bool { items.last.map { $0.position.key == nil } ?? true || items.count < room }

    private var left: Int { room - items.count }

    private mutating func addRow() {
        items.append(
            LogItem(
                position: LogPosition(row.offset), type: row.type, subject: row.subject,
                owner: row.type.isPersonal ? reader?.account ?? row.owner : nil, heard: row.heard,
                rowTopics: row.heard, scope: row.change == .changed ? nil : row))
    }

    private mutating func add(
        _ key: String, _ type: ChangeType, _ subject: String, of owner: Account.ID? = nil, scope: LogRow? = nil,
        isRefresh: Bool = false, isForInsiders: Bool = false
    ) {
        let isForInsiders = isForInsiders && reader == nil
        guard left > 0, after.map({ $0.utf8.lexicographicallyPrecedes(key.utf8) }) ?? true else { return }
        items.append(
            LogItem(
                position: LogPosition(row.offset - 1, key: key), type: type, subject: subject, owner: owner,
                heard: owner.map { [.account($0)] } ?? row.heard, rowTopics: row.heard, scope: scope, isRefresh: isRefresh,
                isForInsiders: isForInsiders))
    }

    /// What stands behind a stage's letter in the key to go on from: nil if the stage is over, empty if it has not begun.
    private func start(_ stage: Character) -> String? {
        guard let after, let first = after.first, first >= stage else { return "" }
        return first == stage ? String(after.dropFirst()) : nil
    }

    private static func hex(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(8 - digits.count, 0)) + digits
    }

    /// A key has at most 64 characters.
    private static func hex(_ account: Account.ID) -> String {
        account.description.replacing("-", with: "").prefix(26).lowercased()
    }

    private static func number(_ digits: some StringProtocol) -> Int { Int(digits, radix: 16) ?? 0 }
}

/// An event's thread.
extension LogExpansion {
    private mutating func expandThread() throws {
        // What is gone goes after its thread.
        if !row.after.isEmpty { add("a", row.type, row.subject) }
        guard row.type == .event, let event = Event.ID(row.subject) else { return try addNotifications(where: "reply_id") }
        if let start = start("b") {
            try addThread(of: event, prefix: "b", after: Self.number(start.prefix(8)))
        }
        try addNotifications(where: "event_id")
        try addBroadcasts(where: "event_id", row.subject)
        if row.after.isEmpty { add("e", row.type, row.subject) }
    }

    /// Replies that were there when the row was written, and what staff removed of them.
    /// - Parameter after: number of a reply: those before it were read.
    private mutating func addThread(of event: Event.ID, prefix: String, after number: Int = 0) throws {
        let replies: [(id: String, number: Int, wasThere: Bool, isRemoved: Bool)] = try db.decoded(
            """
            SELECT r.id, r.number, r.deleted_at IS NULL OR r.deleted_at >= ?, x.reply_id IS NOT NULL OR \(Self.isRestored("r.id"))
            FROM reply r LEFT JOIN removal x ON x.event_id = r.event_id AND COALESCE(x.reply_id, '') = r.id
            WHERE r.event_id = ? AND r.number >= ? AND r.created_at <= ?
                AND (r.deleted_at IS NULL OR r.deleted_at >= ? OR x.reply_id IS NOT NULL)
            ORDER BY r.number LIMIT ?
            """, [row.writtenAt, row.offset, event, number, row.writtenAt, row.writtenAt, left + 1]
        ) { ($0[0], $0[1], $0[2], $0[3]) }
        for reply in replies {
            let key = prefix + Self.hex(reply.number)
            if reply.wasThere { add(key + "0", .reply, reply.id) }
            if reply.isRemoved { add(key + "1", .removal, reply.id) }
        }
    }

    /// Whether it was brought back by a later row, as SQL: until then its removal was seen. Takes the offset of this row.
    private static func isRestored(_ subject: String) -> String {
        """
        EXISTS (SELECT 1 FROM log l
            WHERE l.subject = \(subject) AND l.type = 'removal' AND l."offset" > ? AND l.before IS NOT NULL)
        """
    }

    /// What inboxes have about an event or a reply.
    private mutating func addNotifications(where column: String) throws {
        guard let start = start("c") else { return }
        let found: [(id: String, account: Account.ID)] = try db.decoded(
            """
            SELECT id, account_id FROM notification WHERE \(column) = ? AND id > ? AND (CAST(? AS TEXT) IS NULL OR account_id = ?)
            ORDER BY id LIMIT ?
            """, [row.subject, start, reader?.account, reader?.account, left]
        ) { ($0[0], $0[1]) }
        for (id, account) in found { add("c" + id, .notification, id, of: account) }
    }

    /// Whoever joins was not told what was told before, nor lost sight of it.
    private func isNews(_ broadcast: Notification.ID) throws -> Bool {
        guard row.change == .scopeGranted, let reader else { return true }
        return try BroadcastRow.find(broadcast, of: reader.account, db) != nil
    }

    /// What was told to many at once, and then, for everyone, what one of them has of it for themselves.
    private mutating func addBroadcasts(where column: String, _ subject: String) throws {
        guard let start = start("d") else { return }
        let found: [Notification.ID] = try db.column(
            #"SELECT id FROM broadcast WHERE \#(column) = ? AND id >= ? AND "offset" < ? ORDER BY id LIMIT ?"#, subject,
            String(start.prefix(36)), row.offset, left + 1)
        for broadcast in found where try left > 0 && isNews(broadcast) {
            let id = broadcast.description
            add("d" + id, .notification, id, of: reader?.account)
            let readers = try reader == nil ? BroadcastRow.readers(of: broadcast, db) : []
            for account in readers { add("d\(id)-\(Self.hex(account))", .notification, id, of: account) }
        }
    }
}

/// All that bears a person's name.
extension LogExpansion {
    private mutating func expandName() throws {
        let account = Account.ID(row.subject)
        if reader == nil || reader?.account == account { add("a", .account, row.subject, of: account) }
        try addWritings("b", .event, "SELECT id, id, alias IS NOT NULL FROM event")
        try addWritings("c", .reply, "SELECT id, event_id, alias IS NOT NULL FROM reply")
    }

    private mutating func addWritings(_ stage: Character, _ type: ChangeType, _ select: String) throws {
        guard var start = start(stage) else { return }
        while left > 0 {
            let found: [(id: String, event: Event.ID, isAnonymous: Bool)] = try db.decoded(
                "\(select) WHERE author_id = ? AND id > ? AND deleted_at IS NULL ORDER BY id LIMIT 200", [row.subject, start]
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
    /// Whether the reader sees an event, and, where that is asked, the names behind aliases.
    fileprivate func knows(_ event: Event.ID, byName: Bool, _ db: Database) throws -> Bool {
        guard let shape = try EventShape.find(event, db), shape.deletedAt == nil else { return false }
        return sees(shape.audience) && (!byName || isInsider(of: shape.audience))
    }
}

/// A course that the reader joined or left, or a place in it.
extension LogExpansion {
    private mutating func expandScope(_ reader: Interest) throws {
        let course = try stored(row.course)
        add("a0", .none, row.subject, scope: row)
        add("a1", .enrollment, row.subject, of: reader.account)
        // Topics that are held by an older place too are no news, and hide nothing. A client that drops what a place let it see
        // knows places by their scope: of a section's staff who is its student too, it drops both.
        let place = reader.places.first { (row.change == .scopeGranted ? $0.grantedAt : $0.revokedAt) == row.offset }
        let older = reader.places.filter { $0.revokedAt == nil && $0.grantedAt < row.offset }
        let dropped = row.change == .scopeGranted ? [] : older.filter { $0.enrollment.scope == row.subject }
        let kept = older.filter { !dropped.contains($0) }
        let news = Set(((place.map { [$0] } ?? []) + dropped).flatMap(\.topics)).subtracting(kept.flatMap(\.topics))
        if news.contains(.course(course)) { add("a2", .course, course) }
        guard !news.isEmpty else { return }
        try addEvents(of: course, touching: news, for: reader)
        if let start = start("c") {
            let notifications: [String] = try db.column(
                "SELECT id FROM notification WHERE account_id = ? AND course_id = ? AND id > ? ORDER BY id LIMIT ?",
                reader.account, course, start, left)
            for id in notifications { add("c" + id, .notification, id, of: reader.account) }
        }
        try addBroadcasts(where: "course_id", course)
    }

    /// Events whose readers or insiders hold one of `news`, now or when the row was written, with their threads.
    private mutating func addEvents(of course: Course.ID, touching news: Set<Topic>, for reader: Interest) throws {
        guard let start = start("b") else { return }
        var (number, reply) = (Self.number(start.prefix(8)), Self.number(start.dropFirst(8).prefix(8)))
        while left > 0 {
            let events = try EventShape.all(of: course, from: number, limit: 200, db)
            for event in events where left > 0 {
                if try concerns(event, news, reader) {
                    let key = "b" + Self.hex(event.number)
                    if wasThere(event) { add(key + Self.hex(0) + "0", .event, event.id.description) }
                    if try event.isRemoved || isRestored(event.id) {
                        add(key + Self.hex(0) + "1", .removal, event.id.description)
                    }
                    try addThread(of: event.id, prefix: key, after: event.number == number ? reply : 0)
                }
            }
            guard let last = events.last, events.count == 200 else { return }
            (number, reply) = (last.number + 1, 0)
        }
    }

    private func isRestored(_ event: Event.ID) throws -> Bool {
        row.change == .scopeRevoked ? try db.value("SELECT \(Self.isRestored("?"))", event, row.offset) ?? false : false
    }

    private func wasThere(_ event: EventShape) -> Bool { event.deletedAt.map { $0 >= row.writtenAt } ?? true }

    private func concerns(_ event: EventShape, _ news: Set<Topic>, _ reader: Interest) throws -> Bool {
        guard event.createdAt <= row.writtenAt else { return false }
        // A client need not know which events are its reader's own, under an alias, to keep them.
        let isOwn = event.author == reader.account && (row.change == .scopeRevoked || news.contains(.course(event.course)))
        guard event.isRemoved || wasThere(event) else { return false }
        if reader.sees(event.audience) {
            return isOwn || (event.audience.topics + event.audience.insiders).contains(where: news.contains)
        }
        guard row.change == .scopeRevoked else { return false }
        let audience = try LogRow.audience(of: event.id, after: row.offset, db) ?? event.audience.topics
        return audience.contains { news.contains($0) || (isOwn && $0 == .account(reader.account)) }
    }
}
