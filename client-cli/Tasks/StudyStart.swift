import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study start`.
struct StudyStart: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a timer for a task; without one, for the task that is planned now.",
        discussion: """
            The timer is kept in a file, so it goes on while this machine is off. One timer runs at a time; 'noteit study \
            stop' ends it and records the minutes. Works offline.

            Examples:
              noteit study start
              noteit study start read
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timers = StudyTimerFile(context.profile)
        // Minutes that wait for the server go first.
        if let timer = try timers.read(), timer.stop != nil { try await context.send(timer, timers) }
        let task = try await chosen(context)
        let timer = StudyTimer(
            server: context.client.server, account: try context.account().id, task: task.id, title: task.title,
            startedAt: context.now)
        if let other = try await timers.start(timer) { throw Complaint(running: other, try await context.studyClock()) }
        try context.report(
            timer, plain: [[task.id.description, task.title, RFC3339.string(timer.startedAt)]],
            Styled("Started: \(task.title). End it with: noteit study stop", .good))
    }

    private func chosen(_ context: CommandContext) async throws -> StudyTask {
        if !task.isEmpty { return try await context.task(task) }
        let names = TaskNames(try await context.copy.tasks())
        let blocks = (try await context.copy.studyPlan()?.blocks ?? []).filter { $0.kind == .study }
        let now = StudyNow(blocks, style: try await context.studyStyle())
        if let id = (now.current?.task).flatMap({ StudyTask.ID($0) }), let task = names.task(id) { return task }
        let open = names.tasks.filter { !$0.done && $0.kind == .flexible }
        guard context.canAsk, !open.isEmpty else {
            throw Complaint.usage("No study is planned now.", "Name a task, as in: noteit study start TASK")
        }
        return try await context.choose("Which task", among: open, names)
    }
}

extension Complaint {
    fileprivate init(running timer: StudyTimer, _ clock: DueText) {
        self.init(
            "A timer runs already: \(timer.title), since \(clock.short(timer.startedAt)).",
            advice: ["End it with: noteit study stop"])
    }
}
