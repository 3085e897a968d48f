import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit answer`.
struct AnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Say which reply answers a question.",
        discussion:
            "Who asked accepts an answer, the course's staff endorse one. Each replaces what the same side said before.",
        subcommands: [AnswerAccept.self, AnswerEndorse.self, AnswerClear.self])
}

/// `noteit answer accept`.
struct AnswerAccept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept a reply as the answer to your question.",
        discussion: """
            Examples:
              noteit answer accept CMPT225#42#3          the third reply to CMPT225#42
              noteit answer accept CMPT225#42 3
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let (event, reply) = try await work.question(of: reply)
        guard try await work.isOwn(event) else {
            throw Complaint(
                "\(event.reference) is not your question.",
                advice: ["Staff of its course endorse an answer: noteit answer endorse '\(event.reference)#\(reply.number)'"])
        }
        try await work.choose(reply, for: event, done: "Accepted")
    }
}

/// `noteit answer endorse`.
struct AnswerEndorse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endorse",
        abstract: "Endorse a reply as the answer to a question, as staff.",
        discussion: """
            Examples:
              noteit answer endorse CMPT225#42#3         the third reply to CMPT225#42
              noteit answer endorse CMPT225#42 3
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let (event, reply) = try await work.question(of: reply)
        guard try await !work.isOwn(event) else {
            throw Complaint(
                "\(event.reference) is your own question.",
                advice: ["Accept its answer: noteit answer accept '\(event.reference)#\(reply.number)'"])
        }
        guard try await work.isStaff(of: event.course) else {
            throw Complaint("Only the staff of \(code(ofCourse: event.course)) endorse answers.")
        }
        try await work.choose(reply, for: event, done: "Endorsed")
    }
}

/// `noteit answer clear`.
struct AnswerClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Take your acceptance or endorsement back.",
        discussion: """
            Examples:
              noteit answer clear CMPT225#42
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let event = try await work.thread(EventWords(event: event).event()).event
        try await work.client.clearAnswer(of: event.id)
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(try await work.client.event(event.id))
        case .plain: work.console.row([event.reference])
        case .pretty: work.console.say(Styled("Your answer to \(event.reference) is taken back.", .good))
        }
    }
}

extension Workplace {
    /// The question and the reply to it that `words` name. Throws a complaint if it is no question, or has no such reply.
    fileprivate func question(of words: [String]) async throws -> (Event, Reply) {
        try await getInStep()
        let reference = try ReplyWords(words).reply()
        let thread = try await thread(reference.event)
        guard let number = reference.number else {
            throw Complaint.usage(
                "Needed: which reply to \(thread.event.reference).", "Say '\(thread.event.reference)#3' for the third.")
        }
        guard thread.event.kind == .question else {
            throw Complaint("\(thread.event.reference) is no question, but a \(thread.event.kind.rawValue).")
        }
        return (thread.event, try thread.reply(number))
    }

    fileprivate func choose(_ reply: Reply, for event: Event, done: String) async throws {
        let answered = try await client.answer(event.id, with: reply.id)
        _ = try await space.sync.refresh()
        switch console.form {
        case .json: try writeJSON(answered)
        case .plain: console.row([event.reference, "\(reply.number)"])
        case .pretty: console.say(Styled("\(done) reply \(reply.number) as the answer to \(event.reference).", .good))
        }
    }

    /// As far as the local copy knows; the server decides.
    func isStaff(of course: Course.ID) async throws -> Bool {
        try await copy.enrollments().contains { $0.course == course && $0.role == .staff }
    }
}

extension EventThread {
    /// The reply of that number. Throws a usage complaint if there is none.
    func reply(_ number: Int) throws -> Reply {
        if let reply = replies.first(where: { $0.number == number }) { return reply }
        throw Complaint.usage(
            "\(event.reference) has no reply \(number).",
            "It has \(replies.count): noteit event view '\(event.reference)'")
    }
}

/// A reply that may have arrived as several words, `cmpt 225#42#3` or `CMPT225#42 3`.
struct ReplyWords {
    let name: String

    init(_ words: [String]) {
        guard words.count > 1, let last = words.last, last.allSatisfy(\.isNumber), words.dropLast().joined().contains("#")
        else {
            name = words.joined(separator: " ")
            return
        }
        name = words.dropLast().joined(separator: " ") + "#" + last
    }

    /// Throws a usage complaint if this cannot be a reply's name.
    func reply() throws -> ReplyReference {
        guard let reference = ReplyReference(name) else {
            throw Complaint.usage("'\(name)' names no reply.", "Say \(ReplyReference.form).")
        }
        return reference
    }
}
