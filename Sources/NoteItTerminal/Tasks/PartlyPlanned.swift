import Foundation
import NoteItCore

/// The tasks of which a plan has only a part: the mode `even` gives each task one block, however long its work is.
public struct PartlyPlanned: Sendable {
    private struct Part: Sendable {
        var title: String
        var planned, needed: Int
    }

    private let parts: [Part]
    /// The most tasks that are named.
    private static let most = 5

    /// A task without any block is not among them: the plan names it with the reason.
    /// - Parameters: `plan`: all of it, from `now` on.
    public init(_ tasks: [StudyTask], plan: StudyPlan, now: Date) {
        let coming = plan.blocks.filter { $0.kind == .study && !$0.done && !$0.missed && $0.end > now }
        let sums = Dictionary(grouping: coming) { $0.task ?? "" }.mapValues { $0.reduce(0) { $0 + $1.minutes } }
        let unplaced = Set(plan.unplaced.map(\.task))
        parts = tasks.compactMap { task in
            guard task.kind == .flexible, !task.done, let minutes = task.minutes, !unplaced.contains(task.id.description),
                let planned = sums[task.id.description], planned < minutes - task.minutesDone
            else { return nil }
            return Part(title: task.title, planned: planned, needed: minutes - task.minutesDone)
        }
    }

    /// `Essay: 2h of 10h planned. noteit study settings --mode weeks plans all of it.` Nil if there are no such tasks.
    public var line: String? {
        guard !parts.isEmpty else { return nil }
        let named = parts.prefix(Self.most).map { "\($0.title): \($0.planned.asHours) of \($0.needed.asHours) planned" }
        let rest = parts.count > Self.most ? ", and \(parts.count - Self.most) more" : ""
        return named.joined(separator: "; ") + rest + ". noteit study settings --mode weeks plans all of it."
    }
}
