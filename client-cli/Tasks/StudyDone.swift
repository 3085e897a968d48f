import ArgumentParser
import NoteItCore

/// `noteit study done`.
struct StudyDone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark the last open study block as done.",
        discussion: """
            Marks the last block that has begun and is still open; of one task, if you name it. Its minutes count as studied. \
            To finish a whole task: noteit task done. Needs the server.

            Examples:
              noteit study done
              noteit study done read
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        try await context.markBlock(task, with: StudyBlockPatch(done: true), "Done")
    }
}
