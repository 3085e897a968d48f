import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task done`.
struct TaskDoneCommand: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark a task as done.",
        discussion: """
            Its coming study blocks leave the plan, pinned ones excepted. --minutes records the study that has just ended. Needs the server. To \
            finish one block of a longer task: noteit study done.

            Examples:
              noteit task done read
              noteit task done read --minutes 45
              noteit task done training --this today
              noteit task done read --undo
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @Option(help: ArgumentHelp("Record this much study, until now: \(DurationPhrase.examples).", valueName: "length"))
    var minutes: String?
    @Flag(help: "Mark it as open again.") var undo = false
    @OptionGroup(title: "Which occurrences") var occurrences: OccurrenceOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if occurrences.from != nil { throw ValidationError("--from is not for 'task done': mark one day, or --all.") }
    }

    func run(_ context: CommandContext) async throws {
        let task = try await context.task(self.task, occurrences)
        let studied = try minutes.map { text in
            try DurationPhrase.minutes(text).understood(text, as: "a length of time", "Try one of: \(DurationPhrase.examples)")
        }
        let occurrence = try await occurrences.occurrence(of: task, to: undo ? "open again" : "mark as done", context)
        if occurrence?.following == true { throw Complaint.usage("Mark one day, or all.") }
        let clock = try await context.studyClock()
        let marked = try await occurrences.namingDay(occurrence, of: task, clock) {
            try await context.client.mark(task.id, TaskDone(done: !undo, minutes: studied, occurrence: occurrence?.start))
        }
        try await context.refresh()
        let table = TaskTable([marked], names: TaskNames(try await context.copy.tasks()), clock: clock)
        let day = occurrence.map { " " + $0.words(clock) } ?? ""
        let said = studied.map { ", \($0.asHours) recorded" } ?? ""
        try context.report(
            marked, plain: table.rows, Styled("\(undo ? "Open again" : "Done"): \(task.title)\(day)\(said).", .good))
    }
}
