import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit answer`.
struct AnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Choose the reply that answers a question.",
        discussion: """
            The author of the question accepts an answer; the course's staff endorse one. A new choice replaces the earlier \
            one of the same side.
            """,
        subcommands: [AnswerAccept.self, AnswerEndorse.self, AnswerClear.self])
}

/// `noteit answer accept`.
struct AnswerAccept: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept a reply as the answer to your question.",
        discussion: """
            Example:
              noteit answer accept CMPT225#42#3          the third reply to CMPT225#42
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.choose(reply, done: "Accepted") { target in
            guard try await !context.isOwn(target.event) else { return }
            throw Complaint(
                "\(target.event.reference) is not your question.",
                advice: ["Staff of its course endorse an answer: noteit answer endorse '\(target.name)'"])
        }
    }
}

/// `noteit answer endorse`.
struct AnswerEndorse: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "endorse",
        abstract: "Endorse a reply as the answer to a question, as staff.",
        discussion: """
            Example:
              noteit answer endorse CMPT225#42#3         the third reply to CMPT225#42
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.choose(reply, done: "Endorsed") { target in
            if try await context.isOwn(target.event) {
                throw Complaint(
                    "\(target.event.reference) is your own question.",
                    advice: ["Accept its answer: noteit answer accept '\(target.name)'"])
            }
            guard try await !context.isStaff(of: target.event.course) else { return }
            throw Complaint("Only the staff of \(target.event.course.name) endorse answers.")
        }
    }
}

/// `noteit answer clear`.
struct AnswerClear: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Take back your acceptance or endorsement.",
        discussion: """
            Example:
              noteit answer clear CMPT225#42
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let event = try await context.thread(EventWords(event).event()).event
        try await context.client.clearAnswer(of: event.id)
        try await context.refresh()
        try context.report(
            try await context.copy.thread(event.id)?.event ?? event, plain: [[event.reference]],
            Styled("Your answer to \(event.reference) is taken back.", .good))
    }
}

extension CommandContext {
    /// Makes the reply that `words` name the answer to its question.
    /// - Parameter check: throws a complaint if the reader may not.
    fileprivate func choose(_ words: [String], done: String, check: (ThreadTarget) async throws -> Void) async throws {
        let target = try await target(EventWords(words))
        guard target.event.kind == .question else {
            throw Complaint("\(target.event.reference) is not a question but \(target.event.kind.withArticle).")
        }
        guard let reply = target.reply else {
            throw Complaint.usage("Needed: which reply to \(target.name).", "Say '\(target.name)#3' for the third.")
        }
        try await check(target)
        let answered = try await writing({ [.upsert(.event($0), rev: $0.rev)] }) {
            try await client.answer(target.event.id, with: reply.id)
        }
        try report(
            answered, plain: [[target.name]],
            Styled("\(done) \(target.name) as the answer to \(target.event.reference).", .good))
    }
}
