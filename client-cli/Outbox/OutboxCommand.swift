import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore

/// `noteit outbox`.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List, retry and drop posts that the server does not have yet.",
        discussion: """
            Posts, replies, ticks, thanks, reminders, what you follow or mute, new tasks, changes of study blocks and courses of \
            degree plans wait here while the server is not reached. Every command that reaches it sends them first, \
            each once. A refused one stays, with the reason, until you retry or drop it.
            """,
        subcommands: [OutboxList.self, OutboxRetry.self, OutboxDrop.self],
        defaultSubcommand: OutboxList.self)
}

extension CommandContext {
    /// Entries by their number in the list, or by the beginning of their id, each once. Throws a usage complaint for an unknown
    /// one.
    func outboxEntries(_ names: [String]) async throws -> [OutboxEntry] {
        let entries = try await outbox.entries()
        var ids: Set<OutboxEntry.ID> = []
        let chosen = try names.map { name -> OutboxEntry in
            if let number = Int(name), entries.indices.contains(number &- 1) { return entries[number - 1] }
            let found = entries.filter { name.count >= 6 && $0.id.hasPrefix(name.lowercased()) }
            guard let entry = found.first, found.count == 1 else {
                throw Complaint.usage(
                    "The outbox has no entry '\(name)'.",
                    entries.isEmpty ? "It is empty." : "It has \(entries.count), numbered from 1: noteit outbox list")
            }
            return entry
        }
        return chosen.filter { ids.insert($0.id).inserted }
    }

    /// The name of the course, event, reply or plan that an entry goes to: `CMPT225`, `CMPT225#42`, `CMPT225#42#3`.
    func targetName(of entry: OutboxEntry) async throws -> String {
        // The copy may have lost it.
        let lost = entry.reference ?? "an event"
        return switch entry.content {
        // Without the copy's courses, nobody knows whether the code alone says which.
        case .event(_, let course): try await copy.courses().isEmpty ? course.text : course.name
        case .reply(let new, let event):
            try await copy.thread(event).map { thread in
                let parent = thread.replies.first { $0.id == new.parent }
                return new.parent != nil && parent == nil ? lost : ThreadTarget(thread: thread, reply: parent).name
            } ?? lost
        case .replyAt(_, let place): place.name
        case .done(_, let event), .remind(_, let event), .follow(_, let event):
            try await copy.thread(event)?.event.reference ?? lost
        case .thanks: lost
        case .block(_, _, let title): title
        case .task(let new, _): new.course?.name ?? ""
        case .courses(_, let plan): try await copy.degreePlan(plan)?.name ?? entry.reference ?? "a degree plan"
        case .unreadable: ""
        }
    }
}

extension OutboxEntry {
    /// Kind and beginning, on one line.
    var summary: String {
        switch content {
        case .event(let new, let course): "\(new.kind?.rawValue ?? "note") \"\(new.title)\" for \(course.name)"
        case .reply(let new, _), .replyAt(let new, _): "reply \"\(text(of: new))\""
        case .done(let done, _): done ? "a tick" : "a tick taken back"
        case .remind(let time, _): time == nil ? "a reminder taken away" : "a reminder"
        case .follow(let patch, _): patch.attention + (reference.map { " \($0)" } ?? "")
        case .block(_, _, let title): "a change of the study block of \"\(title)\""
        case .thanks(let wanted, _, _): (wanted ? "thanks" : "thanks taken back") + (reference.map { " for \($0)" } ?? "")
        case .task(let new, _): "task \"\(new.title)\""
        case .courses(let addition, _): "\(addition.names) for \(addition.term.name)"
        case .unreadable(let kind, _): "\(kind) that cannot be read"
        }
    }

    /// Why it was refused or waits, with a name in place of an id; nil if it was not tried yet.
    var explanation: String? {
        guard let why, why.hasPrefix("There is no ") else { return why }
        if case .block(_, let id, let title) = content, why.contains(id) {
            return "The study block of \(title) is not in the plan any more: it was planned anew, or its task is gone."
        }
        guard let thread = content.thread else { return why }
        let lost: String
        if let parent = content.parent, why.contains(parent.description) {
            lost = reference ?? "The reply"
        } else if why.contains(thread.description) {
            lost = reference.map { $0.split(separator: "#").prefix(2).joined(separator: "#") } ?? "The event"
        } else {
            return why
        }
        return "\(lost) was deleted, or you may not see it any more."
    }

    /// The reason of the refusal, on one line.
    var reason: String {
        explanation.flatMap { $0.split(separator: "\n").first.map(String.init) } ?? "no reason given"
    }

    /// The beginning of the text that waits, on one line; of an unreadable entry, what is stored.
    var beginning: String {
        switch content {
        case .event(let new, _): new.title
        case .reply(let new, _), .replyAt(let new, _): text(of: new)
        case .done(let done, _): done ? "done" : "not done"
        case .remind(let time, _): time.map(RFC3339.string) ?? "none"
        case .follow(let patch, _): patch.attention
        case .block(let patch, _, _): patch.words(RFC3339.string)
        case .thanks(let wanted, _, _): wanted ? "thanks" : "thanks taken back"
        case .task(let new, _): new.title
        case .courses(let addition, _): "\(addition.names) in \(addition.term.name)"
        case .unreadable(_, let text): text.visible
        }
    }

    /// `note`, `question`, ..., `reply`, `done`, `thanks`, `remind`, `follow`, `block`, `task`, `plan`.
    var kindName: String {
        switch content {
        case .event(let new, _): new.kind?.rawValue ?? "note"
        case .reply, .replyAt: "reply"
        case .done: "done"
        case .thanks: "thanks"
        case .remind: "remind"
        case .follow: "follow"
        case .block: "block"
        case .task: "task"
        case .courses: "plan"
        case .unreadable(let kind, _): kind
        }
    }

    private func text(of reply: NewReply) -> String { reply.body.prefix(codePoints: 60).visible }
}

extension EventMarkPatch {
    /// What it does to the notifications of an event: `follow`, `unmute`.
    fileprivate var attention: String {
        if let following { return following ? "follow" : "unfollow" }
        return muted == true ? "mute" : "unmute"
    }
}

extension StudyBlockPatch {
    /// What it does to a study block: `moved to Fri 27 Nov 17:00`, `done`.
    func words(_ time: (Date) -> String) -> String {
        let marks = [(done, "done", "not done"), (missed, "missed", "not missed"), (pinned, "pinned", "not pinned")]
        let said = marks.compactMap { mark in mark.0.map { $0 ? mark.1 : mark.2 } }
        return ([start.map { "moved to \(time($0))" }].compactMap(\.self) + said).joined(separator: ", ")
    }
}

extension PlanAddition {
    /// `CMPT225, MACM101`
    var names: String { courses.map(\.description).joined(separator: ", ") }
}
