import NoteItCore

/// A task with all that is known about it.
public struct TaskPage: Sendable {
    private let task: StudyTask
    private let names: TaskNames
    /// The due event that it prepares for, if it is in the local copy.
    private let event: Event?
    private let blocks: [StudyPlan.Block]
    private let unplaced: StudyPlan.Unplaced?
    private let style: StudyStyle

    /// - Parameter names: of all tasks of the person.
    public init(_ task: StudyTask, names: TaskNames, event: Event?, plan: StudyPlan?, style: StudyStyle) {
        (self.task, self.names, self.event, self.style) = (task, names, event, style)
        let id = task.id.description
        blocks = (plan?.blocks ?? []).filter { $0.task == id }
        unplaced = plan?.unplaced.first { $0.task == id }
    }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let steps = task.stepLines
        let parts = steps.isEmpty ? [] : [Styled(), Styled("Steps", .strong)] + steps
        let notes = task.notes.isEmpty ? [] : [Styled()] + task.notes.wrapped(to: measure).map { Styled($0) }
        return [Styled(task.title, .heading) + "  " + Styled(names.shortID(of: task.id), .faint)]
            + facts.map { Styled($0.0.padded(to: 10), .faint) + $0.1 } + parts + notes + times(width)
    }

    private var facts: [(String, Styled)] {
        let clock = style.clock
        let after = task.after.map { id in names.task(id)?.title ?? "a task that is gone" }
        let all: [(String, Styled)] = [
            ("Priority", Styled(task.priority.rawValue, task.priority.tone)),
            ("When", Styled(task.kind == .fixed ? task.timeWords(clock) : "")),
            ("From", Styled(task.recurrence == nil ? "" : task.start.map(clock.short) ?? "")),
            ("Left out", Styled((task.recurrence?.exceptions ?? []).map(clock.short).joined(separator: ", "))),
            ("Work", Styled(task.workWords)), ("Earliest", Styled(task.earliest.map(clock.full) ?? "")),
            ("Deadline", Styled(task.deadline.map { "\(clock.full($0)) (\(clock.distance($0)))" } ?? "")),
            ("Spread", Styled(task.spaced.map { "over \(counted($0, "day")) or more" } ?? "")),
            ("After", Styled(after.joined(separator: ", "))), ("Course", Styled(task.course?.name ?? "")),
            ("Event", event.map { Styled($0.reference, .strong) + Styled("  \($0.title)") } ?? Styled()),
            ("State", task.done ? Styled("done", .good) : Styled()),
            ("In part", Styled(task.calendarOnlyWords ?? "", .warning)),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    /// The next occurrences, or the study blocks.
    private func times(_ width: Int?) -> [Styled] {
        let coming = blocks.filter { $0.kind == .study || $0.end > style.clock.now }
        let shown = coming.prefix(Self.most).map { block in
            [Styled("  \(style.clock.short(block.start))-\(style.clock.time(block.end))"), style.state(block)].joined(by: "  ")
        }
        let rest = coming.count > Self.most ? [Styled("  and \(coming.count - Self.most) more", .faint)] : []
        let reason = unplaced.map { unplaced in
            [Styled(), Styled("Without a place: \(unplaced.minutes.asHours)", .warning)]
                + unplaced.because.detail.wrapped(to: width.map { $0 - 2 }).map { Styled("  " + $0, .faint) }
        }
        let title = task.kind == .fixed ? "Next" : "In the plan"
        return (shown.isEmpty ? [] : [Styled(), Styled(title, .strong)] + shown + rest) + (reason ?? [])
    }

    /// The most blocks that are listed.
    private static let most = 12
}

extension StudyTask {
    /// A line for each step: `  [x] 1  Find sources`.
    public var stepLines: [Styled] {
        (steps ?? []).enumerated().map { index, step in
            Styled("  \(step.done ? "[x]" : "[ ]") \(index + 1)  \(step.text)", step.done ? .faint : .plain)
        }
    }
}
