import ArgumentParser
import NoteItCore

/// `noteit study missed`.
struct StudyMissed: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "missed",
        abstract: "Mark the last open study block as missed, so that it is planned again.",
        discussion: """
            Marks the last block that has begun and is still open; of one task, if you name it. Blocks that are open at the \
            end of a day are carried over by themselves. If the server is not reached, it waits in the outbox.

            Examples:
              noteit study missed
              noteit study missed read
              noteit study missed --undo
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @Flag(help: "Mark the last block that was marked as missed, today, as open again.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let block = try await context.studyBlock(undo ? .missed : .begun, of: task)
        try await context.change(block, with: StudyBlockPatch(missed: !undo), undo ? "Open again" : "Missed")
    }
}
