import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// New tasks and study blocks of the full-screen view. Without a server they wait, and count here at once.
extension ClassScreen {
    /// Adds a task that a line describes. What cannot be added stays, to be continued.
    func addTask(_ text: String) {
        let failed = { (complaint: Complaint) -> Styled in
            self.view.keepTask(text)
            return Styled("\(complaint.brief()) n continues.", .bad)
        }
        beside(failed: failed) { [self] in
            let clock = DueText(now: Date(), timeZone: try await context.studyClock().timeZone)
            let (new, line) = try await context.newTask(text, clock)
            let outcome = try await context.outbox.createTask(new)
            view.book.tasks = try await context.copy.tasks().keyed(by: \.id)
            switch outcome {
            case .sent(let task):
                view.book.tasks[task.id] = task
                view.note = Styled("Added \(task.title): \(line.facts(of: task, clock))", .good)
            case .queued: view.note = Styled("The task \(new.title) waits in the outbox.", .warning)
            case .refused(let entry): view.note = Self.refusal("task", entry)
            }
        }
    }

    /// Changes a study block.
    func change(_ block: StudyPlan.Block, with patch: StudyBlockPatch, _ verb: String) {
        beside(failed: { Styled("It stays as it was: \($0.message)", .bad) }) { [self] in
            let outcome = try await context.outbox.edit(block, with: patch)
            if let plan = try await context.copy.studyPlan() { view.book.plan = plan }
            try await readDay()
            let clock = view.book.dayClock
            switch outcome {
            case .sent(let block):
                view.note = Styled("\(verb): \(block.title), \(clock.short(block.start))-\(clock.time(block.end))", .good)
            case .queued: view.note = Styled("\(verb): \(block.title). It waits in the outbox.", .warning)
            case .refused(let entry):
                try await context.outbox.drop(entry.id)
                view.note = Styled("It stays as it was: \(entry.reason)", .bad)
            }
        }
    }
}

extension CommandContext {
    /// A task as a line describes it: `Read ch 9 fri 17:00 2h !high`. Throws a complaint if it does not say how much work it is.
    fileprivate func newTask(_ text: String, _ clock: DueText) async throws -> (new: NewStudyTask, line: TaskLine) {
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        var words = TaskWords()
        let line = TaskLine.Reader(phrase: phrase, courses: Set(try await copy.courses().map(\.id)), given: words).read(text)
        if EventReference.isUnmistakable(line.title) {
            throw Complaint("For the task of an event: \(ShellCommand("noteit", "task", "add", line.title)).")
        }
        line.fill(&words)
        guard words.minutes != nil else { throw Complaint("How much work is it? End with it: \(line.title) 2h.") }
        words.title = line.title
        var reading = words.read(new: phrase)
        if let course = line.course { reading.patch.course = .set(course) }
        let new = NewStudyTask(title: line.title, reading.patch)
        if let fault = new.faults(after: reading).first { throw Complaint("\(fault.plainField): \(fault.detail).") }
        return (new, line)
    }
}
