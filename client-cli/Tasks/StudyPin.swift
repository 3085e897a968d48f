import ArgumentParser
import NoteItCore

/// `noteit study pin`.
struct StudyPin: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Keep the next study block where it is, whatever changes.",
        discussion: """
            The block of now, or the next one; of one task, if you name it. --undo lets the next pinned block move again. If the \
            server is not reached, it waits in the outbox.

            Examples:
              noteit study pin
              noteit study pin read --undo
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @Flag(help: "Let it move again.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let block = try await context.studyBlock(undo ? .pinned : .coming, of: task)
        try await context.change(block, with: StudyBlockPatch(pinned: !undo), undo ? "May move" : "Pinned")
    }
}
