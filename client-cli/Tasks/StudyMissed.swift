import ArgumentParser
import NoteItCore

/// `noteit study missed`.
struct StudyMissed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missed",
        abstract: "Mark the last open study block as missed, so that it is planned again.",
        discussion: """
            Marks the last block that has begun and is still open; of one task, if you name it. Blocks that are open at the \
            end of a day are carried over by themselves. Needs the server.

            Examples:
              noteit study missed
              noteit study missed read
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        try await context.markBlock(task, with: StudyBlockPatch(missed: true), "Missed")
    }
}
