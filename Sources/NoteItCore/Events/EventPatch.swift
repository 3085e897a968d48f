import Foundation

/// `PATCH /v1/events/{id}`. Nil leaves a field as it is; `due` and `publishAt` have a third state, cleared.
public struct EventPatch: Codable, Sendable, Equatable {
    public enum Due: Sendable, Equatable {
        case cleared, at(Date)

        public init(_ date: Date?) { self = date.map(Self.at) ?? .cleared }

        public var date: Date? { if case .at(let date) = self { date } else { nil } }
    }

    public var title, body: String?
    public var kind: Event.Kind?
    public var tags: [String]?
    public var due: Due?
    public var visibility: Event.Visibility?
    public var sections: [Section.ID]?
    /// When a private event is published, for `visibility` or as it was planned. Cleared, it stays private. An edit of
    /// `visibility` alone applies at once, and ends the plan.
    public var publishAt: Due?
    /// Replaces all attachments.
    public var attachments: [Attachment.ID]?

    public init(
        title: String? = nil, body: String? = nil, kind: Event.Kind? = nil, tags: [String]? = nil, due: Due? = nil,
        visibility: Event.Visibility? = nil, sections: [Section.ID]? = nil, attachments: [Attachment.ID]? = nil,
        publishAt: Due? = nil
    ) {
        self.title = title
        self.body = body
        self.kind = kind
        self.tags = tags
        self.due = due
        self.visibility = visibility
        self.sections = sections
        self.attachments = attachments
        self.publishAt = publishAt
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("title", title.flatMap { $0.fault(length: TextLimit.title) ?? Mention.fault($0) })
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("tags", tags.flatMap(EventFields.fault(tags:)))
        faults.check("sections", sections.flatMap(EventFields.fault(sections:)))
        faults.check("due", due?.date.flatMap(EventFields.fault(due:)))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
        faults.check("publishAt", publishAt?.date.flatMap(EventFields.fault(due:)))
        if publishAt?.date != nil, visibility == .private { faults.check("publishAt", EventFields.neverPublished) }
        try faults.raise()
        return self
    }
}

extension EventPatch.Due: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .cleared : .at(try container.decode(Date.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date)
    }
}

extension KeyedDecodingContainer {
    /// The synthesized decoder of `EventPatch` calls this. A present null is a value: it clears the due date.
    func decodeIfPresent(_ type: EventPatch.Due.Type, forKey key: Key) throws -> EventPatch.Due? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
