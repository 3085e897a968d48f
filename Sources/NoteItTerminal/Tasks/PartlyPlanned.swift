import Foundation
import NoteItCore

/// The tasks of which a plan has only a part, or nothing: the mode `even` gives each task one block, however long its work is.
public struct PartlyPlanned: Sendable {
    private struct Part: Sendable {
        var title: String
        var planned, needed: Int
    }

    private let parts: [Part]
    /// The most tasks that are named.
    private static let most = 5

    /// Days ahead that the local copy of a plan has.
    private static let daysAhead = 27

    /// A task that the plan names as unplaced is not among them, nor one that may have its block after the days of the plan.
    /// - Parameters: `plan`: of all these days, from `now` on.
    public init(_ tasks: [StudyTask], plan: StudyPlan, now: Date) {
        let coming = plan.blocks.filter { $0.kind == .study && !$0.done && !$0.missed && $0.end > now }
        let sums = Dictionary(grouping: coming) { $0.task ?? "" }.mapValues { $0.reduce(0) { $0 + $1.minutes } }
        let unplaced = Set(plan.unplaced.map(\.task))
        let end = now + Double(Self.daysAhead) * 86_400
        parts = tasks.compactMap { task in
            guard task.kind == .flexible, !task.done, task.every == nil, let minutes = task.minutes,
                !unplaced.contains(task.id.description)
            else { return nil }
            let (found, isDueSoon) = (sums[task.id.description], task.deadline.map { $0 <= end } ?? false)
            guard let planned = found ?? (isDueSoon ? 0 : nil), planned < minutes - task.minutesDone else { return nil }
            return Part(title: task.title, planned: planned, needed: minutes - task.minutesDone)
        }
    }

    /// `Essay: 2h of 10h planned. noteit study settings --mode balanced plans all of it.` Nil if there are no such tasks.
    public var line: String? {
        guard !parts.isEmpty else { return nil }
        let named = parts.prefix(Self.most).map { part in
            "\(part.title): \(part.planned > 0 ? part.planned.asHours : "nothing") of \(part.needed.asHours) planned"
        }
        let rest = parts.count > Self.most ? ", and \(parts.count - Self.most) more" : ""
        return named.joined(separator: "; ") + rest + ". noteit study settings --mode balanced plans all of it."
    }
}
