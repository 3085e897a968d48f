import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task view`.
struct TaskView: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Show a task, with its blocks in the plan.",
        discussion: """
            Works offline. --plain as for 'noteit task list'.

            Examples:
              noteit task view read
              noteit task view 7c1e
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let isOnline = try await context.getInStep(hurried: true)
        let task = try await context.task(self.task)
        let names = TaskNames(try await context.copy.tasks())
        var event: Event?
        if let id = task.event { event = try await context.copy.thread(id)?.event }
        // Minutes that were recorded just now change the plan: the server makes it before it answers.
        let today = try await context.studyClock().today
        let plan = try await context.studyPlan(today.adding(days: -7)...today.adding(days: 27), isOnline: isOnline)
        let page = TaskPage(task, names: names, event: event, plan: plan, style: try await context.studyStyle())
        let table = TaskTable([task], names: names, clock: try await context.studyClock())
        try await context.report(task, plain: table.rows) {
            context.out(page.lines(width: context.width))
            try await context.sayPartlyPlanned([task]) { plan }
        }
    }
}
