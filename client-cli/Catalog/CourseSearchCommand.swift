import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course search`.
struct CourseSearchCommand: SignedInCommand, ChoosesFields {
    static let jsonFields = ["attributes", "credits", "id", "number", "open", "sections", "subject", "term", "title"]
    static let searchesWords = true
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the courses of a term.",
        discussion: """
            Finds courses that have all words in the code, the title or the name of an instructor. Courses over all terms are in \
            'noteit course find'. --plain writes code, \
            title, credits, number of sections, and open, full or unknown seats.

            Examples:
              noteit course search data structures
              noteit course search --subject CMPT --open
              noteit course search --attribute Quantitative --json
            """)

    @Argument(help: "Words to search for.") var words: [String] = []
    @Option(help: "Only courses of this department, such as CMPT.") var subject: String?
    @Option(help: "Only courses with this attribute, such as Quantitative.") var attribute: String?
    @Flag(help: "Only courses with a free seat.") var open = false
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.flushOutbox()
        let term = try await context.term(self.term)
        let found = try await search(term, context)
        if found.isEmpty, self.term == nil, context.form == .pretty,
            let (other, there) = try await elsewhere(than: term, context)
        {
            context.say("No course matches there. In \(other.nameAndID):")
            return show(there, inTerm: other, context)
        }
        try await context.report(found, plain: found.map(\.fields)) { show(found, context) }
    }

    /// The matches in the first of three other terms that has any: a person who named no term may mean another one.
    private func elsewhere(than term: Term, _ context: CommandContext) async throws -> (Term, [CourseSummary])? {
        for other in try await context.client.terms().filter({ $0.id != term.id }).prefix(3) {
            let found = try await search(other, context)
            if !found.isEmpty { return (other, found) }
        }
        return nil
    }

    private func search(_ term: Term, _ context: CommandContext) async throws -> [CourseSummary] {
        let text = words.joined(separator: " ")
        let query = CourseQuery(
            subject: subject?.uppercased(), text: text.isEmpty ? nil : text, attribute: attribute, open: open ? true : nil)
        return try await context.courses(of: term.id, matching: query)
    }

    /// - Parameter other: the term of the courses, if it is not the one that a code alone means.
    private func show(_ found: [CourseSummary], inTerm other: Term? = nil, _ context: CommandContext) {
        guard !found.isEmpty else { return context.say("No course matches. Try fewer words.") }
        var table = Table([
            .init("code"), .init("title", least: 20, comesFirst: true), .init("credits", right: true),
            .init("sections", right: true),
            .init("seats", dropRank: 1),
        ])
        for course in found {
            table.addRow([
                Styled(other == nil ? course.code : course.id.text, .strong), Styled(course.title),
                Styled(course.credits?.description ?? "", .faint),
                Styled("\(course.sections)"),
                Styled(course.seats == "unknown" ? "" : course.seats, course.open ? .good : .bad),
            ])
        }
        context.out(table.lines(width: context.width, header: Console.outputIsTerminal))
    }
}

extension CourseSummary {
    fileprivate var fields: [String] {
        [code, title, credits?.description ?? "", "\(sections)", seats]
    }

    /// `open` or `full` by the registrar's counts, else `unknown`.
    fileprivate var seats: String { seatsKnown == false ? "unknown" : open ? "open" : "full" }
}

extension CommandContext {
    /// All matching courses, in the order of the server. Throws if the list does not end.
    func courses(of term: Term.ID, matching query: CourseQuery) async throws -> [CourseSummary] {
        try await client.allCourses(of: term, matching: query)
    }
}
