import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event edit` of a reply.
extension EventEdit {
    /// Throws a usage complaint for what a reply does not have.
    func edit(_ reply: Reply, at place: ThreadPlace, _ work: Workplace) async throws {
        guard title == nil, due == nil, kind == nil, tag.isEmpty, section.isEmpty, audience == nil else {
            throw Complaint.usage(
                "\(place.name) is a reply: it has a text and files alone.", "Take --body, --attach and --detach.")
        }
        let files = try await exchange(try files.files(), without: detach, of: place, work)
        if let body = try newBody() ?? files.map({ _ in reply.body }) {
            return try await send(ReplyPatch(body: body, attachments: files), to: reply, at: place, work)
        }
        let hints = [place.description.visible, "Nothing left: nothing changed."]
        let writing = try Writing([], opening: reply.body, hints: hints, work: work)
        let again = ShellCommand("noteit", "event", "edit", place.name).with("--body", "-").with(session)
        try await writing.sending(again: again) {
            try await send(ReplyPatch(body: writing.text), to: reply, at: place, work)
        }
    }

    private func send(_ patch: ReplyPatch, to reply: Reply, at place: ThreadPlace, _ work: Workplace) async throws {
        guard patch != ReplyPatch(body: reply.body) else { return work.console.say("Nothing changed.") }
        try await change(place, work) {
            let edited = try await work.client.edit(reply.id, with: patch.validated(), rev: reply.rev)
            return (edited, edited.rev, place.description)
        }
    }
}
