import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task delete`.
struct TaskDelete: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a task.",
        discussion: """
            What you studied for it stays in your record. Asks first, unless --yes is given. If the task repeats, it asks \
            which occurrences to delete. Needs the server.

            Examples:
              noteit task delete read
              noteit task delete lunch --this fri --yes
              noteit task delete lunch --from "dec 18"
              noteit task delete lunch --all
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Which occurrences") var occurrences: OccurrenceOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let task = try await context.task(self.task, occurrences)
        let occurrence = try await occurrences.occurrence(of: task, to: "delete", context)
        let clock = try await context.studyClock()
        let what = "\"\(task.title)\"" + (occurrence.map { " " + $0.words(clock) } ?? "")
        if !yes { try context.confirm("delete", what) }
        try await occurrences.namingDay(occurrence, of: task, clock) {
            try await context.client.delete(task.id, occurrence: occurrence)
        }
        try await context.refresh()
        try context.report(["deleted": task.id.description], plain: [[task.id.description]], Styled("Deleted \(what).", .good))
    }
}
