import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Turns what people type into tasks, and reads study time from the server or the local copy.
extension CommandContext {
    /// Writes times in the zone of the study settings, or of those of someone who never set them.
    func studyClock() async throws -> DueText {
        DueText(now: now, timeZone: try await usualStudySettings().zone ?? .gmt)
    }

    /// The study settings as the server holds them; of someone who never set them, with the zone of the current term.
    func usualStudySettings() async throws -> StudySettings {
        if let settings = try await copy.studySettings() { return settings }
        var new = StudySettings.ofNewPerson
        new.timeZone = try await copy.terms(at: now).homeZone
        return new
    }

    func studyStyle() async throws -> StudyStyle {
        StudyStyle(
            clock: try await studyClock(), tasks: try await copy.tasks(), unicode: console.unicode,
            pause: try await copy.studySettings()?.break ?? 0)
    }

    /// The study settings. On first use sets those of a new person, with the zone of the current term; without terms, of this
    /// machine.
    func studySettings() async throws -> StudySettings {
        if let settings = try await copy.studySettings() { return settings }
        var first = try await usualStudySettings()
        if try await copy.terms(at: now).isEmpty { first.timeZone = TimeZone.current.identifier }
        let settings = try await client.set(first)
        try await refresh()
        say(Styled("Times are in the zone \(settings.timeZone). Another: noteit study settings --zone ZONE", .faint))
        return settings
    }

    /// A task of the local copy. On a terminal asks which one is meant if there are several. Throws a complaint that suggests
    /// others if `words` name none.
    /// - Parameter occurrences: if any are given, a task that repeats is meant, with an occurrence on their day.
    func task(_ words: [String], _ occurrences: OccurrenceOptions? = nil) async throws -> StudyTask {
        let names = TaskNames(try await copy.tasks())
        return try await pick(words.joined(separator: " "), names, occurrences)
    }

    private func pick(_ text: String, _ names: TaskNames, _ occurrences: OccurrenceOptions?) async throws -> StudyTask {
        switch names.find(text) {
        case .one(let task): return task
        case .none(let near):
            if !near.isEmpty { throw Complaint("No task '\(text)'. Did you mean \(Suggestion.choice(near))?") }
            throw Complaint("No task '\(text)'.", advice: ["List yours with: noteit task list"])
        case .several(let found):
            let tasks = try await meant(by: occurrences, among: found)
            if tasks.count == 1 { return tasks[0] }
            guard console.canAsk else {
                let clock = try await studyClock()
                let listed = tasks.prefix(12).map { task in
                    [names.shortID(of: task.id), task.title, task.timeWords(clock)].filter { !$0.isEmpty }.joined(
                        separator: "  ")
                }
                let rest = tasks.count > 12 ? ["and \(tasks.count - 12) more"] : []
                throw Complaint("'\(text)' matches several tasks; say which:", advice: listed + rest, status: ExitStatus.usage)
            }
            return try await choose("Which task", among: tasks, names)
        }
    }

    /// The tasks that repeat and have an occurrence on the day that is named; all that repeat if none has; all if none repeats.
    private func meant(by occurrences: OccurrenceOptions?, among tasks: [StudyTask]) async throws -> [StudyTask] {
        guard let occurrences, occurrences.isAny else { return tasks }
        let series = tasks.filter { $0.recurrence != nil }
        guard series.count > 1, let text = occurrences.this ?? occurrences.from else { return series.isEmpty ? tasks : series }
        let clock = try await studyClock()
        let day = try EventFilter.day(text, clock)
        let blocks = try await copy.studyPlan()?.blocks ?? []
        let there = Set(blocks.filter { Day($0.start, in: clock.timeZone) == day }.compactMap(\.task))
        let those = series.filter { there.contains($0.id.description) }
        return those.isEmpty ? series : those
    }

    /// Asks on a terminal.
    func choose(_ question: String, among tasks: [StudyTask], _ names: TaskNames) async throws -> StudyTask {
        let clock = try await studyClock()
        let choices = tasks.map { task in
            Chooser.Choice(
                key: names.shortID(of: task.id),
                cells: [
                    Styled(names.shortID(of: task.id), .faint), Styled(task.title, .strong),
                    Styled(task.course?.name ?? "", .faint),
                    Styled(task.timeWords(clock)),
                ])
        }
        return tasks[try Chooser(question, choices).ask(console)]
    }

    /// The plan of these days: the server's if it is reached, else the copy's.
    func studyPlan(_ days: ClosedRange<Day>, isOnline: Bool) async throws -> StudyPlan {
        if isOnline {
            do {
                return try await copy.withWaitingChanges(
                    client.with(timeout: .seconds(5)).studyPlan(from: days.lowerBound, to: days.upperBound))
            } catch let error as ClientError where error.isPassing {}
        }
        let zone = try await studyClock().timeZone
        var plan = try await copy.studyPlan() ?? .empty
        plan.blocks = plan.blocks.filter { days.contains(Day($0.start, in: zone)) }
        return plan
    }

    /// Tells a person without study hours how to set them.
    func sayMissingHours() async throws {
        let hours = try await copy.studySettings()?.hours ?? [:]
        guard hours.values.allSatisfy(\.isEmpty) else { return }
        say(Styled("You have no study hours yet. Set them with: noteit study settings --hours \"MTWRF 16:00-22:00\"", .faint))
    }

    /// Names those of `tasks` of which the mode `even` plans only a part.
    /// - Parameter plan: of all the days ahead.
    func sayPartlyPlanned(_ tasks: [StudyTask], _ plan: () async throws -> StudyPlan?) async throws {
        guard try await copy.studySettings()?.mode == .even, let whole = try await plan() else { return }
        guard let line = PartlyPlanned(tasks, plan: whole, now: now).line else { return }
        say(Styled(line, .warning))
    }

    /// Runs a write of a fixed task. If it would overlap others, says which, and on a terminal asks whether to write it all the
    /// same.
    /// - Parameter write: gets whether the task may overlap others.
    func allowingOverlap<Result>(_ isAllowed: Bool, _ write: (Bool) async throws -> Result) async throws -> Result {
        do {
            return try await write(isAllowed)
        } catch let error as ClientError {
            guard !isAllowed, let overlaps = error.overlaps, !overlaps.isEmpty else { throw error }
            let clock = try await studyClock()
            let lines = overlaps.map { $0.words(clock) }
            guard console.canAsk else {
                throw Complaint("It overlaps:", advice: lines + ["To keep both, give --overlap or --yes."])
            }
            say(Styled("It overlaps:", .warning))
            for line in lines { say(Styled("  " + line)) }
            guard try console.confirm("Keep both?", standard: false) else { throw Cancelled("Nothing changed.") }
            return try await write(true)
        }
    }
}

extension Complaint {
    /// The wrong fields of a task, each with what would be right.
    init(_ faults: [FieldError]) {
        self.init(
            faults.count == 1 ? "A value is not valid." : "\(faults.count) values are not valid.",
            advice: faults.map { "\($0.field): \($0.detail)" }, status: ExitStatus.usage)
    }
}
