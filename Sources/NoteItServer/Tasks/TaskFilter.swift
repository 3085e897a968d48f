import Foundation
import NoteItCore

/// Chooses tasks of a list.
struct TaskFilter {
    private let query: TaskQuery
    private let span: Range<Date>
    private let zone: TimeZone

    /// - Parameter zone: of the study settings, for the query's days.
    init(_ query: TaskQuery, zone: TimeZone) {
        (self.query, self.zone) = (query, zone)
        let start = query.from?.start(in: zone) ?? .distantPast
        span = start..<max(start, query.to?.adding(days: 1).start(in: zone) ?? .endOfTimes)
    }

    /// Where there are too many rules to expand, the last tasks count as matching.
    /// - Parameters: `most`: the number of matching tasks after which it stops; `isOver`: ends the work.
    func matching(_ tasks: [StudyTask], most: Int = .max, until isOver: () -> Bool = { false }) -> [StudyTask] {
        var (budget, found) = (TaskSeries.Budget(), [StudyTask]())
        for task in tasks where isAsked(task) {
            if found.count >= most || isOver() { break }
            if isWithin(task, &budget) { found.append(task) }
        }
        return found
    }

    private func isAsked(_ task: StudyTask) -> Bool {
        (query.done ?? task.done) == task.done && (query.course ?? task.course) == task.course
            && (query.kind ?? task.kind) == task.kind
    }

    /// Whether a fixed task has an occurrence in the days, or a flexible one may be worked on.
    private func isWithin(_ task: StudyTask, _ budget: inout TaskSeries.Budget) -> Bool {
        if query.from == nil, query.to == nil { return true }
        guard task.kind == .fixed else {
            return (task.earliest ?? .distantPast) < span.upperBound && (task.deadline ?? .endOfTimes) > span.lowerBound
        }
        return TaskSeries(task, zone: zone)?.hasOccurrence(meeting: span, &budget) ?? false
    }
}
