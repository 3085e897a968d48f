import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit done`.
struct Done: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Tick off a deadline, for yourself.",
        discussion: """
            It leaves 'noteit today' and 'noteit agenda', and you get no more reminders of it. Nobody else sees that you ticked \
            it off. A task that you made of it is done with it, and open again with --undo. If the server is not reached, the \
            tick waits in the outbox.

            A task without an event: noteit task done

            Examples:
              noteit done CMPT225#42
              noteit done CMPT225#42 MATH150#7
              noteit done CMPT225#42 --undo
            """)

    @Argument(help: "Events, such as CMPT225#42.", completion: Completions.events) var events: [String]
    @Flag(help: "Take it back.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let events = try await subjects(context).map { subject in
            switch subject {
            case .event(let event):
                if event.due == nil, !undo { throw Complaint.usage("\(event.reference) has no due date to tick off.") }
                return event
            case .course(let course):
                throw Complaint.usage("\(course.name) is a course.", "Name an event, such as \(course.name)#42.")
            }
        }
        let before = try await context.copy.tasks()
        var marks: [EventMark] = []
        for event in events {
            switch try await context.outbox.mark(event.id, done: !undo) {
            case .sent(let mark): marks.append(mark)
            case .queued(let entry, let why): try context.tellQueued(entry, why)
            case .refused(let entry):
                try await context.outbox.drop(entry.id)
                throw Complaint("\(event.reference) was not ticked off: \(entry.reason)")
            }
        }
        guard !marks.isEmpty else { return }
        guard marks.allSatisfy({ $0.done != undo }) else {
            throw Complaint("This server is older than 'noteit done': nothing was ticked off.")
        }
        try await context.refresh()
        let sent = events.filter { event in marks.contains { $0.event == event.id } }
        let tasks = try await context.copy.tasks().filter { task in
            before.contains { $0.id == task.id && $0.done != task.done }
        }
        try await context.report(marks, plain: sent.map { [$0.reference] }) { tell(sent, tasks, context) }
    }

    /// Throws a complaint that names the right command for a task.
    private func subjects(_ context: CommandContext) async throws -> [EventOrCourse] {
        do {
            return try await context.subjects(events)
        } catch let complaint as Complaint {
            let title = events.joined(separator: " ").lowercased()
            let tasks = try await context.copy.tasks()
            guard let task = tasks.first(where: { $0.title.lowercased() == title }) else { throw complaint }
            throw Complaint.usage(
                "'\(task.title)' is a task.", "Tick it off with: \(ShellCommand("noteit", "task", "done", task.title))")
        }
    }

    private func tell(_ events: [Event], _ tasks: [StudyTask], _ context: CommandContext) {
        for event in events {
            context.say(Styled("\(undo ? "Open again" : "Done"): \(event.reference), \(event.title).", .good))
            for task in tasks where task.event == event.id {
                context.say("Your task \"\(task.title)\" is \(undo ? "open again" : "done") with it.")
            }
        }
    }
}
