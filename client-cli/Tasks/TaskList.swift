import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task list`.
struct TaskList: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.fields(of: StudyTask.fieldNames, and: ["waiting"])
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your open tasks, by deadline.",
        discussion: """
            Works offline. Other commands take a task by the id that is shown here, or by the beginning of its title. Fixed \
            times that are over are left out, unless --all is given. --plain writes short id, title, fixed or flexible, \
            priority, start, end, minutes, minutes done, deadline, done or open, course, rule, id, what only a calendar program \
            knows, waiting or refused for a task that the server does not have, and when it is done anew; times are in UTC.

            Examples:
              noteit task
              noteit task list --course CMPT225
              noteit task list --done
            """)

    @Flag(help: "Only done ones.") var done = false
    @Flag(help: "Done and past ones too.") var all = false
    @Option(help: "Only tasks of this course, such as CMPT225.", completion: Completions.courses) var course: String?
    @Option(help: "Only fixed or flexible ones.") var kind: StudyTask.Kind?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if done && all { throw ValidationError("--done and --all exclude each other.") }
    }

    func run(_ context: CommandContext) async throws {
        var only: Course.ID?
        if let course { only = try await context.myCourse(course).id }
        let unsent = try await context.unsentTasks()
        let refused = unsent.values.filter { $0.entry.state == .refused }.map(\.task)
        let every = try await context.copy.tasks() + refused.sorted { $0.createdAt < $1.createdAt }
        let tasks = every.filter { task in
            (only == nil || task.course == only) && (kind == nil || task.kind == kind) && fits(task, context)
        }
        let events = try await context.copy.events(Set(tasks.compactMap(\.event)))
        let clock = try await context.studyClock()
        let table = TaskTable(
            tasks, names: TaskNames(every), clock: clock, events: events, unsent: unsent.mapValues(\.entry.unsent))
        let listed = tasks.map { ListedTask(task: $0, entry: unsent[$0.id]?.entry) }
        try await context.report(listed, plain: table.rows) {
            guard !tasks.isEmpty else {
                let isNew = every.isEmpty
                return context.say(isNew ? "You have no tasks yet. Add one with: noteit task add" : "No task matches.")
            }
            context.out(table.lines(width: context.width))
            for note in table.notes { context.say(note) }
            if tasks.contains(where: { unsent[$0.id]?.entry.state == .refused }) {
                context.say(Styled("The server refused a task. See why: noteit outbox list", .warning))
            }
            if let note = try await context.zoneNote(clock) { context.say(note) }
        }
    }

    private func fits(_ task: StudyTask, _ context: CommandContext) -> Bool {
        if all { return true }
        if done { return task.done }
        let isOver = task.recurrence == nil && task.end.map { $0 < context.now } ?? false
        return !task.done && !isOver
    }
}

/// A task as `--json` writes it; one that waits in the outbox says so.
private struct ListedTask: Encodable {
    let task: StudyTask
    let entry: OutboxEntry?

    private enum Extra: CodingKey { case waiting }

    func encode(to encoder: any Encoder) throws {
        try task.encode(to: encoder)
        guard let entry else { return }
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(UnsentItem(entry), forKey: .waiting)
    }
}

extension CommandContext {
    /// The tasks of the outbox as they will be stored.
    func unsentTasks() async throws -> [StudyTask.ID: (entry: OutboxEntry, task: StudyTask)] {
        var found: [StudyTask.ID: (entry: OutboxEntry, task: StudyTask)] = [:]
        for entry in try await outbox.entries() {
            guard case .task(let new, _) = entry.content, let task = new.task(queued: entry) else { continue }
            found[task.id] = (entry, task)
        }
        return found
    }
}

extension StudyTask.Kind: ExpressibleByArgument {}
