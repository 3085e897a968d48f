import Foundation

/// `PATCH /v1/events/{id}`. Nil leaves a field as it is; `due` has a third state, cleared.
public struct EventPatch: Codable, Sendable, Equatable {
    public enum Due: Sendable, Equatable {
        case cleared, at(Date)

        var date: Date? { if case .at(let date) = self { date } else { nil } }
    }

    public var title: String?
    public var body: String?
    public var kind: Event.Kind?
    public var tags: [String]?
    public var due: Due?
    public var visibility: Event.Visibility?
    public var sections: [Section.ID]?
    /// All that shall go with it.
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

    enum CodingKeys: CodingKey { case title, body, kind, tags, due, visibility, sections, attachments }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        body = try container.decodeIfPresent(String.self, forKey: .body)
        kind = try container.decodeIfPresent(Event.Kind.self, forKey: .kind)
        tags = try container.decodeIfPresent([String].self, forKey: .tags)
        visibility = try container.decodeIfPresent(Event.Visibility.self, forKey: .visibility)
        sections = try container.decodeIfPresent([Section.ID].self, forKey: .sections)
        attachments = try container.decodeIfPresent([Attachment.ID].self, forKey: .attachments)
        if container.contains(.due) {
            due = try container.decodeIfPresent(Date.self, forKey: .due).map(Due.at) ?? .cleared
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(kind, forKey: .kind)
        try container.encodeIfPresent(tags, forKey: .tags)
        try container.encodeIfPresent(visibility, forKey: .visibility)
        try container.encodeIfPresent(sections, forKey: .sections)
        try container.encodeIfPresent(attachments, forKey: .attachments)
        switch due {
        case nil: break
        case .cleared: try container.encodeNil(forKey: .due)
        case .at(let date): try container.encode(date, forKey: .due)
        }
    }
}
