import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event edit` of a reply.
extension EventEdit {
    /// Throws a usage complaint for options that only events have.
    func edit(_ reply: Reply, at target: ThreadTarget, _ context: CommandContext) async throws {
        guard title == nil, due == nil, kind == nil, tag.isEmpty, section.isEmpty, audience == nil else {
            throw Complaint.usage(
                "\(target.name) is a reply: it has only a text and files.", "Use --body, --attach and --detach.")
        }
        let files = try await exchange(try files.opened(), without: detach, of: target, context)
        if let body = try newBody() ?? files.map({ _ in reply.body }) {
            return try await send(ReplyPatch(body: body, attachments: files), to: reply, at: target, context)
        }
        let hints = [target.description.visible, "To change nothing, delete everything."]
        let writing = try Writing([], opening: reply.body, hints: hints, context: context)
        let again = ShellCommand("noteit", "event", "edit", target.name).with("--body", "-").with(session)
        try await writing.sending(again: again) {
            try await send(ReplyPatch(body: writing.text), to: reply, at: target, context)
        }
    }

    private func send(_ patch: ReplyPatch, to reply: Reply, at target: ThreadTarget, _ context: CommandContext) async throws {
        guard patch != ReplyPatch(body: reply.body) else { return context.say("Nothing changed.") }
        try await change(target, context) {
            let edited = try await context.client.edit(reply.id, with: patch.validated(), rev: reply.rev)
            return (.reply(edited), edited.rev, target.description, edited.unknownMentions)
        }
    }
}
