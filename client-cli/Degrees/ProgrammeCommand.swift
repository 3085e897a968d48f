import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit programme`.
struct ProgrammeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "programme",
        abstract: "Look up programmes and their requirements.",
        subcommands: [ProgrammeList.self, ProgrammeShow.self],
        defaultSubcommand: ProgrammeList.self, aliases: ["program"])
}

/// `noteit programme list`.
struct ProgrammeList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["catalogYear", "credits", "id", "name", "requirements"]
    static let searchesWords = true
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the programmes, or those with some words in their names.",
        discussion: """
            --plain writes id, name, catalogue year, credits and number of requirements.

            Examples:
              noteit programme list
              noteit programme list computer science
            """)

    @Argument(help: "Words of the name.") var words: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let words = words.flatMap { $0.lowercased().split(separator: " ") }
        let programmes = try await context.client.programmes().filter { programme in
            words.allSatisfy { "\(programme.name) \(programme.id)".lowercased().contains($0) }
        }
        let table = ProgrammesTable(programmes)
        try await context.report(programmes, plain: table.rows) {
            guard !programmes.isEmpty else {
                return context.say(
                    words.isEmpty ? "The server has no programmes yet." : "No programme matches. Try fewer words.")
            }
            context.out(table.lines(width: context.width))
        }
    }
}

/// `noteit programme show`.
struct ProgrammeShow: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a programme with its requirements.",
        discussion: """
            --plain writes a row for each requirement: id, name, number, courses or credits, and the courses that count.

            Examples:
              noteit programme show computer science
              noteit programme show rpi-2024-computer-science --all
            """)

    @Argument(help: "Programme, by id or words of its name.") var programme: [String]
    @Option(help: ArgumentHelp("1: requirements; 2: their first courses; 3: all.", valueName: "number")) var depth = 2
    @Flag(help: "As --depth 3.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...3).contains(depth) else { throw ValidationError("--depth must be 1, 2 or 3.") }
    }

    func run(_ context: CommandContext) async throws {
        let id = try await context.programme(self.programme.joined(separator: " ")).id
        let programme = try await context.client.programme(id)
        let rows = programme.requirements.map { requirement in
            let (number, unit) =
                switch requirement.need {
                case .courses(let courses): ("\(courses)", "courses")
                case .credits(let credits): (credits.description, "credits")
                }
            return [requirement.id, requirement.name, number, unit, requirement.from.words()]
        }
        try await context.report(programme, plain: rows) {
            let page = ProgrammePage(programme, depth: all ? 3 : depth)
            context.out(page.lines(width: context.width))
        }
    }
}
