import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course search`.
struct CourseSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the term's catalog.",
        discussion: """
            All words must stand in a course's code, its title, or the name of an instructor. --plain writes code, \
            title, credits, number of sections and open or full.

            Examples:
              noteit course search data structures
              noteit course search --subject CMPT --open
              noteit course search --attribute Quantitative --json
            """)

    @Argument(help: "Words to look for.") var words: [String] = []
    @Option(help: "Only courses of this department, such as CMPT.") var subject: String?
    @Option(help: "Only courses with this attribute, such as Quantitative.") var attribute: String?
    @Flag(help: "Only courses with a free seat.") var open = false
    @Option(help: "Another term than the current one, such as 202530.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        try await work.flushOutbox()
        let found = try await search(work)
        switch work.console.form {
        case .json: try work.writeJSON(found)
        case .plain: for course in found { work.console.row(course.fields) }
        case .pretty: show(found, work)
        }
    }

    private func search(_ work: Workplace) async throws -> [CourseSummary] {
        let term = try await work.term(self.term)
        let text = words.joined(separator: " ")
        let query = CourseQuery(
            subject: subject?.uppercased(), text: text.isEmpty ? nil : text, attribute: attribute, open: open ? true : nil)
        return try await work.courses(of: term.id, matching: query)
    }

    private func show(_ found: [CourseSummary], _ work: Workplace) {
        guard !found.isEmpty else { return work.console.say("No course has all of that. Try fewer words.") }
        var table = Table([
            .init("code"), .init("title", least: 20), .init("credits", right: true), .init("sections", right: true),
            .init("seats", dropRank: 1),
        ])
        for course in found {
            table.add([
                Styled(course.code, .strong), Styled(course.title), Styled(course.credits?.description ?? "", .faint),
                Styled("\(course.sections)"), Styled(course.open ? "open" : "full", course.open ? .good : .bad),
            ])
        }
        work.console.out(table.lines(width: work.console.width, header: Console.outputIsTerminal))
    }
}

extension CourseSummary {
    fileprivate var fields: [String] {
        [code, title, credits?.description ?? "", "\(sections)", open ? "open" : "full"]
    }
}

extension Workplace {
    /// The current term, or the one with that id. Asks the server. Throws a complaint that lists the terms.
    func term(_ id: Term.ID?) async throws -> Term {
        let terms = try await client.terms()
        if let term = terms.first(where: { id == nil ? $0.current : $0.id == id }) { return term }
        guard let id else {
            throw Complaint("The server has no catalog yet.", advice: ["Its admin imports one: noteitd catalog import"])
        }
        throw Complaint("No term '\(id)'.", advice: terms.map { "\($0.id)  \($0.name)" }, status: ExitStatus.usage)
    }

    /// All courses that fit, in the server's order.
    func courses(of term: Term.ID, matching query: CourseQuery) async throws -> [CourseSummary] {
        var (found, request) = ([CourseSummary](), PageRequest(limit: PageRequest.limits.upperBound))
        repeat {
            let page = try await client.courses(of: term, matching: query, page: request)
            found += page.items
            request.after = page.next
        } while request.after != nil
        return found
    }
}
