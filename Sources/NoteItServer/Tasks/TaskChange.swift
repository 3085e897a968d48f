import Foundation
import ICalendar
import NoteItCore

/// A change to a task, or to some occurrences of one, in terms of whole tasks.
struct TaskChange {
    /// What becomes of the task; nil: it is deleted.
    var task: NewStudyTask?
    /// Whether the task is done; nil leaves that as it is.
    var done: Bool?
    /// The task that the change is for, if it is split off from a series.
    var part: TaskPart?
}

/// A task whose occurrences are edited. One that is changed becomes a task of its own, and an exception of its series; with those
/// after it, they become a series of their own.
struct TaskOccurrences {
    private let task: StudyTask
    private let zone: TimeZone

    /// - Parameter zone: of the study settings.
    init(_ task: StudyTask, zone: TimeZone) { (self.task, self.zone) = (task, zone) }

    /// Throws `.notFound` for an occurrence that the task does not have.
    /// - Parameter occurrence: nil for the whole task.
    func editing(_ patch: StudyTaskPatch, _ occurrence: TaskOccurrence?) throws(DomainError) -> TaskChange {
        let (rest, part) = try cut(occurrence)
        var new = patch.applied(to: part)
        tidy(&new, from: part, keepsExceptions: patch.recurrence == nil)
        guard let rest else { return TaskChange(task: new, done: patch.done) }
        new.id = nil
        return TaskChange(task: Self.unchanged(rest), part: TaskPart(task: new, done: patch.done ?? task.done))
    }

    /// Throws as `editing`.
    func deleting(_ occurrence: TaskOccurrence?) throws(DomainError) -> TaskChange {
        TaskChange(task: try cut(occurrence).rest.map(Self.unchanged))
    }

    /// The task as one occurrence, or as the series from it on. Throws as `editing`.
    func view(_ occurrence: TaskOccurrence?) throws(DomainError) -> StudyTask {
        guard let occurrence else { return task }
        var view = try cut(occurrence).part
        if !occurrence.following { view.recurrence = task.recurrence }
        return view
    }

    /// The task without the occurrences, nil if it is all of them; and a task of those occurrences alone.
    func cut(_ occurrence: TaskOccurrence?) throws(DomainError) -> (rest: StudyTask?, part: StudyTask) {
        guard let occurrence else { return (nil, task) }
        guard let series = TaskSeries(task, zone: zone), series.contains(occurrence.start) else {
            throw .notFound("occurrence of this task at \(RFC3339.string(occurrence.start))")
        }
        guard let recurrence = series.recurrence else { return (nil, task) }
        return occurrence.following
            ? following(occurrence.start, series, recurrence) : single(occurrence.start, series, recurrence)
    }

    private func single(
        _ start: Date, _ series: TaskSeries, _ recurrence: Recurrence
    ) -> (rest: StudyTask?, part: StudyTask) {
        var (rest, part) = (task, task)
        (part.start, part.end, part.recurrence) = (start, start + series.length, nil)
        rest.recurrence?.exceptions.append(start)
        return (TaskSeries(rest, zone: zone)?.isEmpty == true ? nil : rest, part)
    }

    private func following(
        _ start: Date, _ series: TaskSeries, _ recurrence: Recurrence
    ) -> (rest: StudyTask?, part: StudyTask) {
        guard let split = recurrence.split(at: start), let before = split.before else { return (nil, task) }
        var (rest, part) = (task, task)
        rest.recurrence = TaskRecurrence(before)
        part.recurrence = TaskRecurrence(split.after)
        (part.start, part.end) = (start, start + series.length)
        return (rest, part)
    }

    private static func unchanged(_ task: StudyTask) -> NewStudyTask { StudyTaskPatch().applied(to: task) }

    /// Brings the exceptions of a changed series in line: they stay on their days, and go where nothing is left to except.
    private func tidy(_ new: inout NewStudyTask, from old: StudyTask, keepsExceptions: Bool) {
        guard let recurrence = new.recurrence, let start = new.start, let end = new.end, end > start,
            start != old.start || recurrence != old.recurrence,
            let series = try? TaskSeries(start: start, end: end, recurrence: recurrence, zone: zone)
        else { return }
        let clock = keepsExceptions && start != old.start ? start : nil
        new.recurrence?.exceptions = series.tidied(recurrence.exceptions, at: clock, zone: zone)
    }
}

extension NewStudyTask {
    /// Names every invalid field, those of the recurrence too.
    /// - Parameters: `old`: what it was. A start and a rule that stay are not checked again. `now`: a rule that counts too long from
    ///   its start to this moment is refused.
    func validated(in zone: TimeZone, since old: StudyTask? = nil, at now: Date = .distantPast) throws(DomainError) -> Self {
        var errors: [FieldError] = []
        do { _ = try validated(since: old) } catch .invalid(let faults) { errors = faults } catch { throw error }
        if let fault = recurrenceFault(in: zone, since: old, at: now), !errors.contains(where: { $0.field == fault.field }) {
            errors.append(fault)
        }
        if !errors.isEmpty { throw .invalid(errors) }
        return self
    }

    private func recurrenceFault(in zone: TimeZone, since old: StudyTask?, at now: Date) -> FieldError? {
        guard kind == .fixed, let recurrence, let start else { return nil }
        if old?.kind == .fixed, start == old?.start, recurrence.rule == old?.recurrence?.rule { return nil }
        return recurrence.fault(start: start, in: zone) ?? recurrence.lengthFault(start: start, in: zone, at: now)
    }
}

extension TaskRecurrence {
    /// The periods and days that a stored rule may look at from its start to today: 68 years of days. Each answer looks at them.
    private static let mostSteps = 50_000

    /// What is wrong with the length of the rule; nil if it reaches `now` in few steps, or cannot be read. Only a rule with
    /// COUNT has to begin at its start.
    fileprivate func lengthFault(start: Date, in zone: TimeZone, at now: Date) -> FieldError? {
        guard start < now, let series = try? TaskSeries(start: start, end: start + 1, recurrence: self, zone: zone),
            let steps = series.recurrence?.occurrences(in: now..<now + 1, limit: 1, stepLimit: Self.mostSteps).steps,
            steps >= Self.mostSteps
        else { return nil }
        return FieldError(
            field: "recurrence.rule", detail: "counts too many days from start to today: begin later, or use UNTIL for COUNT")
    }

    /// What is wrong with the rule; nil if it is one, and gives its start.
    /// - Parameter prefix: of the fields' names: `tasks.3.`.
    func fault(start: Date, in zone: TimeZone, before prefix: String = "") -> FieldError? {
        do {
            let series = try TaskSeries(start: start, end: start + 1, recurrence: self, zone: zone)
            return series.startFault.map { FieldError(field: "\(prefix)start", detail: $0) }
        } catch {
            return FieldError(field: "\(prefix)recurrence.rule", detail: error.description)
        }
    }
}
