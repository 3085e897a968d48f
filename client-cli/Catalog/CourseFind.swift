import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course find`.
struct CourseFind: SignedInCommand, ChoosesFields {
    static let jsonFields = ["attributes", "code", "credits", "description", "level", "offered", "title"]
    static let searchesWords = true
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find courses over all terms, to plan with.",
        discussion: """
            Finds courses that have all words in the code, the title or the description. The sections of one term are in 'noteit \
            course search'. --plain writes code, title, credits, level, seasons and attributes.

            Examples:
              noteit course find algorithms --subject CMPT --from 300
              noteit course find --attribute Quantitative --credits 3 --offered spring
              noteit course find --subject CMPT --ready  whose prerequisites you have
              noteit course find --towards "Plan A"      that fill its missing requirements
            """)

    @Argument(help: "Words to search for.") var words: [String] = []
    @Option(help: "Only courses of this department, such as CMPT.") var subject: String?
    @Option(help: ArgumentHelp("Only numbers from this one on.", valueName: "number")) var from: Int?
    @Option(help: ArgumentHelp("Only numbers up to this one.", valueName: "number")) var to: Int?
    @Option(help: "Only courses with this attribute, such as Quantitative.") var attribute: String?
    @Option(help: "Only courses of this level, such as UGRD.") var level: String?
    @Option(help: ArgumentHelp("Only courses of this many credits.", valueName: "number")) var credits: String?
    @Option(help: ArgumentHelp("Only courses that are offered in spring, summer or fall.", valueName: "season")) var offered:
        String?
    @Flag(help: "Only courses whose prerequisites your record meets.") var ready = false
    @Option(
        help: ArgumentHelp("Only courses that would fill missing requirements of this plan.", valueName: "plan"),
        completion: Completions.plans) var towards: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await context.client.catalogEntries(matching: try await query(context))
        let table = CatalogEntryTable(found)
        try await context.report(found, plain: table.rows) {
            guard !found.isEmpty else { return context.say("No course matches. Try fewer words or filters.") }
            context.out(table.lines(width: context.width, header: Console.outputIsTerminal))
        }
    }

    private func query(_ context: CommandContext) async throws -> CatalogEntryQuery {
        let text = words.joined(separator: " ")
        var query = CatalogEntryQuery(
            text: text.isEmpty ? nil : text, subject: subject?.uppercased(), from: from, to: to, attribute: attribute,
            level: level, ready: ready)
        query.credits = try credits.map { text in
            try Double(text).flatMap(CreditAmount.init).understood(text, as: "a number of credits", "As in: --credits 3")
        }
        query.offered = try offered.map {
            try AcademicTermPhrase.season($0).understood($0, as: "a season", "As in: --offered spring, --offered fall")
        }
        if let towards {
            _ = try await context.sync.refresh()
            query.towards = try await context.degreePlan([towards]).id
        }
        return query
    }
}
