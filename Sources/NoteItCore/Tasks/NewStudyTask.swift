import Foundation

/// `POST /v1/me/tasks`.
public struct NewStudyTask: Codable, Sendable, Equatable, Memberwise {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: StudyTask.ID? = nil
    public var title: String
    public var notes: String? = nil
    public var kind: StudyTask.Kind
    public var start: Date? = nil
    public var end: Date? = nil
    public var minutes: Int? = nil
    public var earliest: Date? = nil
    public var deadline: Date? = nil
    public var priority: StudyTask.Priority? = nil
    public var after: [StudyTask.ID]? = nil
    public var recurrence: TaskRecurrence? = nil
    public var course: Course.ID? = nil
    public var event: Event.ID? = nil
    public var spaced: Int? = nil
    public var every: StudyTask.Every? = nil
    public var steps: [StudyTask.Step]? = nil
    /// The server alone knows it.
    public var calendarOnly: [StudyTask.CalendarOnly]? = nil

    private enum CodingKeys: String, CodingKey {
        case id, title, notes, kind, start, end, minutes, earliest, deadline, priority, after, recurrence, course, event, spaced
        case every, steps
    }

    /// Names every invalid field. The rule of a recurrence, and what needs the store, are checked elsewhere.
    /// - Parameter old: the task before; nil for a new one. A deadline that an event moved before `earliest` may stay.
    public func validated(since old: StudyTask? = nil) throws(DomainError) -> Self {
        var faults = Faults()
        TaskFields(self).check(&faults, before: "")
        if let earliest, let deadline, deadline <= earliest, earliest != old?.earliest || deadline != old?.deadline {
            faults.check("deadline", "must be after earliest, \(RFC3339.string(earliest))")
        }
        try faults.raise()
        return self
    }
}

extension NewStudyTask {
    /// The new task as it is stored.
    public func task(_ id: StudyTask.ID, at createdAt: Date) -> StudyTask {
        let recurrence = recurrence.map { TaskRecurrence(rule: $0.rule, exceptions: $0.exceptions.map(\.wholeSeconds)) }
        var known: Set<StudyTask.ID> = []
        return StudyTask(
            id: id, title: title, notes: notes ?? "", kind: kind, start: start?.wholeSeconds, end: end?.wholeSeconds,
            minutes: minutes, earliest: earliest?.wholeSeconds, deadline: deadline?.wholeSeconds, priority: priority ?? .medium,
            after: (after ?? []).filter { known.insert($0).inserted }, recurrence: recurrence, course: course, event: event,
            spaced: spaced, calendarOnly: calendarOnly, every: every, steps: steps?.isEmpty == true ? nil : steps, done: false,
            minutesDone: 0, createdAt: createdAt, editedAt: nil, rev: 1
        )
    }
}

/// `PATCH /v1/me/tasks/{id}`. An absent field stays as it is; a `null` clears those that may be without a value.
public struct StudyTaskPatch: Codable, Sendable, Equatable {
    public var title, notes: String?
    public var kind: StudyTask.Kind?
    public var start, end: Date?
    public var minutes: Clearable<Int>?
    public var earliest, deadline: Clearable<Date>?
    public var priority: StudyTask.Priority?
    public var after: [StudyTask.ID]?
    public var recurrence: Clearable<TaskRecurrence>?
    public var course: Clearable<Course.ID>?
    public var event: Clearable<Event.ID>?
    public var spaced: Clearable<Int>?
    public var every: Clearable<StudyTask.Every>?
    /// All steps, in their new order; an empty list leaves none.
    public var steps: [StudyTask.Step]?
    public var done: Bool?

    public init() {}

    /// The task with these changes, as if it were new. A change of kind drops the fields that the other kind has.
    public func applied(to task: StudyTask) -> NewStudyTask {
        var new = NewStudyTask(id: task.id, title: title ?? task.title, kind: kind ?? task.kind)
        let isFixed = new.kind == .fixed
        new.notes = notes ?? task.notes
        new.start = start ?? (isFixed ? task.start : nil)
        new.end = end ?? (isFixed ? task.end : nil)
        new.minutes = minutes.or(isFixed ? nil : task.minutes)
        new.earliest = earliest.or(isFixed ? nil : task.earliest)
        new.deadline = deadline.or(isFixed ? nil : task.deadline)
        new.priority = priority ?? task.priority
        new.after = after ?? (isFixed ? [] : task.after)
        new.recurrence = recurrence.or(isFixed ? task.recurrence : nil)
        new.course = course.or(task.course)
        new.event = event.or(isFixed ? nil : task.event)
        new.spaced = spaced.or(isFixed ? nil : task.spaced)
        new.every = every.or(isFixed ? nil : task.every)
        new.steps = steps ?? task.steps
        let left = task.calendarOnly?.filter { !replaced($0, of: task) } ?? []
        new.calendarOnly = left.isEmpty ? nil : left
        return new
    }

    /// Whether the change says anew what only a calendar program said before.
    private func replaced(_ part: StudyTask.CalendarOnly, of task: StudyTask) -> Bool {
        switch part {
        case .repetition: recurrence != nil || kind.map { $0 != task.kind } ?? false
        case .start: earliest != nil
        case .title: title != nil
        case .notes: notes != nil
        case .after: after != nil
        case .estimate: minutes != nil
        default: false
        }
    }
}

