import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task snooze`.
struct TaskSnooze: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Plan none of a task before a day or time.",
        discussion: """
            Until tomorrow, or as --until says: it becomes the earliest time of the task, and the plan is made around it. Pinned \
            blocks stay. 'none' ends it. To put off one block alone: noteit study later. Needs the server.

            Examples:
              noteit task snooze read
              noteit task snooze read --until mon
              noteit task snooze read --until none
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @Option(help: ArgumentHelp("The day or time from which it is planned again.", valueName: "when")) var until = "tomorrow"
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let task = try await context.task(self.task)
        guard task.kind == .flexible else {
            throw Complaint.usage("'\(task.title)' is at a fixed time.", "Move it with: noteit task edit \(task.title) --at")
        }
        let clock = try await context.studyClock()
        var words = TaskWords()
        words.earliest = until
        let reading = words.read(changing: task, DuePhrase(now: clock.now, timeZone: clock.timeZone))
        let faults = reading.patch.applied(to: task).faults(after: reading)
        guard faults.isEmpty else { throw Complaint(faults) }
        let edited = try await context.client.edit(task.id, with: reading.patch)
        try await context.refresh()
        let table = TaskTable([edited], names: TaskNames(try await context.copy.tasks()), clock: clock)
        let said = edited.earliest.map { "Not before \(clock.full($0)): \(task.title)." } ?? "At any time: \(task.title)."
        try context.report(edited, plain: table.rows, Styled(said, .good))
    }
}
