import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit task step`.
struct TaskStep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step",
        abstract: "List, add and tick off the steps of a task.",
        discussion: """
            A step is named by its number in the list, or by a part of its text. A task has at most \(StudyTask.mostSteps) \
            steps. Changes need the server. --plain writes number, done or open, and text.

            Examples:
              noteit task step essay
              noteit task step essay --add "Find sources" --add "Outline"
              noteit task step essay --done 1
              noteit task step essay --undo sources
              noteit task step essay --delete 2
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String]
    @Option(help: ArgumentHelp("Add a step at the end; may be given several times.", valueName: "text")) var add: [String] = []
    @Option(help: ArgumentHelp("Tick off a step.", valueName: "step")) var done: [String] = []
    @Option(help: ArgumentHelp("Open a step again.", valueName: "step")) var undo: [String] = []
    @Option(help: ArgumentHelp("Delete a step.", valueName: "step")) var delete: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let isChange = ![add, done, undo, delete].allSatisfy(\.isEmpty)
        let context = try await isChange ? CommandContext(inStep: session) : CommandContext(reading: session)
        var task = try await context.task(self.task)
        if isChange {
            task = try await changed(task, context)
            try await context.refresh()
        }
        let steps = task.steps ?? []
        let rows = steps.enumerated().map { ["\($0 + 1)", $1.done ? "done" : "open", $1.text] }
        try await context.report(task, plain: rows) {
            if steps.isEmpty { context.say(Styled("No steps. Add one with --add \"Find sources\".", .faint)) }
            context.out(task.stepLines)
        }
    }

    private func changed(_ task: StudyTask, _ context: CommandContext) async throws -> StudyTask {
        var steps = task.steps ?? []
        for name in done { steps[try index(name, steps)].done = true }
        for name in undo { steps[try index(name, steps)].done = false }
        let gone = Set(try delete.map { try index($0, steps) })
        steps = steps.indices.filter { !gone.contains($0) }.map { steps[$0] } + add.map { StudyTask.Step(text: $0) }
        var patch = StudyTaskPatch()
        patch.steps = steps
        do {
            return try await context.client.edit(task.id, with: patch, rev: task.rev)
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "'\(task.title)' was changed meanwhile; nothing was overwritten.", advice: ["Look at it, then try again."])
        }
    }

    private func index(_ name: String, _ steps: [StudyTask.Step]) throws -> Int {
        if let number = Int(name), steps.indices.contains(number &- 1) { return number - 1 }
        let key = name.lowercased()
        let found = steps.indices.filter { steps[$0].text.lowercased().contains(key) }
        guard found.count == 1, let only = found.first, !key.isEmpty else {
            throw Complaint.usage(
                "\(found.count > 1 ? "Several steps match" : "No step matches") '\(name)'.",
                "Name a step by its number; list them with: noteit task step \(self.task.joined(separator: " "))")
        }
        return only
    }
}
