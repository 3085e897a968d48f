import Foundation
import NoteItCore
import Planning

/// A preview in the planner's terms, and the planner's result in the contract's terms.
struct PreviewProblem: Sendable {
    private static let mostErrors = 50

    private let preview: StudyPreview
    private let zone: TimeZone

    init(_ preview: StudyPreview) {
        self.preview = preview
        zone = preview.settings.zone ?? .gmt
    }

    /// Throws `.invalid` with every invalid field: also rules that cannot be read or do not give their start, and cycles. Blocking,
    /// for planning threads.
    func answer(steps: Int, isOver: @escaping () -> Bool = { false }) throws(DomainError) -> StudyPlan {
        let problem = try makeProblem()
        let names = PlanNames(
            preview.tasks.map { ($0.id, PlanNames.Name(title: $0.title ?? "", course: $0.course, event: $0.event)) })
        return StudyPlan(StudyPlanner.plan(problem, steps: steps, isOver: isOver), names: names, settings: preview.settings)
    }

    func makeProblem() throws(DomainError) -> StudyProblem {
        try check()
        let span = Day.span(from: preview.from, to: preview.to, in: zone)
        var problem = StudyProblem(
            now: preview.now.seconds, days: preview.from.number...preview.to.number,
            zone: ZoneOffsets(zone, covering: [span, preview.now..<preview.now]),
            settings: StudyProblem.Settings(preview.settings),
            tasks: preview.tasks.filter { $0.kind == .flexible }.map(StudyProblem.Task.init))
        problem.fixed = try fixed(meeting: span)
        problem.busy = (preview.busy ?? []).map { ($0.start..<$0.end).seconds }
        problem.earlier = (preview.blocks ?? []).filter { $0.kind ?? .study == .study }.compactMap(
            StudyProblem.EarlierBlock.init)
        return problem
    }

    private func check() throws(DomainError) {
        var errors: [FieldError] = []
        do { _ = try preview.validated() } catch .invalid(let faults) { errors = faults } catch { throw error }
        let known = Set(errors.map(\.field))
        for (index, task) in preview.tasks.enumerated() where errors.count < Self.mostErrors {
            guard task.kind == .fixed, let start = task.start, let recurrence = task.recurrence else { continue }
            let fault = recurrence.fault(start: start, in: zone, before: "tasks.\(index).")
            if let fault, !known.contains(fault.field) { errors.append(fault) }
        }
        if errors.count < Self.mostErrors, let fault = cycleFault { errors.append(fault) }
        if !errors.isEmpty { throw .invalid(errors) }
    }

    private var cycleFault: FieldError? {
        guard let cycle = StudyProblem.cycle(in: preview.tasks.map { ($0.id, $0.after ?? []) }) else { return nil }
        let members = Set(cycle)
        let first = preview.tasks.firstIndex { members.contains($0.id) } ?? 0
        let named = cycle.prefix(10) + (cycle.count > 10 ? ["..."] : cycle.prefix(1))
        return FieldError(
            field: "tasks.\(first).after", detail: "must not make a cycle: \(named.joined(separator: " before "))")
    }

    private func fixed(meeting span: Range<Date>) throws(DomainError) -> [StudyProblem.FixedTask] {
        var (budget, fixed) = (TaskSeries.Budget(), [StudyProblem.FixedTask]())
        for task in preview.tasks where task.kind == .fixed {
            guard let start = task.start, let end = task.end,
                let series = try? TaskSeries(start: start, end: end, recurrence: task.recurrence, zone: zone)
            else { continue }
            let times = series.occurrences(meeting: span, &budget)
            if budget.isSpent {
                throw .invalid("tasks", "have more occurrences from \(preview.from) to \(preview.to) than one plan takes")
            }
            fixed.append(StudyProblem.FixedTask(id: task.id, occurrences: times.map(\.seconds), isDone: task.done ?? false))
        }
        return fixed
    }
}

extension StudyProblem.Task {
    init(_ task: StudyPreview.Task) {
        self.init(id: task.id, minutes: task.minutes ?? 0)
        priority = StudyProblem.Priority(task.priority ?? .medium)
        minutesDone = task.minutesDone ?? 0
        (earliest, deadline) = (task.earliest?.seconds, task.deadline?.seconds)
        (after, spaced) = (task.after ?? [], task.spaced)
        createdAt = task.createdAt?.seconds
        isDone = task.done ?? false
    }

    init(_ task: StudyTask) {
        self.init(id: task.id.description, minutes: task.minutes ?? 0)
        priority = StudyProblem.Priority(task.priority)
        minutesDone = task.minutesDone
        (earliest, deadline) = (task.earliest?.seconds, task.deadline?.seconds)
        (after, spaced) = (task.after.map(\.description), task.spaced)
        createdAt = task.createdAt.seconds
        isDone = task.done
        every = task.every?.times.map(StudyProblem.Every.init)
    }
}

extension StudyProblem.Every {
    init(_ times: StudyTask.Every.Times) {
        self =
            switch times {
            case .weekdays(let days): .weekdays(days)
            case .week: .week
            }
    }
}

extension StudyProblem.EarlierBlock {
    /// Nil without a task.
    init?(_ block: StudyPreview.Block) {
        guard let task = block.task else { return nil }
        self.init(id: block.id, task: task, start: block.start.seconds, end: block.end.seconds)
        (isPinned, isDone, isMissed) = (block.pinned ?? false, block.done ?? false, block.missed ?? false)
    }

    /// Nil without a task.
    init?(_ block: StudyPlan.Block) {
        guard let task = block.task else { return nil }
        self.init(id: block.id, task: task, start: block.start.seconds, end: block.end.seconds)
        (isPinned, isDone, isMissed) = (block.pinned, block.done, block.missed)
    }
}
