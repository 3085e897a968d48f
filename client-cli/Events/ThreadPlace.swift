import NoteItClient
import NoteItCore
import NoteItTerminal

/// What `CMPT225#42` or `CMPT225#42#3` means: an event with its thread, and in it the reply that is meant, if one is.
struct ThreadPlace: Sendable {
    let thread: EventThread
    /// Nil: the event itself.
    var reply: Reply?

    var event: Event { thread.event }
    /// Of the event or the reply.
    var id: String { reply?.id.description ?? event.id.description }
    /// As people say it: `CMPT225#42`, `CMPT225#42#3`.
    var name: String { reply.map(event.reference) ?? event.reference }
    /// `CMPT225#42, "Lab 4"`; `CMPT225#42#3, a reply to "Lab 4"`.
    var description: String { "\(name), \(reply == nil ? "" : "a reply to ")\"\(event.title)\"" }
    /// The reply and what answers it; for the event, the whole thread.
    var part: EventThread {
        guard let reply else { return thread }
        return EventThread(event: event, replies: ReplyTree(thread.replies).branch(reply.id).map(\.reply))
    }
}

extension Workplace {
    /// What `words` name, from the local copy: each command that takes a reply takes it by this. Throws a complaint for what is
    /// not there.
    func place(_ words: EventWords) async throws -> ThreadPlace {
        let reference = try words.reply()
        let thread = try await thread(reference.event)
        guard let number = reference.number else { return ThreadPlace(thread: thread) }
        if let reply = thread.replies.first(where: { $0.number == number }) {
            return ThreadPlace(thread: thread, reply: reply)
        }
        let removals = try await copy.removals(in: thread.event.course)
        if let removal = removals.first(where: { $0.event == thread.event.id && $0.replyNumber == number }) {
            throw try await removed(removal)
        }
        throw Complaint.usage(
            "\(thread.event.reference) has no reply \(number): it was deleted, or was never there.",
            "See which it has: noteit event view '\(thread.event.reference)'")
    }

    /// Whether the reader wrote it, also where its author is an alias.
    func isOwn(_ place: ThreadPlace) async throws -> Bool {
        let (reader, mark) = (try account().id, try await copy.mark(of: place.event.id))
        return place.reply?.isOwn(of: reader, mark) ?? place.event.isOwn(of: reader, mark)
    }

    /// Asks for a yes. Throws a usage complaint where nobody can be asked, `Cancelled` for a no.
    /// - Parameters: `act`: `delete`; `what`: what would go.
    func confirm(_ act: String, _ what: String) throws {
        guard console.canAsk else { throw Complaint.usage("This would \(act) \(what).", "Say --yes to do it.") }
        guard try console.confirm(Styled("\(act.capitalized) \(what)?"), standard: false) else { throw Cancelled() }
    }
}
