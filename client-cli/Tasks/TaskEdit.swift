import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task edit`.
struct TaskEdit: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a task.",
        discussion: """
            Changes only what you name. If the task repeats, it asks which occurrences to change. 'none' clears a deadline, \
            an earliest day, a recurrence, a course, an event or a spread. A new --at keeps the length. Needs the server. If \
            another device changed the task meanwhile, nothing is overwritten.

            Examples:
              noteit task edit read --minutes 2h --by "mon 17:00"
              noteit task edit 7c1e --priority high --after "Read chapter 4"
              noteit task edit lunch --this fri --at 13:00
              noteit task edit lunch --from "dec 1" --for 45m
              noteit task edit training --all --repeat "TR until dec 18"
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @Option(help: "A new title.") var title: String?
    @OptionGroup var fields: TaskFieldOptions
    @OptionGroup(title: "Which occurrences") var occurrences: OccurrenceOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let task = try await context.task(self.task, occurrences)
        var words = try fields.words
        words.title = title
        guard words != TaskWords() || !fields.after.isEmpty || fields.course != nil || fields.event != nil else {
            throw Complaint.usage(
                "Say what to change, such as --by 'fri 17:00'.", "List the options with: noteit task edit --help")
        }
        let occurrence = try await occurrences.occurrence(of: task, to: "change", context)
        let patch = try await patch(task.beginning(at: occurrence), words, context)
        let clock = try await context.studyClock()
        let edited: StudyTask
        do {
            edited = try await context.allowingOverlap(fields.overlap || fields.yes) { isAllowed in
                try await fields.namingOptions {
                    try await occurrences.namingDay(occurrence, of: task, clock) {
                        try await context.client.edit(
                            task.id, with: patch, occurrence: occurrence, overlapping: isAllowed, rev: task.rev)
                    }
                }
            }
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "'\(task.title)' was changed meanwhile; nothing was overwritten.", advice: ["Look at it, then edit again."])
        }
        try await context.refresh()
        let table = TaskTable([edited], names: TaskNames(try await context.copy.tasks()), clock: clock)
        let facts = edited.summary(clock)
        try context.report(
            edited, plain: table.rows, Styled("Changed \"\(edited.title)\"" + (facts.isEmpty ? "." : ": \(facts)."), .good))
    }

    /// Throws a complaint that names every wrong field.
    private func patch(_ task: StudyTask, _ words: TaskWords, _ context: CommandContext) async throws -> StudyTaskPatch {
        let clock = try await context.studyClock()
        var reading = words.read(changing: task, DuePhrase(now: clock.now, timeZone: clock.timeZone))
        try await fields.look(up: &reading, context)
        let faults = reading.patch.applied(to: task).faults(after: reading)
        guard faults.isEmpty else { throw Complaint(faults) }
        try fields.checkDeadline(of: reading.patch, clock, context)
        return reading.patch
    }
}

extension StudyTask {
    /// The task with the times of an occurrence; nil means the first one.
    fileprivate func beginning(at occurrence: TaskOccurrence?) -> StudyTask {
        guard let occurrence, let start, let end else { return self }
        var task = self
        (task.start, task.end) = (occurrence.start, occurrence.start.addingTimeInterval(end.timeIntervalSince(start)))
        return task
    }
}
