import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// New tasks and study blocks of the full-screen view. Without a server they wait, and count here at once.
extension ClassScreen {
    /// Adds a task that a line describes. What cannot be added stays, to be continued.
    func addTask(_ text: String, _ request: ClassView.Request) {
        write(request) { screen, outbox in
            let clock = DueText(now: Date(), timeZone: try await screen.context.studyClock().timeZone)
            let (new, line) = try await screen.context.newTask(text, clock)
            let outcome = try await outbox.createTask(new)
            screen.view.book.tasks = try await screen.context.copy.tasks().keyed(by: \.id)
            switch outcome {
            case .sent(let task):
                screen.view.book.tasks[task.id] = task
                screen.view.note = Styled("Added \(task.title): \(line.facts(of: task, clock))", .good)
            case .queued: screen.view.note = Styled("The task \(new.title) waits in the outbox.", .warning)
            case .refused(let entry): screen.view.note = Self.refusal("task", entry)
            }
        } failed: { screen, complaint in
            screen.view.keepTask(text)
            screen.view.note = Styled("\(complaint.brief()) n continues.", .bad)
        }
    }

    /// Changes a study block.
    func change(_ block: StudyPlan.Block, with patch: StudyBlockPatch, _ verb: String, _ request: ClassView.Request) {
        write(request, failed: "It stays as it was") { screen, outbox in
            let outcome = try await outbox.edit(block, with: patch)
            screen.view.settle(request)
            if let plan = try await screen.context.copy.studyPlan() { screen.view.book.plan = plan }
            // The copy may lag behind the answer.
            if case .sent(let block) = outcome, !screen.view.isMoving(block.id) {
                screen.view.book.plan = screen.view.book.plan?.replacing(block)
            }
            try await screen.readDay()
            let clock = screen.view.book.dayClock
            switch outcome {
            case .sent(let block):
                screen.view.note = Styled(
                    "\(verb): \(block.title), \(clock.short(block.start))-\(clock.time(block.end))", .good)
            case .queued: screen.view.note = Styled("\(verb): \(block.title). It waits in the outbox.", .warning)
            case .refused(let entry):
                try await outbox.drop(entry.id)
                screen.view.note = Styled("It stays as it was: \(entry.reason)", .bad)
            }
        }
    }
}

extension CommandContext {
    /// A task as a line describes it: `Read ch 9 fri 17:00 2h !high`.
    fileprivate func newTask(_ text: String, _ clock: DueText) async throws -> (new: NewStudyTask, line: TaskLine) {
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        var words = TaskWords()
        let line = TaskLine.Reader(phrase: phrase, courses: Set(try await copy.courses().map(\.id)), given: words).read(text)
        if EventReference.isUnmistakable(line.title) {
            throw Complaint("For the task of an event: \(ShellCommand("noteit", "task", "add", line.title)).")
        }
        line.fill(&words)
        _ = words.takeUsualLength()
        words.title = line.title
        var reading = words.read(new: phrase)
        if let course = line.course { reading.patch.course = .set(course) }
        let new = NewStudyTask(title: line.title, reading.patch)
        if let fault = new.faults(after: reading).first { throw Complaint("\(fault.plainField): \(fault.detail).") }
        return (new, line)
    }
}
