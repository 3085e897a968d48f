import NoteItClient
import NoteItCore
import NoteItTerminal

/// The event or reply that `CMPT225#42` or `CMPT225#42#3` names, with its thread.
struct ThreadTarget: Sendable {
    let thread: EventThread
    /// Nil means the event itself.
    var reply: Reply?

    var event: Event { thread.event }
    /// The id of the event or the reply.
    var id: String { reply?.id.description ?? event.id.description }
    /// `CMPT225#42`, `CMPT225#42#3`.
    var name: String { reply.map(event.reference) ?? event.reference }
    /// `CMPT225#42, "Lab 4"`; `CMPT225#42#3, a reply to "Lab 4"`.
    var description: String { "\(name), \(reply == nil ? "" : "a reply to ")\"\(event.title)\"" }
    /// The reply and the replies below it; for the event, the whole thread.
    var part: EventThread {
        guard let reply else { return thread }
        return EventThread(event: event, replies: ReplyTree(thread.replies).branch(reply.id).map(\.reply))
    }
}

extension CommandContext {
    /// The event or reply that `words` name, from the local copy. Throws a complaint if it is not there.
    func target(_ words: EventWords) async throws -> ThreadTarget {
        let reference = try words.reply()
        let thread = try await thread(reference.event)
        guard let number = reference.number else { return ThreadTarget(thread: thread) }
        if let reply = thread.replies.first(where: { $0.number == number }) {
            return ThreadTarget(thread: thread, reply: reply)
        }
        let removals = try await copy.removals(in: thread.event.course)
        if let removal = removals.first(where: { $0.event == thread.event.id && $0.replyNumber == number }) {
            throw try await removed(removal)
        }
        if let asOf { throw notInCopy("\(thread.event.reference)#\(number)", asOf) }
        throw Complaint.usage(
            "\(thread.event.reference) has no reply \(number): it was deleted, or never existed.",
            "List its replies with: noteit event view '\(thread.event.reference)'")
    }

    /// The place of an event or a reply of one of my courses that is not in the copy, while the server is not reached: it may
    /// have come since. Nil if the copy has it, or knows that it was removed, or nothing is missing.
    func placeBeyondCopy(_ words: EventWords) async throws -> EventPlace? {
        guard asOf != nil, case .number(let number, let course?) = try words.reply().event,
            case .one(let choice) = try await courseFinder.mine(course.text, at: now)
        else { return nil }
        let reply = try words.reply().number
        let removals = try await copy.removals(in: choice.id).filter { $0.number == number }
        guard !removals.contains(where: { !$0.reply || $0.replyNumber == reply }) else { return nil }
        if let thread = try await copy.thread(number: number, in: choice.id) {
            guard let reply, !thread.replies.contains(where: { $0.number == reply }) else { return nil }
        }
        return EventPlace(course: choice.id, number: number, reply: reply)
    }

    /// Whether the reader wrote it, under an alias too.
    func isOwn(_ target: ThreadTarget) async throws -> Bool {
        let (reader, mark) = (try account().id, try await copy.mark(of: target.event.id))
        return target.reply?.isOwn(of: reader, mark) ?? target.event.isOwn(of: reader, mark)
    }
}
