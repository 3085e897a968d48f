import NoteItCore

/// How study time is drawn: the clock of the study settings' time zone, the tasks, and the signs that the terminal can show.
public struct StudyStyle: Sendable {
    /// Writes times. Its `now` is marked in drawings.
    public var clock: DueText
    public var unicode: Bool
    /// The minutes between two study blocks that are called a break, not free.
    public var pause: Int
    private var tasks: [String: StudyTask]

    /// - Parameter pause: of the study settings.
    public init(clock: DueText, tasks: [StudyTask], unicode: Bool, pause: Int = 0) {
        self.clock = clock
        self.unicode = unicode
        self.pause = pause
        self.tasks = tasks.keyed(by: \.id.description)
    }

    /// - Parameter id: of a task of a block.
    func task(_ id: String?) -> StudyTask? { id.flatMap { tasks[$0] } }

    func title(of task: String) -> String { tasks[task]?.title ?? "a task" }

    /// `16:00-16:40`
    func times(_ block: StudyPlan.Block) -> String { "\(clock.time(block.start))-\(clock.time(block.end))" }

    func isNow(_ block: StudyPlan.Block) -> Bool { block.start <= clock.now && clock.now < block.end }

    /// The bar before a block. Planned study is grey; a fixed task has the colour of its priority.
    func bar(_ block: StudyPlan.Block) -> Styled {
        switch block.kind {
        case .study: Styled(unicode ? "░" : ":", .faint)
        case .break: Styled()
        case .fixed: Styled(unicode ? "▌" : "|", tone(block))
        case .class: Styled(unicode ? "▌" : "|", .notice)
        }
    }

    func tone(_ block: StudyPlan.Block) -> Tone {
        switch block.kind {
        case .study, .break: .faint
        case .fixed: task(block.task)?.priority.tone ?? .medium
        case .class: .notice
        }
    }

    func title(_ block: StudyPlan.Block) -> Styled {
        if block.kind == .break { return Styled("break", .faint) }
        return Styled(block.title, isNow(block) ? .strong : block.kind == .study ? .faint : .plain)
    }

    /// `CMPT225`; empty for a class, whose title names it.
    func course(_ block: StudyPlan.Block) -> Styled {
        Styled(block.kind == .class ? "" : block.course.map(\.name) ?? "", .faint)
    }

    func length(_ block: StudyPlan.Block) -> Styled { Styled(block.minutes.asHours, .faint) }

    func priority(_ block: StudyPlan.Block) -> Styled {
        guard block.kind == .study || block.kind == .fixed, let priority = task(block.task)?.priority else { return Styled() }
        return Styled(priority.rawValue, priority.tone)
    }

    func state(_ block: StudyPlan.Block) -> Styled {
        if block.done { return Styled("done", .good) }
        if block.missed { return Styled("missed", .bad) }
        return Styled(block.pinned ? "pinned" : "", .faint)
    }
}

extension StudyTask.Priority {
    public var tone: Tone {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        }
    }
}

extension StudyPlan.Block {
    /// The length in whole minutes.
    public var minutes: Int { Int((end.timeIntervalSince(start) / 60).rounded()) }

    /// Tab-separated values: start and end in UTC, kind, title, course, state, task, id.
    public var fields: [String] {
        let state = done ? "done" : missed ? "missed" : pinned ? "pinned" : ""
        return [
            RFC3339.string(start), RFC3339.string(end), kind.rawValue, title, course?.name ?? "", state, task ?? "", id,
        ]
    }
}

extension [StudyPlan.Block] {
    /// The study time in them that is not missed, and how much of it is done: `3h 20m of study, 40m done`; empty without any.
    func studyWords() -> String {
        let study = filter { $0.kind == .study && !$0.missed }
        let (all, done) = (study.reduce(0) { $0 + $1.minutes }, study.filter(\.done).reduce(0) { $0 + $1.minutes })
        return study.isEmpty ? "" : "\(all.asHours) of study" + (done > 0 ? ", \(done.asHours) done" : "")
    }
}