/// `POST /v1/me/tasks/{id}/done`.
public struct TaskDone: Codable, Sendable, Equatable, Memberwise, Validated {
    public var done: Bool
    /// Minutes studied until now, to add to those of the task.
    public var minutes: Int? = nil
    /// The start of one occurrence of a recurring task; nil for the whole task.
    public var occurrence: Date? = nil

    public func check(_ faults: inout Faults) {
        if let minutes, !TaskFields.minutes.contains(minutes) { faults.check("minutes", TaskFields.minutesRule) }
    }
}

/// The checks that the tasks of a person and those of a preview share.
struct TaskFields {
    static let minutes = StudyTask.minutesRange
    static let minutesRule = "must be a whole number of minutes from 1 to 100000"
    static let mostAfter = StudyTask.mostAfter
    static let mostSpaced = 366

    let title: String?
    let notes: String?
    let kind: StudyTask.Kind
    let start, end: Date?
    let minutes: Int?
    let earliest, deadline: Date?
    let afterCount: Int
    let recurrence: TaskRecurrence?
    let event: Event.ID?
    let spaced: Int?
    let every: StudyTask.Every?
    let steps: [StudyTask.Step]

    init(_ new: NewStudyTask) {
        (title, notes, kind) = (new.title, new.notes, new.kind)
        (start, end, minutes) = (new.start, new.end, new.minutes)
        (earliest, deadline, afterCount) = (new.earliest, new.deadline, new.after?.count ?? 0)
        (recurrence, event, spaced) = (new.recurrence, new.event, new.spaced)
        (every, steps) = (new.every, new.steps ?? [])
    }

    init(_ task: StudyPreview.Task) {
        (title, notes, kind) = (task.title, nil, task.kind)
        (start, end, minutes) = (task.start, task.end, task.minutes)
        (earliest, deadline, afterCount) = (task.earliest, task.deadline, task.after?.count ?? 0)
        (recurrence, event, spaced) = (task.recurrence, nil, task.spaced)
        (every, steps) = (nil, [])
    }

    /// - Parameter prefix: of the fields' names: `tasks.3.`.
    func check(_ faults: inout Faults, before prefix: String) {
        faults.check("\(prefix)title", title?.fault(length: TextLimit.title))
        faults.check("\(prefix)notes", notes?.fault(length: TextLimit.notes))
        checkSteps(&faults, prefix)
        if kind == .fixed { checkFixed(&faults, prefix) } else { checkFlexible(&faults, prefix) }
        if let recurrence {
            faults.check("\(prefix)recurrence.rule", recurrence.rule.fault(length: 1...500))
            if recurrence.exceptions.count > TaskRecurrence.mostExceptions {
                faults.check("\(prefix)recurrence.exceptions", "must list at most \(TaskRecurrence.mostExceptions) times")
            }
        }
    }

    private func checkSteps(_ faults: inout Faults, _ prefix: String) {
        if steps.count > StudyTask.mostSteps {
            return faults.check("\(prefix)steps", "must list at most \(StudyTask.mostSteps) steps")
        }
        for (index, step) in steps.enumerated() {
            faults.check("\(prefix)steps.\(index).text", step.text.fault(length: TextLimit.title))
        }
    }

    private func checkFixed(_ faults: inout Faults, _ prefix: String) {
        if start == nil { faults.check("\(prefix)start", "must be there: a fixed task has a start and an end") }
        if end == nil { faults.check("\(prefix)end", "must be there: a fixed task has a start and an end") }
        if let start, let end {
            if end <= start {
                faults.check("\(prefix)end", "must be after start, \(RFC3339.string(start))")
            } else if end.timeIntervalSince(start) > 366 * 86_400 {
                faults.check("\(prefix)end", "must be at most 366 days after start")
            }
        }
        for (name, isThere) in [
            ("minutes", minutes != nil), ("earliest", earliest != nil), ("deadline", deadline != nil),
            ("after", afterCount > 0), ("event", event != nil), ("spaced", spaced != nil), ("every", every != nil),
        ] where isThere {
            faults.check("\(prefix)\(name)", "is for flexible tasks only")
        }
    }

    private func checkFlexible(_ faults: inout Faults, _ prefix: String) {
        if let minutes, Self.minutes.contains(minutes) {} else { faults.check("\(prefix)minutes", Self.minutesRule) }
        if afterCount > Self.mostAfter { faults.check("\(prefix)after", "must list at most \(Self.mostAfter) tasks") }
        if let spaced, !(1...Self.mostSpaced).contains(spaced) {
            faults.check("\(prefix)spaced", "must be a number of days from 1 to \(Self.mostSpaced)")
        }
        if let every {
            if every.times == nil {
                faults.check("\(prefix)every", "must be day, week, or weekdays in the order of MTWRFSU, such as MWF")
            }
            for (name, isThere) in [("after", afterCount > 0), ("spaced", spaced != nil)] where isThere {
                faults.check("\(prefix)\(name)", "is not for work with every: each of its times stands alone")
            }
        }
        for (name, isThere) in [("start", start != nil), ("end", end != nil), ("recurrence", recurrence != nil)] where isThere {
            faults.check("\(prefix)\(name)", "is for fixed tasks only")
        }
    }
}
