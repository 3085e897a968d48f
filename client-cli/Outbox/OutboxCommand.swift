import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit outbox`.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "See and settle what was written but not yet taken by the server.",
        discussion: """
            Posts and replies wait here while the server is not reached; every command that reaches it sends them first, each \
            once. What the server refused stays with its reason until you retry or drop it.
            """,
        subcommands: [OutboxList.self, OutboxRetry.self, OutboxDrop.self],
        defaultSubcommand: OutboxList.self)
}

extension Workplace {
    /// Entries by their number in the list, or the beginning of their id. Throws a usage complaint for what fits none.
    func outboxEntries(_ names: [String]) async throws -> [OutboxEntry] {
        let entries = try await space.outbox.entries()
        return try names.map { name in
            if let number = Int(name), entries.indices.contains(number - 1) { return entries[number - 1] }
            let found = entries.filter { name.count >= 6 && $0.id.hasPrefix(name.lowercased()) }
            guard let entry = found.first, found.count == 1 else {
                throw Complaint.usage(
                    "The outbox has no entry '\(name)'.",
                    entries.isEmpty ? "It is empty." : "It has \(entries.count), numbered from 1: noteit outbox list")
            }
            return entry
        }
    }

    /// Where an entry goes, as people say it: `CMPT225`, `CMPT225#42`, `CMPT225#42#3`.
    func target(of entry: OutboxEntry) async throws -> String {
        switch entry.content {
        case .event(_, let course): code(ofCourse: course)
        case .reply(let new, let event):
            try await copy.thread(event).map { thread in
                ThreadPlace(thread: thread, reply: thread.replies.first { $0.id == new.parent }).name
            } ?? "an event"
        }
    }
}

extension OutboxEntry {
    /// What it is and how it begins, on one line.
    var summary: String {
        switch content {
        case .event(let new, let course): "\(new.kind?.rawValue ?? "note") \"\(new.title)\" for \(code(ofCourse: course))"
        case .reply(let new, _): "reply \"\(text(of: new))\""
        }
    }

    /// Why it was refused, on one line.
    var reason: String {
        why.flatMap { $0.split(separator: "\n").first.map(String.init) } ?? "no reason given"
    }

    /// How it begins.
    var beginning: String {
        switch content {
        case .event(let new, _): new.title
        case .reply(let new, _): text(of: new)
        }
    }

    /// `note`, `question`, ..., `reply`.
    var kindName: String {
        switch content {
        case .event(let new, _): new.kind?.rawValue ?? "note"
        case .reply: "reply"
        }
    }

    private func text(of reply: NewReply) -> String { reply.body.prefix(codePoints: 60).visible }
}
