import Foundation
import NoteItCore

/// What documents are made from. Each answer of the database is waited for, so the events and replies of several are read together.
struct SearchSources {
    fileprivate let events: [Event.ID: StoredEvent]
    fileprivate let replies: [Reply.ID: StoredReply]

    init(of subjects: [(subject: String, type: ChangeType)], _ db: SQLConnection) throws {
        let (events, replies) = (subjects.filter { $0.type == .event }, subjects.filter { $0.type != .event })
        self.replies = try ReplyRow.find(Set(replies.compactMap { Reply.ID($0.subject) }), db)
        let threads = self.replies.values.map(\.reply.event)
        self.events = try EventRow.find(Set(events.compactMap { Event.ID($0.subject) } + threads), db)
    }
}

/// The index entry of an event or a reply.
struct SearchDocument {
    /// Newest first: see `SearchIndex`.
    let number: Int64
    let subject: String
    /// The stored content; nil if it is gone.
    let content: (event: Event.ID, rev: Int, texts: TextIndex.Texts)?
    /// Whether the index has it, possibly an old revision.
    private let isKnown: Bool

    /// - Parameter sources: have the subject, unless it is gone.
    init(of subject: String, type: ChangeType, in sources: SearchSources, _ db: SearchConnection) throws {
        let known: Int64? = try db.index.value("SELECT id FROM search_document WHERE subject = ?", subject)
        let (created, content) = type == .event ? Self.event(subject, sources) : Self.reply(subject, sources)
        self.subject = subject
        self.content = content
        isKnown = known != nil
        number = known ?? -(created.seconds << 20 | Int64.random(in: 0..<1 << 20))
    }

    private typealias Found = (created: Date, content: (event: Event.ID, rev: Int, texts: TextIndex.Texts)?)

    private static func event(_ subject: String, _ sources: SearchSources) -> Found {
        guard let id = Event.ID(subject), let stored = sources.events[id] else { return (.distantPast, nil) }
        return (stored.event.createdAt, (id, stored.event.rev, texts(of: stored)))
    }

    private static func reply(_ subject: String, _ sources: SearchSources) -> Found {
        guard let id = Reply.ID(subject), let stored = sources.replies[id], let event = sources.events[stored.reply.event]
        else { return (.distantPast, nil) }
        return (stored.reply.createdAt, (stored.reply.event, stored.reply.rev, texts(of: stored, in: event)))
    }

    static func texts(of stored: StoredEvent) -> TextIndex.Texts {
        let event = stored.event
        var facets = facets(of: stored, writer: stored.author, anonymous: event.anonymous, attachments: event.attachments)
        facets += SearchAudience.all(of: stored).flatMap { [.audience($0, of: .events), .audience($0, of: .kind(event.kind))] }
        facets += [.kind(event.kind)] + event.tags.map(SearchFacet.tag)
        if event.isOpen { facets.append(.open) }
        return TextIndex.Texts(
            title: event.title.separatedForIndex, body: event.body.separatedForIndex,
            tags: event.tags.joined(separator: " ").separatedForIndex, files: event.attachments.names.namesForIndex,
            facets: words(facets))
    }

    static func texts(of stored: StoredReply, in event: StoredEvent) -> TextIndex.Texts {
        let reply = stored.reply
        let facets = facets(of: event, writer: stored.author, anonymous: reply.anonymous, attachments: reply.attachments)
        return TextIndex.Texts(
            body: reply.body.separatedForIndex, files: reply.attachments.names.namesForIndex, facets: words(facets))
    }

    private static func facets(
        of event: StoredEvent, writer: Author, anonymous: Bool, attachments: [Attachment]
    ) -> [SearchFacet] {
        var facets = SearchAudience.all(of: event).map { SearchFacet.audience($0, of: .everything) }
        facets += [.course(event.course), .writer(writer.id)]
        if !anonymous { facets.append(.signer(writer.id)) }
        if !attachments.isEmpty { facets.append(.attachment) }
        return facets
    }

    private static func words(_ facets: [SearchFacet]) -> String { facets.map(\.word).sorted().joined(separator: " ") }

    func write(_ index: SQLConnection) throws {
        guard let content else {
            guard isKnown else { return }
            try TextIndex.delete(number, index)
            try index.send("DELETE FROM search_document WHERE id = ?", number)
            return
        }
        guard isKnown else { return try insert(content, index) }
        try index.send("UPDATE search_document SET rev = ? WHERE id = ?", content.rev, number)
        // A reply changes the counts of its event, which are not indexed.
        guard try TextIndex.texts(number, index) != content.texts else { return }
        try TextIndex.update(content.texts, number, index)
    }

    private func insert(_ content: (event: Event.ID, rev: Int, texts: TextIndex.Texts), _ index: SQLConnection) throws {
        var number = number
        // Two documents of one second may have the same random bits.
        while try index.first("SELECT 1 FROM search_document WHERE id = ?", number) != nil { number += 1 }
        try index.send(
            "INSERT INTO search_document (id, subject, event_id, rev) VALUES (?, ?, ?, ?)", number, subject, content.event,
            content.rev)
        try TextIndex.insert(content.texts, number, index)
    }

    /// Whether the index agrees with the tables.
    func isHeld(_ index: SQLConnection) throws -> Bool {
        guard let content else { return !isKnown }
        guard isKnown else { return false }
        let rev: Int? = try index.value("SELECT rev FROM search_document WHERE id = ?", number)
        return try rev == content.rev && TextIndex.texts(number, index) == content.texts
    }
}
