import Foundation

/// `PATCH /v1/events/{id}`. Nil leaves a field as it is; `due` has a third state, cleared.
public struct EventPatch: Codable, Sendable, Equatable {
    public enum Due: Sendable, Equatable {
        case cleared, at(Date)

        var date: Date? { if case .at(let date) = self { date } else { nil } }
    }

    public var title, body: String?
    public var kind: Event.Kind?
    public var tags: [String]?
    public var due: Due?
    public var visibility: Event.Visibility?
    public var sections: [Section.ID]?
    /// Replaces all attachments.
    public var attachments: [Attachment.ID]?

    public init(
        title: String? = nil, body: String? = nil, kind: Event.Kind? = nil, tags: [String]? = nil, due: Due? = nil,
        visibility: Event.Visibility? = nil, sections: [Section.ID]? = nil, attachments: [Attachment.ID]? = nil
    ) {
        self.title = title
        self.body = body
        self.kind = kind
        self.tags = tags
        self.due = due
        self.visibility = visibility
        self.sections = sections
        self.attachments = attachments
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("title", title.flatMap { $0.fault(length: TextLimit.title) ?? Mention.fault($0) })
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("tags", tags.flatMap(EventFields.fault(tags:)))
        faults.check("sections", sections.flatMap(EventFields.fault(sections:)))
        faults.check("due", due?.date.flatMap(EventFields.fault(due:)))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
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
