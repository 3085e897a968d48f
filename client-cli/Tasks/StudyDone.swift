import ArgumentParser
import NoteItCore

/// `noteit study done`.
struct StudyDone: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark the last open study block as done.",
        discussion: """
            Marks the last block that has begun and is still open; of one task, if you name it. Without one, the last block of \
            the days before, which count as missed by themselves. Its minutes count as studied. To finish a whole task: noteit \
            task done. If the server is not reached, it waits in the outbox.

            Examples:
              noteit study done
              noteit study done read
              noteit study done --undo
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @Flag(help: "Mark the last done block as open again.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let block = try await context.studyBlock(undo ? .done : .studied, of: task)
        try await context.change(block, with: StudyBlockPatch(done: !undo), undo ? "Open again" : "Done")
    }
}
