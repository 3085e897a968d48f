import ArgumentParser

/// `noteit task`.
struct TaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "Add, list and finish your tasks: work to plan, and fixed times.",
        subcommands: [
            TaskAdd.self, TaskList.self, TaskView.self, TaskEdit.self, TaskStep.self, TaskSnooze.self, TaskDoneCommand.self,
            TaskDelete.self,
        ],
        defaultSubcommand: TaskList.self)
}
