import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task add`.
struct TaskAdd: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task: work to plan, or a fixed time.",
        discussion: """
            Work has a length, an hour unless you give one, and the server plans it into your study hours. A fixed time has a \
            start and an end; nothing is planned over it. Without a title it asks for everything. A due event, such as \
            CMPT225#42, becomes a task whose deadline follows the event. If the server is not reached, the task waits in the \
            outbox: it is in your lists at once, and is sent once. The short id of the task goes to standard output.

            At the end of the title, a deadline, a length, a priority (!high, !medium, !low), one of your courses and how \
            often it is done anew (daily, weekly, every mon wed) are understood, in any order. What has an option is taken \
            from the option alone. Words that may mean something else stay in the title: '17h' is neither a time nor a length \
            there, 'sun' alone is no day. To keep all words, give the title with --title, or within double quotes inside the \
            argument.

            A day without a time means 23:59; for --earliest, 00:00. Times are in the zone of 'noteit study settings'. \
            --plain writes short id, title and id.

            Examples:
              noteit task add
              noteit task add "Read chapter 4" --minutes 90 --by fri
              noteit task add 'Read ch 9 fri 17:00 2h !high'
              noteit task add Essay draft by dec 1 1h30 CMPT225
              noteit task add --title "Plan the party on fri" 45m
              noteit task add "Revise heaps" --minutes 3h --spaced 3 --priority high
              noteit task add "Exercises" --minutes 2h --after "Read chapter 4"
              noteit task add CMPT225#42 --minutes 180
              noteit task add 20 min vocabulary daily
              noteit task add "Scales" --minutes 30 --every mon,wed
              noteit task add "Lunch" --at 12:30 --for 30m --repeat daily
              noteit task add "Choir" --at 18:00 --for 1h30 --repeat "every second tue"
            """)

    @Argument(help: "Title, or a due event such as CMPT225#42.", completion: Completions.events) var title: [String] = []
    @Option(name: .customLong("title"), help: "The title, of which no word is taken for anything else.") var whole: String?
    @OptionGroup var fields: TaskFieldOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var words = try fields.words
        let clock = try await context.studyClock()
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        let line = try await line(words, phrase, context)
        line.fill(&words)
        let named = line.title
        let event = EventReference.isUnmistakable(named) ? try await context.dueEvent(named) : nil
        if event != nil, fields.event != nil { throw Complaint.usage("Name the event once: as the title, or with --event.") }
        words.title = event.map(\.taskTitle) ?? (named.isEmpty ? nil : named)
        if words.title == nil || words == TaskWords(titled: words.title), context.canAsk {
            words = try TaskQuestions(context: context, phrase: phrase).ask(words, hasDeadline: event != nil)
        }
        let isUsual = words.title != nil && words.takeUsualLength()
        var reading = words.read(new: phrase)
        if words.title == nil { reading.faults.insert(.missingTitle, at: 0) }
        try await fields.look(up: &reading, context)
        if let course = line.course { reading.patch.course = .set(course) }
        if let event {
            reading.patch.event = .set(event.id)
            reading.patch.course = reading.patch.course ?? .set(event.course)
        }
        let new = NewStudyTask(title: words.title ?? "", reading.patch)
        let faults = new.faults(after: reading)
        guard faults.isEmpty else { throw Complaint(faults) }
        try fields.checkDeadline(of: reading.patch, clock, context)
        // Without them, the server plans with those of new people.
        do { _ = try await context.studySettings() } catch let error as ClientError where error.isPassing {}
        let outcome = try await context.allowingOverlap(fields.overlap || fields.yes) { isAllowed in
            try await fields.namingOptions { try await context.outbox.createTask(new, overlapping: isAllowed) }
        }
        switch outcome {
        case .sent(let task):
            try await context.refresh()
            try await tell(task, event, line, isUsual: isUsual, context)
        case .queued(let entry, let why):
            try context.tellQueued(entry, why)
            if let task = entry.task { context.say(Styled("  \"\(task.title)\": \(line.facts(of: task, clock)).", .faint)) }
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }

    /// What the words say: the title, and at its end what has no option.
    private func line(_ words: TaskWords, _ phrase: DuePhrase, _ context: CommandContext) async throws -> TaskLine {
        let reader = TaskLine.Reader(
            phrase: phrase, courses: fields.course == nil ? Set(try await context.copy.courses().map(\.id)) : [],
            given: words)
        guard let whole else { return reader.read(title.joined(separator: " ")) }
        let line = reader.read(title.joined(separator: " "), titled: whole)
        guard let rest = line.rest else { return line }
        throw Complaint.usage(
            "'\(rest)' is neither a deadline, a length, a priority nor a course of yours.", "The title is that of --title.")
    }

    /// - Parameter isUsual: whether nobody gave a length.
    private func tell(
        _ task: StudyTask, _ event: Event?, _ line: TaskLine, isUsual: Bool, _ context: CommandContext
    ) async throws {
        let short = TaskNames(try await context.copy.tasks()).shortID(of: task.id)
        let clock = try await context.studyClock()
        try await context.report(task, plain: [[short, task.title, task.id.description]]) {
            context.out(Styled(short, .strong))
            let facts = line.facts(of: task, clock)
            let subject = event.map { " for \"\($0.title)\"" } ?? ""
            context.say(Styled("Added \"\(task.title)\"\(subject)" + (facts.isEmpty ? "." : ": \(facts)."), .good))
            if isUsual {
                context.say(Styled("No length was given. To change it: noteit task edit \(short) --minutes 2h", .faint))
            }
            if !line.taken.isEmpty {
                context.say(Styled("Read from the end of the line: \(line.taken). To keep words in the title: --title", .faint))
            }
            try await sayHints(task, context)
        }
    }
}

extension TaskAdd {
    private func sayHints(_ task: StudyTask, _ context: CommandContext) async throws {
        if task.recurrence == nil, let end = task.end, end < context.now {
            context.say(Styled("This time is over. See it with: noteit task list --all", .warning))
        }
        if let deadline = task.deadline, deadline < context.now {
            context.say(Styled("This deadline has passed.", .warning))
        }
        guard task.kind == .flexible else { return }
        let names = TaskNames(try await context.copy.tasks())
        if let event = task.event, let other = names.tasks.first(where: { $0.event == event && $0.id != task.id && !$0.done }) {
            let short = names.shortID(of: other.id)
            context.say(Styled("You have another task for this event: \(short)  \(other.title)", .warning))
        }
        if task.spaced != nil, try await context.copy.studySettings()?.mode == .even {
            let advice = "To spread it over days: noteit study settings --mode balanced"
            context.say(Styled("In the mode 'even' a task gets one block. \(advice)", .warning))
        }
        try await context.sayMissingHours()
    }
}

extension OutboxEntry {
    /// The task that it will be.
    fileprivate var task: StudyTask? {
        if case .task(let new, _) = content { new.task(queued: self) } else { nil }
    }
}

extension FieldError {
    fileprivate static let missingTitle = FieldError(
        field: "The title", detail: "is needed, as in: noteit task add \"Read chapter 4\" --minutes 90")
}

extension TaskWords {
    fileprivate init(titled title: String?) {
        self.init()
        self.title = title
    }
}

extension Event {
    /// `CMPT 225 exam #42`: the event's own title may be edited or hidden later.
    fileprivate var taskTitle: String {
        let code = course.code
        let subject = code.prefix { $0.isLetter }
        return "\(subject) \(code.dropFirst(subject.count)) \(kind.rawValue) #\(number)"
    }
}

