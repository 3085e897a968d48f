import Foundation

/// An answer in an event's thread.
public struct Reply: Codable, Equatable, Sendable, Identifiable, Revised {
    public typealias ID = Identifier<Reply>

    public var id: ID
    public var event: Event.ID
    /// 1, 2, ... in its thread; `CMPT225#42#3` names it. It never changes.
    public var number: Int
    /// The reply that this one answers; nil answers the event.
    @Nullable public var parent: ID?
    public var body: String
    public var author: Author
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int
    /// Whether `author` is an alias. A person has one alias in a thread. Staff see the real author.
    public var anonymous: Bool
    public var attachments: [Attachment]
    /// How many people thanked for it. Nil from older servers.
    public var thanks: Int?
    /// As in `Event`.
    public var unknownMentions: [String]?

    public init(
        id: ID, event: Event.ID, number: Int, parent: ID?, body: String, author: Author, createdAt: Date, editedAt: Date?,
        rev: Int, anonymous: Bool = false, attachments: [Attachment] = [], thanks: Int? = nil
    ) {
        self.id = id
        self.event = event
        self.number = number
        self.parent = parent
        self.body = body
        self.author = author
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.rev = rev
        self.anonymous = anonymous
        self.attachments = attachments
        self.thanks = thanks
    }
}

extension Reply: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("anonymous", anonymous)
        json.field("attachments", attachments)
        json.field("author", author)
        json.field("body", body)
        json.field("createdAt", createdAt)
        json.field("editedAt", editedAt)
        json.field("event", event)
        json.field("id", id)
        json.field("number", number)
        json.field("parent", parent)
        json.field("rev", rev)
        if let thanks { json.field("thanks", thanks) }
        if let unknownMentions { json.field("unknownMentions", unknownMentions) }
    }
}

/// `POST /v1/events/{id}/replies`.
public struct NewReply: Codable, Sendable, Equatable {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: Reply.ID?
    public var body: String
    public var parent: Reply.ID?
    /// Uploaded files, in display order.
    public var attachments: [Attachment.ID]?
    /// Whether to post under an alias. Only staff see the real author.
    public var anonymous: Bool?

    public init(
        id: Reply.ID? = nil, body: String, parent: Reply.ID? = nil, attachments: [Attachment.ID]? = nil, anonymous: Bool? = nil
    ) {
        self.id = id
        self.body = body
        self.parent = parent
        self.attachments = attachments
        self.anonymous = anonymous
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("body", body.fault(length: TextLimit.replyBody) ?? Mention.fault(body))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
        try faults.raise()
        return self
    }
}

/// `PATCH /v1/replies/{id}`.
public struct ReplyPatch: Codable, Sendable, Equatable {
    public var body: String
    /// Replaces all attachments; nil keeps them.
    public var attachments: [Attachment.ID]?

    public init(body: String, attachments: [Attachment.ID]? = nil) { (self.body, self.attachments) = (body, attachments) }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("body", body.fault(length: TextLimit.replyBody) ?? Mention.fault(body))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
        try faults.raise()
        return self
    }
}
