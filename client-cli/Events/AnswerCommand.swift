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
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let (place, reply) = try await work.answer(reply)
        guard try await work.isOwn(place.event) else {
            throw Complaint(
                "\(place.event.reference) is not your question.",
                advice: ["Staff of its course endorse an answer: noteit answer endorse '\(place.name)'"])
        }
        try await work.choose(reply, at: place, done: "Accepted")
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
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let (place, reply) = try await work.answer(reply)
        guard try await !work.isOwn(place.event) else {
            throw Complaint(
                "\(place.event.reference) is your own question.",
                advice: ["Accept its answer: noteit answer accept '\(place.name)'"])
        }
        guard try await work.isStaff(of: place.event.course) else {
            throw Complaint("Only the staff of \(code(ofCourse: place.event.course)) endorse answers.")
        }
        try await work.choose(reply, at: place, done: "Endorsed")
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
        let event = try await work.thread(EventWords(event).event()).event
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
    /// The reply to a question that `words` name, and where it is. Throws a complaint for what is none.
    fileprivate func answer(_ words: [String]) async throws -> (ThreadPlace, Reply) {
        try await getInStep()
        let place = try await place(EventWords(words))
        guard place.event.kind == .question else {
            throw Complaint("\(place.event.reference) is no question, but \(place.event.kind.withArticle).")
        }
        guard let reply = place.reply else {
            throw Complaint.usage("Needed: which reply to \(place.name).", "Say '\(place.name)#3' for the third.")
        }
        return (place, reply)
    }

    fileprivate func choose(_ reply: Reply, at place: ThreadPlace, done: String) async throws {
        let answered = try await client.answer(place.event.id, with: reply.id)
        _ = try await space.sync.refresh()
        switch console.form {
        case .json: try writeJSON(answered)
        case .plain: console.row([place.name])
        case .pretty: console.say(Styled("\(done) \(place.name) as the answer to \(place.event.reference).", .good))
        }
    }

    /// As far as the local copy knows; the server decides.
    func isStaff(of course: Course.ID) async throws -> Bool {
        try await copy.enrollments().contains { $0.course == course && $0.role == .staff }
    }
}
