import NoteItCore

/// The people whom texts about an event mention: those who may see the event, by handle, or by the beginning of a handle that no
/// other reader of the event shares. So `@ada` is Ada Lovelace in a course with one Ada.
struct MentionedPeople {
    private(set) var people: Set<Account.ID> = []
    /// The names after an `@` that are of nobody who may see the event, or of several. In order.
    private(set) var unknown: [String] = []

    /// O(n log n) for n people whose handles begin so.
    init(in texts: [String], of event: StoredEvent, _ db: SQLConnection) throws {
        let names = texts.reduce(into: Set<String>()) { $0.formUnion(Mention.handles(in: $1)) }
        guard !names.isEmpty else { return }
        let exact = try Self.readers(
            "SELECT id, handle FROM account WHERE handle IN (SELECT value FROM json_each(?))", [try jsonArray(names.sorted())],
            of: event, db)
        people = Set(exact.map(\.id))
        for name in names.subtracting(exact.map(\.handle)).sorted() {
            let begun = try Self.readers(
                """
                SELECT a.id, a.handle FROM account a WHERE a.handle > ? AND a.handle < ?
                    AND EXISTS (SELECT 1 FROM enrollment n WHERE n.account_id = a.id AND n.course_id = ?)
                """, [name, name + "{", event.course], of: event, db
            ).filter { Mention.isBeginning(name, of: $0.handle) }
            if begun.count == 1 { people.insert(begun[0].id) } else { unknown.append(name) }
        }
    }

    /// Nil if there are none.
    static func unknown(in texts: [String], of event: StoredEvent, _ db: SQLConnection) throws -> [String]? {
        let unknown = try MentionedPeople(in: texts, of: event, db).unknown
        return unknown.isEmpty ? nil : unknown
    }

    /// Those of the accounts that a query finds who may see the event.
    private static func readers(
        _ sql: String, _ values: [SQLParameter], of event: StoredEvent, _ db: SQLConnection
    ) throws -> [(id: Account.ID, handle: String)] {
        let found: [(id: Account.ID, handle: String)] = try db.decoded(sql, values) { ($0[0], $0[1]) }
        let readers = try Recipients.of(event, among: Set(found.map(\.id)), db)
        return found.filter { readers.contains($0.id) }
    }
}

extension Event {
    /// The answer to its author's write. An event that is published later is for those who see it then.
    func namingUnknown(in stored: StoredEvent, _ db: SQLConnection) throws -> Event {
        var (event, shown) = (self, stored)
        shown.event.visibility = stored.event.publication?.visibility ?? stored.event.visibility
        event.unknownMentions = try MentionedPeople.unknown(in: [title, body], of: shown, db)
        return event
    }
}

extension Reply {
    /// The answer to its author's write.
    func namingUnknown(in thread: StoredEvent, _ db: SQLConnection) throws -> Reply {
        var reply = self
        reply.unknownMentions = try MentionedPeople.unknown(in: [body], of: thread, db)
        return reply
    }
}
