import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Which occurrences of a task that repeats a command is for.
struct OccurrenceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only the one on this day, of a task that repeats.", valueName: "day")) var this: String?
    @Option(help: ArgumentHelp("The one on this day and those after it.", valueName: "day")) var from: String?
    @Flag(help: "All of a task that repeats.") var all = false

    var isAny: Bool { this != nil || from != nil || all }

    func validate() throws {
        if [this != nil, from != nil, all].count(where: { $0 }) > 1 {
            throw ValidationError("--this, --from and --all exclude each other.")
        }
    }

    /// Nil means the whole task. Asks on a terminal; elsewhere throws a usage complaint if the task repeats and no option is given.
    /// - Parameter act: such as `change`.
    func occurrence(of task: StudyTask, to act: String, _ context: CommandContext) async throws -> TaskOccurrence? {
        guard task.recurrence != nil else {
            guard this == nil, from == nil else {
                throw Complaint.usage("'\(task.title)' does not repeat.", "Leave --this and --from out.")
            }
            return nil
        }
        if all { return nil }
        if let this { return TaskOccurrence(start: try await start(this, of: task, context)) }
        if let from { return TaskOccurrence(start: try await start(from, of: task, context), following: true) }
        guard context.canAsk else {
            throw Complaint.usage("'\(task.title)' repeats.", "Say which to \(act): --this DAY, --from DAY or --all.")
        }
        let choices = [("one", "only one day"), ("following", "one day and those after it"), ("all", "all")]
        let chosen = try Chooser("Which to \(act)", choices.map { .init(key: $0, cells: [Styled($1)]) }).ask(context.console)
        if chosen == 2 { return nil }
        let day = try context.ask("Which day (today, fri, dec 1): ", else: "--this DAY")
        return TaskOccurrence(start: try await start(day, of: task, context), following: chosen == 1)
    }

    /// Runs a write. If the server has no such occurrence, throws a complaint that names the day.
    func namingDay<Result>(
        _ occurrence: TaskOccurrence?, of task: StudyTask, _ clock: DueText, _ write: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await write()
        } catch ClientError.problem(let problem) where problem.status == 404 {
            guard let occurrence else { throw ClientError.problem(problem) }
            let day = clock.label(Day(occurrence.start, in: clock.timeZone))
            throw Complaint(
                "'\(task.title)' has no occurrence on \(day).", advice: ["See the next ones with: noteit task view TASK"])
        }
    }

    /// The start of the occurrence on a day: of the plan, else the first one's time of day.
    private func start(_ text: String, of task: StudyTask, _ context: CommandContext) async throws -> Date {
        let clock = try await context.studyClock()
        let (day, zone) = (try EventFilter.day(text, clock), clock.timeZone)
        let blocks = try await context.copy.studyPlan()?.blocks ?? []
        let planned = blocks.first { $0.task == task.id.description && Day($0.start, in: zone) == day }
        if let planned { return planned.start }
        let time = task.start.flatMap { WallTime(clock.time($0)) }
        let start = time.flatMap { DuePhrase(now: clock.now, timeZone: zone).moment(day, $0) }
        guard let start else { throw Complaint("'\(task.title)' has no start.") }
        return start
    }
}

extension TaskOccurrence {
    /// `on Tue 24 Nov`, `from Tue 24 Nov on`.
    func words(_ clock: DueText) -> String {
        let day = clock.label(Day(start, in: clock.timeZone))
        return following ? "from \(day) on" : "on \(day)"
    }
}
