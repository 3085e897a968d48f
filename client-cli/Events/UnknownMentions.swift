import NoteItClient
import NoteItTerminal

extension CommandContext {
    /// Warns of names after an `@` that reach nobody.
    func sayUnknownMentions(_ names: [String]?) {
        for name in names ?? [] {
            console.say(Styled("@\(name) names nobody here, or more than one person: write the whole handle.", .warning))
        }
    }
}

extension Outbox.Acknowledged {
    var unknownMentions: [String]? {
        switch stored {
        case .event(let event): event.unknownMentions
        case .reply(let reply): reply.unknownMentions
        case .mark, .block, .task, .plan: nil
        }
    }
}
