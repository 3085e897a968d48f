import Foundation
import NoteItCore

extension Samples {
    static func task(_ title: String, minutes: Int = 90, after seconds: Double = 0) -> StudyTask {
        StudyTask(
            id: .make(at: now), title: title, notes: "", kind: .flexible, start: nil, end: nil, minutes: minutes, earliest: nil,
            deadline: now.addingTimeInterval(86_400), priority: .medium, after: [], recurrence: nil, course: cs225, event: nil,
            spaced: nil, done: false, minutesDone: 0, createdAt: now.addingTimeInterval(seconds), editedAt: nil, rev: 1)
    }

    static func plan(of task: StudyTask) -> StudyPlan {
        let block = StudyPlan.Block(
            id: "b1", kind: .study, start: now, end: now.addingTimeInterval(2_400), task: task.id.description, course: cs225,
            title: task.title)
        return StudyPlan(blocks: [block], unplaced: [], objective: [], optimal: true, bound: nil)
    }
}
