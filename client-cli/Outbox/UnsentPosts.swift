import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// A post of the outbox in the form of an event, for lists.
struct UnsentPost {
    let entry: OutboxEntry
    /// The post as an event. It has no number yet: the one that it has here stands after all others.
    let event: Event
}

extension CommandContext {
    func unsentPosts() async throws -> [UnsentPost] { try unsentPosts(among: try await outbox.entries()) }

    func unsentPosts(among entries: [OutboxEntry]) throws -> [UnsentPost] {
        let author = try author()
        return entries.compactMap { entry in
            guard case .event(let new, let course) = entry.content, let id = new.id else { return nil }
            let event = Event(
                id: id, course: course, number: .max, kind: new.kind ?? .note, title: new.title, body: new.body ?? "",
                tags: new.tags ?? [], due: new.due, visibility: new.visibility ?? .public, sections: new.sections ?? [],
                author: author, createdAt: entry.queuedAt, editedAt: nil, rev: 1, replyCount: 0, latestText: "",
                dueHistory: [], activity: 1, anonymous: new.anonymous ?? false,
                attachments: outbox.attachments(of: entry),
                publication: new.publishAt.map { .init(at: $0, visibility: new.visibility ?? .public) })
            return UnsentPost(entry: entry, event: event)
        }
    }

    /// The replies of the outbox to a thread, as they will stand in it, with their entries.
    func unsentReplies(to thread: EventThread) async throws -> [(entry: OutboxEntry, reply: Reply)] {
        let author = try author()
        let last = thread.replies.map(\.number).max() ?? 0
        let entries = try await outbox.entries()
        return entries.enumerated().compactMap { index, entry in
            guard case .reply(let new, let event) = entry.content, event == thread.event.id, let id = new.id else { return nil }
            let reply = Reply(
                id: id, event: event, number: last + 1 + index, parent: new.parent, body: new.body, author: author,
                createdAt: entry.queuedAt, editedAt: nil, rev: 1, anonymous: new.anonymous ?? false,
                attachments: outbox.attachments(of: entry))
            return (entry, reply)
        }
    }

    /// The courses of the outbox for a degree plan.
    func unsentCourses(of plan: DegreePlan.ID) async throws -> [OutboxEntry] {
        try await outbox.entries().filter { entry in
            if case .courses(_, plan) = entry.content { true } else { false }
        }
    }

    private func author() throws -> Author {
        let account = try account()
        return Author(id: account.id, displayName: account.displayName, role: account.role, handle: account.handle)
    }

    /// A table of entries with a heading; empty if there are none.
    func unsentLines(_ entries: [OutboxEntry]) async throws -> [Styled] {
        guard !entries.isEmpty else { return [] }
        var table = Table([.init("state"), .init("what"), .init("where"), .init("text", least: 12)])
        table.indent = 2
        for entry in entries {
            table.addRow([
                Styled(entry.state.rawValue, entry.state == .waiting ? .warning : .bad), Styled(entry.kindName),
                Styled(try await targetName(of: entry), .strong), Styled(entry.beginning),
            ])
        }
        return [Styled("Not sent yet", .strong)] + table.lines(width: width)
    }
}

extension OutboxEntry {
    var unsent: Unsent { state == .waiting ? .waiting : .refused }
}

/// An entry of the outbox as JSON: what will be sent, where it goes, and why it waits.
struct UnsentItem: Encodable {
    private let entry: OutboxEntry

    /// Nil for an entry that cannot be read.
    init?(_ entry: OutboxEntry) {
        if case .unreadable = entry.content { return nil }
        self.entry = entry
    }

    private enum CodingKeys: CodingKey {
        case state, block, course, courses, event, plan, reply, reference, done, thanks, remindAt, term, title, queuedAt, why
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch entry.content {
        case .event(let new, let course):
            try new.encode(to: encoder)
            try container.encode(course, forKey: .course)
        case .reply(let new, let event):
            try new.encode(to: encoder)
            try container.encode(event, forKey: .event)
        case .replyAt(let new, let place):
            try new.encode(to: encoder)
            try container.encode(place.name, forKey: .reference)
        case .done(let done, let event):
            try container.encode(done, forKey: .done)
            try container.encode(event, forKey: .event)
        case .thanks(let wanted, let reply, let event):
            try container.encode(wanted, forKey: .thanks)
            try container.encode(reply, forKey: .reply)
            try container.encode(event, forKey: .event)
        case .remind(let time, let event):
            try container.encode(time, forKey: .remindAt)
            try container.encode(event, forKey: .event)
        case .follow(let patch, let event):
            try patch.encode(to: encoder)
            try container.encode(event, forKey: .event)
        case .block(let patch, let id, let title):
            try patch.encode(to: encoder)
            try container.encode(id, forKey: .block)
            try container.encode(title, forKey: .title)
        case .task(let new, _): try new.encode(to: encoder)
        case .courses(let addition, let plan):
            try container.encode(plan, forKey: .plan)
            try container.encode(addition.term, forKey: .term)
            try container.encode(addition.courses, forKey: .courses)
        case .unreadable: break
        }
        try container.encode(entry.state, forKey: .state)
        try container.encode(entry.queuedAt, forKey: .queuedAt)
        try container.encode(entry.explanation, forKey: .why)
    }
}
