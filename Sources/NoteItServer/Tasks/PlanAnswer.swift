import Foundation
import NoteItCore
import Planning

/// What a plan's blocks say of their tasks.
struct PlanNames: Sendable {
    struct Name: Sendable {
        var title: String
        var course: Course.ID?
        var event: Event.ID?
    }

    private let names: [String: Name]

    init(_ names: [(id: String, name: Name)]) {
        self.names = Dictionary(names.map { ($0.id, $0.name) }) { first, _ in first }
    }

    init(_ tasks: [StudyTask]) {
        self.init(tasks.map { ($0.id.description, Name(title: $0.title, course: $0.course, event: $0.event)) })
    }

    subscript(task: String) -> Name? { names[task] }

    /// The block with the title, course and event of its task.
    func naming(_ block: StudyPlan.Block) -> StudyPlan.Block {
        guard let name = block.task.flatMap({ names[$0] }) else { return block }
        var block = block
        (block.title, block.course, block.event) = (name.title, name.course, name.event)
        return block
    }
}

extension StudyPlan {
    /// The planner's result in the contract's terms.
    init(_ timetable: StudyTimetable, names: PlanNames, settings: StudySettings) {
        let sentences = PlanSentences(zone: settings.zone ?? .gmt, dailyLimit: settings.dailyLimit) { names[$0]?.title ?? $0 }
        self.init(
            blocks: timetable.blocks.map { names.naming(Block($0)) },
            unplaced: timetable.unplaced.map { unplaced in
                Unplaced(
                    task: unplaced.task, minutes: unplaced.minutes,
                    because: Because(
                        reason: Because.Reason(unplaced.reason), detail: sentences.detail(unplaced),
                        change: unplaced.change.map(Change.init)))
            }, objective: timetable.objective, optimal: timetable.isOptimal, bound: timetable.bound)
    }
}

extension StudyPlan.Change {
    fileprivate init(_ change: StudyTimetable.Change) {
        switch change {
        case .longerHours(let day, let minutes): self.init(setting: .hours, day: Day(number: day), minutes: minutes)
        case .laterDeadline(let instant): self.init(setting: .deadline, time: Date(seconds: instant))
        case .higherLimit(let minutes): self.init(setting: .dailyLimit, minutes: minutes)
        case .shorterMinimum(let minutes): self.init(setting: .minimumBlock, minutes: minutes)
        case .longerMaximum(let minutes): self.init(setting: .maximumBlock, minutes: minutes)
        case .finish(let task): self.init(setting: .after, task: task)
        }
    }
}

extension StudyPlan.Block {
    fileprivate init(_ block: StudyTimetable.Block) {
        let kind: Kind =
            switch block.kind {
            case .study: .study
            case .rest: .break
            case .fixed: .fixed
            }
        self.init(
            id: block.id, kind: kind, start: Date(seconds: block.start), end: Date(seconds: block.end), task: block.task,
            pinned: block.isPinned, done: block.isDone, missed: block.isMissed)
    }

    /// The order of blocks: by start, end, id.
    static func precedes(_ one: Self, _ other: Self) -> Bool {
        (one.start, one.end) != (other.start, other.end)
            ? (one.start, one.end) < (other.start, other.end) : one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

extension StudyPlan.Because.Reason {
    fileprivate init(_ reason: StudyTimetable.Reason) {
        self =
            switch reason {
            case .hours: .hours
            case .deadline: .deadline
            case .limit: .limit
            case .after: .after
            case .blocks: .blocks
            }
    }
}

extension StudyProblem.Settings {
    init(_ settings: StudySettings) {
        let hours = StudySettings.weekdays.map { letter in
            (settings.hours[String(letter)] ?? []).map { $0.start.minute..<max($0.start.minute, $0.end.minute) }
        }
        self.init(hours: hours)
        (minimumBlock, maximumBlock) = (settings.minimumBlock, settings.maximumBlock)
        (breakMinutes, dailyLimit) = (settings.break, settings.dailyLimit)
        (longestRun, longBreak) = (settings.longestRun, settings.longBreak)
        mode =
            switch settings.mode {
            case .even: .even
            case .weeks: .weeks
            case .balanced: .balanced
            }
    }
}

extension StudyProblem.Priority {
    init(_ priority: StudyTask.Priority) {
        self =
            switch priority {
            case .high: .high
            case .medium: .medium
            case .low: .low
            }
    }
}

extension Range<Date> {
    /// Whole seconds since 1970.
    var seconds: Range<Int> { lowerBound.seconds..<upperBound.seconds }
}
