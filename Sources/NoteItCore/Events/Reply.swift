import Foundation

/// An answer in an event's thread.
public struct Reply: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
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
    public var anonymous: Bool = false
    public var attachments: [Attachment] = []
    /// How many people thanked for it. Nil from older servers.
    public var thanks: Int? = nil
    /// In the answer to the author's write: names after an `@` that are not of one person who may see the reply, as in `Event`.
    public var unknownMentions: [String]? = nil
}

/// `POST /v1/events/{id}/replies`.
public struct NewReply: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: Reply.ID? = nil
    public var body: String
    public var parent: Reply.ID? = nil
    /// Uploaded files, in display order.
    public var attachments: [Attachment.ID]? = nil
    /// Whether to post under an alias. Only staff see the real author.
    public var anonymous: Bool? = nil

    public func check(_ faults: inout Faults) { Reply.check(body, attachments, &faults) }
}

extension Reply {
    fileprivate static func check(_ body: String, _ attachments: [Attachment.ID]?, _ faults: inout Faults) {
        faults.check("body", body.fault(length: TextLimit.replyBody) ?? Mention.fault(body))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
    }
}

extension NewReply {
    /// As a stored reply that is new, without its files.
    public func reply(_ id: Reply.ID, to event: Event.ID, number: Int, by author: Author, at createdAt: Date) -> Reply {
        Reply(
            id: id, event: event, number: number, parent: parent, body: body, author: author, createdAt: createdAt,
            editedAt: nil,
            rev: 1, anonymous: anonymous ?? false, thanks: 0)
    }
}

/// `PATCH /v1/replies/{id}`.
public struct ReplyPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var body: String
    /// Replaces all attachments; nil keeps them.
    public var attachments: [Attachment.ID]? = nil

    public func check(_ faults: inout Faults) { Reply.check(body, attachments, &faults) }
}
