import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit study later`.
struct StudyLater: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "later",
        abstract: "Put the study block of now, or the next one, off for a while.",
        discussion: """
            For half an hour, or as long as --by says; of one task, if you name it. A block that has begun begins so much after \
            now. It keeps its length and stays there; the rest of the plan is made around it. If the server is not reached, it \
            waits in the outbox.

            Examples:
              noteit study later
              noteit study later read --by 2h
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @Option(help: ArgumentHelp("How much later: \(DurationPhrase.examples).", valueName: "length")) var by = "30m"
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let minutes = try DurationPhrase.minutes(by).understood(
            by, as: "a length of time", "Try one of: \(DurationPhrase.examples)")
        let block = try await context.studyBlock(.coming, of: task)
        try await context.change(block, with: .later(block, by: minutes, at: context.now), "Later")
    }
}
