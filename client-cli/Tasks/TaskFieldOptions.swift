import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The fields of a task, as options. All are read as text, so that every wrong one is named at once.
struct TaskFieldOptions: ParsableArguments {
    @Option(help: "Notes; - reads standard input.") var notes: String?
    @Option(
        name: .customLong("minutes"),
        help: ArgumentHelp("How much work it is: \(DurationPhrase.examples); a number alone is minutes.", valueName: "length"))
    var minutes: String?
    @Option(help: ArgumentHelp("Its deadline: \(DuePhrase.examples).", valueName: "when")) var by: String?
    @Option(help: ArgumentHelp("Not before this day or time.", valueName: "when")) var earliest: String?
    @Option(help: ArgumentHelp("high, medium or low.", valueName: "priority")) var priority: String?
    @Option(help: ArgumentHelp("Only after this task, by id or title; may be given several times.", valueName: "task"))
    var after: [String] = []
    @Option(help: ArgumentHelp("Spread the work over at least this many days, in the mode 'weeks'.", valueName: "days"))
    var spaced: String?
    @Option(
        help: ArgumentHelp("Work that is done anew, in one study block each time: \(EveryPhrase.examples).", valueName: "when"))
    var every: String?
    @Option(help: ArgumentHelp("The start of a fixed time: 12:30, fri 16:00.", valueName: "when")) var at: String?
    @Option(help: ArgumentHelp("The end of a fixed time: 13:00, sat 1:00.", valueName: "when")) var end: String?
    @Option(name: .customLong("for"), help: ArgumentHelp("The length of a fixed time, in place of --end.", valueName: "length"))
    var length: String?
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("How a fixed time repeats: \(RepeatPhrase.examples).", valueName: "when"))
    var repeats: String?
    @Option(help: ArgumentHelp("The same as a rule of RFC 5545: FREQ=WEEKLY;BYDAY=TU,TH.", valueName: "rule")) var rule: String?
    @Option(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String?
    @Option(
        help: ArgumentHelp(
            "Due event that it prepares for, such as CMPT225#42; its due date is the deadline.", valueName: "event"),
        completion: Completions.events)
    var event: String?
    @Flag(help: "Allow a fixed time to overlap other tasks and classes, without asking.") var overlap = false
    @Flag(name: .shortAndLong, help: "Do not ask about a deadline in the past or an overlap.") var yes = false

    /// Asks about a deadline in the past. Throws as `allowPast`.
    func checkDeadline(of patch: StudyTaskPatch, _ clock: DueText, _ context: CommandContext) throws {
        guard case .set(let deadline)? = patch.deadline else { return }
        if let note = by.flatMap({ DuePhrase(now: clock.now, timeZone: clock.timeZone).note($0) }) {
            context.say(Styled(note, .faint))
        }
        guard deadline < clock.now.addingTimeInterval(-60), !yes else { return }
        try context.allowPast("The deadline is in the past: \(clock.full(deadline)), \(clock.distance(deadline)).")
    }

    var words: TaskWords {
        get throws {
            var words = TaskWords()
            words.notes = notes == "-" ? try Writing.standardInput() : notes?.withLineFeeds
            (words.minutes, words.deadline, words.earliest, words.priority) = (minutes, by, earliest, priority)
            (words.spaced, words.at, words.end, words.length) = (spaced, at, end, length)
            (words.repeats, words.rule, words.every) = (repeats, rule, every)
            return words
        }
    }

    /// Adds the tasks, the course and the event that the options name. `none` clears each.
    func look(up reading: inout TaskWords.Reading, _ context: CommandContext) async throws {
        if !after.isEmpty {
            var ids: [StudyTask.ID] = []
            for name in after == ["none"] ? [] : after {
                guard let task = try await found("--after", &reading, { try await context.task([name]) }) else { continue }
                ids.append(task.id)
            }
            reading.patch.after = ids
        }
        if let course {
            let id = try await found("--course", &reading) { try await course.unlessNone { try await context.myCourse($0).id } }
            reading.patch.course = id.map { $0.map { .set($0) } ?? .cleared }
        }
        if let event {
            let due = try await found("--event", &reading) { try await event.unlessNone { try await context.dueEvent($0) } }
            guard let due else { return }
            reading.patch.event = due.map { .set($0.id) } ?? .cleared
            if let due, course == nil { reading.patch.course = .set(due.course) }
        }
    }

    /// What `find` finds. A complaint becomes a fault of the option, so that it is named with the others.
    private func found<Value>(
        _ option: String, _ reading: inout TaskWords.Reading, _ find: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await find()
        } catch let complaint as Complaint where complaint.status != ExitStatus.cancelled {
            let why = ([complaint.message] + complaint.advice).joined(separator: " ")
            reading.faults.append(FieldError(field: option, detail: why))
            return nil
        }
    }
}

extension TaskFieldOptions {
    /// The options of the fields of a task.
    fileprivate static let names = [
        "title": "The title", "notes": "--notes", "start": "--at", "end": "--end", "minutes": "--minutes", "deadline": "--by",
        "earliest": "--earliest", "spaced": "--spaced", "event": "--event", "recurrence.rule": "--rule", "after": "--after",
        "recurrence": "--repeat", "every": "--every", "course": "--course", "priority": "--priority",
    ]

    /// Runs a write. If the server refuses fields, throws a complaint that names their options.
    func namingOptions<Result>(_ write: () async throws -> Result) async throws -> Result {
        let names = rule == nil ? Self.names.merging(["recurrence.rule": "--repeat"]) { $1 } : Self.names
        return try await NoteItCommands.namingOptions(names, write)
    }
}

extension String {
    /// Nil for `none`.
    fileprivate func unlessNone<Value>(_ find: (String) async throws -> Value) async throws -> Value? {
        lowercased() == "none" ? nil : try await find(self)
    }
}

extension CommandContext {
    /// An event with a due date. Throws a complaint if there is none, or it has no due date.
    func dueEvent(_ text: String) async throws -> Event {
        let event = try await thread(EventWords(text, []).event()).event
        guard event.due != nil else { throw Complaint("\(event.reference) has no due date.") }
        return event
    }
}

extension NewStudyTask {
    /// A new task with the fields of `patch`.
    init(title: String, _ patch: StudyTaskPatch) {
        self.init(title: title, kind: patch.kind ?? .flexible)
        notes = patch.notes
        (start, end, minutes) = (patch.start, patch.end, patch.minutes?.value)
        (earliest, deadline, priority) = (patch.earliest?.value, patch.deadline?.value, patch.priority)
        (after, recurrence, course) = (patch.after, patch.recurrence?.value, patch.course?.value)
        (event, spaced, every) = (patch.event?.value, patch.spaced?.value, patch.every?.value)
        steps = patch.steps
    }

    /// The faults of `reading`, and those of fields that could be read.
    func faults(after reading: TaskWords.Reading) -> [FieldError] {
        let names = TaskFieldOptions.names
        do {
            _ = try validated()
            return reading.faults
        } catch {
            guard case .invalid(let errors) = error else { return reading.faults }
            let times: Set = ["start", "end", "minutes"]
            let hasTimeFault = reading.faults.contains { ["--at", "--end", "--for", "--minutes"].contains($0.field) }
            let more = errors.filter { error in
                !(hasTimeFault && times.contains(error.field)) && !reading.faults.contains { $0.field == names[error.field] }
            }
            return reading.faults + more.map { FieldError(field: names[$0.field] ?? $0.field, detail: $0.detail) }
        }
    }
}