/// Asks for a new task, one question after the other. A wrong answer is asked again.
private struct TaskQuestions {
    let context: CommandContext
    let phrase: DuePhrase

    /// - Parameter hasDeadline: whether an event gives it.
    func ask(_ known: TaskWords, hasDeadline: Bool) throws -> TaskWords {
        var words = known
        if words.title == nil { words.title = try context.ask("Title: ", else: "a title") }
        let isFixed = try !hasDeadline && context.console.confirm("Is it at a fixed time?", standard: false)
        if isFixed {
            try ask("Starts (fri 16:00): ", \.at, &words, faultsOf: ["--at"])
            try ask("Ends (17:30), or its length (90m): ", \.end, &words, faultsOf: ["--end", "--for"])
            try ask(
                "Repeats (daily, TR, weekly; empty: once): ", \.repeats, &words, faultsOf: ["--repeat", "--at"], isNeeded: false
            )
        } else {
            try ask("How much work (\(DurationPhrase.examples)): ", \.minutes, &words, faultsOf: ["--minutes"])
            if !hasDeadline {
                try ask("By when (empty: no deadline): ", \.deadline, &words, faultsOf: ["--by"], isNeeded: false)
            }
        }
        try ask("Priority (high, medium, low; empty: medium): ", \.priority, &words, faultsOf: ["--priority"], isNeeded: false)
        return words
    }

    private func ask(
        _ question: Styled, _ field: WritableKeyPath<TaskWords, String?>, _ words: inout TaskWords,
        faultsOf options: Set<String>,
        isNeeded: Bool = true
    ) throws {
        while true {
            let answer = try context.console.ask(question)
            if answer.isEmpty, isNeeded { throw Cancelled() }
            if answer.isEmpty { return }
            var tried = words
            tried[keyPath: field] = answer
            if field == \TaskWords.end, DurationPhrase.minutes(answer) != nil, phrase.time(answer) == nil {
                (tried.end, tried.length) = (nil, answer)
            }
            let isTried = { (fault: FieldError) in options.contains(fault.field) && !fault.detail.contains("needed") }
            guard let fault = tried.read(new: phrase).faults.first(where: isTried) else {
                words = tried
                return
            }
            let isPredicate = ["is ", "must ", "says "].contains { fault.detail.hasPrefix($0) }
            context.say(Styled(isPredicate ? "It \(fault.detail)." : fault.detail, .warning))
        }
    }
}
