import Foundation

/// `PATCH /v1/events/{id}`. Nil leaves a field as it is; `due` and `publishAt` have a third state, cleared.
public struct EventPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var title: String? = nil
    public var body: String? = nil
    public var kind: Event.Kind? = nil
    public var tags: [String]? = nil
    public var due: Clearable<Date>? = nil
    public var visibility: Event.Visibility? = nil
    public var sections: [Section.ID]? = nil
    /// Replaces all attachments.
    public var attachments: [Attachment.ID]? = nil
    /// When a private event is published, for `visibility` or as it was planned. Cleared, it stays private. An edit of
    /// `visibility` alone applies at once, and ends the plan.
    public var publishAt: Clearable<Date>? = nil

    public func check(_ faults: inout Faults) {
        faults.check("title", title.flatMap { $0.fault(length: TextLimit.title) ?? Mention.fault($0) })
        faults.check("body", body.flatMap { $0.fault(length: TextLimit.body) ?? Mention.fault($0) })
        faults.check("tags", tags.flatMap(EventFields.fault(tags:)))
        faults.check("sections", sections.flatMap(EventFields.fault(sections:)))
        faults.check("due", due?.value.flatMap(EventFields.fault(due:)))
        faults.check("attachments", attachments.flatMap(Attachment.fault))
        faults.check("publishAt", publishAt?.value.flatMap(EventFields.fault(due:)))
        if publishAt?.value != nil, visibility == .private { faults.check("publishAt", EventFields.neverPublished) }
    }
}

extension EventPatch {
    /// The event with these changes, but for its files.
    /// Throws `.invalid` for the publication of an event that others see already.
    public func applied(to old: Event) throws(DomainError) -> Event {
        var event = old
        event.title = title ?? event.title
        event.body = body ?? event.body
        event.kind = kind ?? event.kind
        event.tags = tags ?? event.tags
        event.sections = sections ?? event.sections
        event.due = due.or(event.due)?.wholeSeconds
        switch publishAt {
        case .set(let date):
            guard event.visibility == .private else { throw .invalid("publishAt", "is only for an event that is private") }
            let audience = visibility ?? event.publication?.visibility ?? .public
            event.publication = Event.Publication(at: date.wholeSeconds, visibility: audience)
        case .cleared:
            event.publication = nil
            event.visibility = visibility ?? event.visibility
        case nil:
            guard let visibility else { break }
            (event.visibility, event.publication) = (visibility, nil)
        }
        return event
    }
}
