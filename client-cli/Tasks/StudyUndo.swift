import ArgumentParser
import NoteItCore

/// `noteit study undo`.
struct StudyUndo: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back 'study done' or 'study missed' of the last marked block.",
        discussion: """
            Of one task, if you name it. Of blocks that were missed only those of today and later. If the server is not reached, \
            it waits in the outbox.

            Examples:
              noteit study undo
              noteit study undo read
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let block = try await context.studyBlock(.marked, of: task)
        let patch = block.done ? StudyBlockPatch(done: false) : StudyBlockPatch(missed: false)
        try await context.change(block, with: patch, "Open again")
    }
}
