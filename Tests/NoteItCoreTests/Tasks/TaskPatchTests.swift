import Foundation
import NoteItCore
import Testing

/// A patch makes a new task of the old one, field by field: one that was forgotten there would be lost with every change.
struct TaskPatchTests {
    private static let moment = Date(timeIntervalSince1970: 1_764_000_000)

    /// A task that has a value in every field that its kind may have.
    private static func full(_ kind: StudyTask.Kind) -> NewStudyTask {
        let isFixed = kind == .fixed
        return NewStudyTask(
            id: .make(at: moment), title: "Lab", notes: "Room 3", kind: kind, start: isFixed ? moment : nil,
            end: isFixed ? moment + 3_600 : nil, minutes: isFixed ? nil : 90, earliest: isFixed ? nil : moment,
            deadline: isFixed ? nil : moment + 86_400, priority: .high, after: isFixed ? [] : [.make(at: moment)],
            recurrence: isFixed ? TaskRecurrence(rule: "FREQ=DAILY", exceptions: []) : nil, course: "202530.CMPT225",
            event: isFixed ? nil : .make(at: moment), spaced: isFixed ? nil : 2,
            every: isFixed ? nil : StudyTask.Every(rawValue: "MWF"), steps: [StudyTask.Step(text: "Read")],
            calendarOnly: [.title])
    }

    @Test(arguments: StudyTask.Kind.allCases)
    func aPatchThatSaysNothingChangesNothing(kind: StudyTask.Kind) throws {
        let new = Self.full(kind)
        let task = new.task(try #require(new.id), at: Self.moment)
        #expect(StudyTaskPatch().applied(to: task) == new)
    }

    @Test func everyFieldOfATaskIsTried() {
        let tried = StudyTask.Kind.allCases.map { Mirror(reflecting: Self.full($0)).children }
        for (fixed, flexible) in zip(tried[0], tried[1]) {
            #expect(!isNil(fixed.value) || !isNil(flexible.value), "\(fixed.label ?? "")")
        }
    }

    private func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
}
