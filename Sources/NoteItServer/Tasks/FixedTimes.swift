import Foundation
import NoteItCore

/// What a person does at fixed times: fixed tasks, the classes of their sections, and the busy time of their calendars.
struct FixedTimes: Sendable {
    let tasks: [StudyTask]
    let classes: [StudyClass]
    let busy: [ObjectTimes]
    /// The zone of the study settings.
    let zone: TimeZone

    init(_ inputs: StudyInputs) {
        (tasks, classes) = (inputs.tasks.filter { $0.kind == .fixed }, inputs.classes.flatMap(\.byKind))
        let zone = inputs.settings.zone ?? .gmt
        self.zone = zone
        busy = inputs.busy.map { ObjectTimes($0, reader: zone) }
    }

    /// The blocks that share time with `span`, in any order. Where there are too many occurrences, the last tasks lack some.
    /// - Parameter isOver: ends the work; the rest is left out.
    func blocks(meeting span: Range<Date>, until isOver: () -> Bool = { false }) -> [StudyPlan.Block] {
        var budget = TaskSeries.Budget()
        return tasks.flatMap { task in
            isOver()
                ? []
                : (TaskSeries(task, zone: zone)?.occurrences(meeting: span, &budget) ?? []).map { Self.block(of: task, at: $0) }
        }
            + classes.flatMap { section in
                ClassTimes(section).occurrences(meeting: span).map { Self.block(of: section, at: $0) }
            }
            + busy.flatMap { object in
                isOver() ? [] : object.busy(meeting: span, &budget).map { Self.block(of: object, $0.title, at: $0.time) }
            }
    }

    private static func block(of object: ObjectTimes, _ title: String, at time: Range<Date>) -> StudyPlan.Block {
        StudyPlan.Block(
            id: id(.fixed, object.item, time), kind: .fixed, start: time.lowerBound, end: time.upperBound, title: title)
    }

    private static func block(of task: StudyTask, at time: Range<Date>) -> StudyPlan.Block {
        StudyPlan.Block(
            id: id(.fixed, task.id.description, time), kind: .fixed, start: time.lowerBound, end: time.upperBound,
            task: task.id.description, event: task.event, course: task.course, title: task.title, done: task.done)
    }

    private static func block(of section: StudyClass, at time: Range<Date>) -> StudyPlan.Block {
        StudyPlan.Block(
            id: id(.class, section.section.description, time), kind: .class, start: time.lowerBound, end: time.upperBound,
            course: section.course, title: section.title)
    }

    /// The id of a block, the same in every answer.
    private static func id(_ kind: StudyPlan.Block.Kind, _ subject: String, _ time: Range<Date>) -> String {
        Secret.uuid(of: "\(kind.rawValue)\n\(subject)\n\(time.lowerBound.seconds)\n\(time.upperBound.seconds)")
    }

    /// The fixed tasks, classes and busy times that a task shares time with: the first occurrence of each, by start, at most
    /// `TaskOverlap.most`. A series is looked at for a year.
    /// - Parameters: `others`: the tasks beside it; `isOver`: ends the work; the rest is left out.
    func overlaps(
        of new: NewStudyTask, among others: [StudyTask], now: Date, until isOver: () -> Bool = { false }
    ) -> [TaskOverlap] {
        guard let start = new.start, let end = new.end,
            let series = try? TaskSeries(start: start, end: end, recurrence: new.recurrence, zone: zone)
        else { return [] }
        var budget = TaskSeries.Budget()
        let from = new.recurrence == nil ? start : max(start, now)
        let own = series.occurrences(meeting: from..<max(end, from + 366 * 86_400), &budget)
        guard let first = own.first, let last = own.last else { return [] }
        let span = first.lowerBound..<last.upperBound
        var found: [TaskOverlap] = []
        for task in others where task.kind == .fixed && !isOver() {
            guard let other = TaskSeries(task, zone: zone)?.occurrences(meeting: span, &budget),
                let time = Self.firstShared(other, with: own)
            else { continue }
            found.append(
                TaskOverlap(
                    kind: .task, id: task.id.description, title: task.title, start: time.lowerBound, end: time.upperBound))
        }
        for section in classes {
            guard let time = Self.firstShared(ClassTimes(section).occurrences(meeting: span), with: own) else { continue }
            found.append(
                TaskOverlap(
                    kind: .class, id: section.section.description, title: section.title, start: time.lowerBound,
                    end: time.upperBound))
        }
        for object in busy where !isOver() {
            let times = object.busy(meeting: span, &budget)
            guard let time = Self.firstShared(times.map(\.time), with: own) else { continue }
            let title = times.first { $0.time == time }?.title ?? ""
            found.append(
                TaskOverlap(kind: .busy, id: object.item, title: title, start: time.lowerBound, end: time.upperBound))
        }
        return Array(found.sorted { ($0.start, $0.id) < ($1.start, $1.id) }.prefix(TaskOverlap.most))
    }

    /// The first of `times` that shares time with one of `others`. Both are by start.
    private static func firstShared(_ times: [Range<Date>], with others: [Range<Date>]) -> Range<Date>? {
        var next = 0
        for time in times {
            // Occurrences of one task have one length, so those that end too early never come back.
            while next < others.count, others[next].upperBound <= time.lowerBound { next += 1 }
            if next == others.count { return nil }
            if others[next].overlaps(time) { return time }
        }
        return nil
    }
}
