import Foundation

/// An answer in an event's thread.
public struct Reply: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Reply>

    public var id: ID
    public var event: Event.ID
    /// The reply that this one answers; nil answers the event.
    public var parent: ID?
    public var body: String
    public var author: Author
    public var createdAt: Date
    public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int

    public init(
        id: ID, event: Event.ID, parent: ID?, body: String, author: Author, createdAt: Date, editedAt: Date?, rev: Int
    ) {
        self.id = id
        self.event = event
        self.parent = parent
        self.body = body
        self.author = author
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.rev = rev
    }

    enum CodingKeys: CodingKey { case id, event, parent, body, author, createdAt, editedAt, rev }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(event, forKey: .event)
        try container.encode(parent, forKey: .parent)
        try container.encode(body, forKey: .body)
        try container.encode(author, forKey: .author)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(editedAt, forKey: .editedAt)
        try container.encode(rev, forKey: .rev)
    }
}

/// `POST /v1/events/{id}/replies`.
public struct NewReply: Codable, Sendable, Equatable {
    /// Made by the client, so that sending again changes nothing.
    public var id: Reply.ID?
    public var body: String
    public var parent: Reply.ID?

    public init(id: Reply.ID? = nil, body: String, parent: Reply.ID? = nil) {
        self.id = id
        self.body = body
        self.parent = parent
    }

    public func validated() throws(DomainError) -> Self {
        if let fault = body.fault(length: TextLimit.replyBody) { throw .invalid("body", fault) }
        return self
    }
}

/// `PATCH /v1/replies/{id}`.
public struct ReplyPatch: Codable, Sendable, Equatable {
    public var body: String

    public init(body: String) { self.body = body }

    public func validated() throws(DomainError) -> Self {
        if let fault = body.fault(length: TextLimit.replyBody) { throw .invalid("body", fault) }
        return self
    }
}
