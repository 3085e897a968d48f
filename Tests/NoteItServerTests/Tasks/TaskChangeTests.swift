import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct TaskChangeTests {
    /// Every day at 12:30 in Vancouver, from Monday 2026-11-23 on.
    private let lunch = StudyTask.fixed(
        "Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY;COUNT=6", except: ["2026-11-25T20:30:00Z"])

    private func occurrences(_ task: StudyTask) -> TaskOccurrences { TaskOccurrences(task, zone: .vancouver) }

    /// The starts of a task's occurrences.
    private func starts(_ new: NewStudyTask?) throws -> [String] {
        let new = try #require(new)
        let (start, end) = (try #require(new.start), try #require(new.end))
        let series = try TaskSeries(start: start, end: end, recurrence: new.recurrence, zone: .vancouver)
        var budget = TaskSeries.Budget()
        return series.occurrences(meeting: at("2026-01-01T00:00:00Z")..<at("2028-01-01T00:00:00Z"), &budget)
            .map { String(RFC3339.string($0.lowerBound).dropFirst(5).prefix(11)) }
    }

    @Test func oneOccurrenceIsMoved() throws {
        var patch = StudyTaskPatch()
        (patch.start, patch.end) = (at("2026-11-24T21:30:00Z"), at("2026-11-24T22:00:00Z"))
        let change = try occurrences(lunch).editing(patch, TaskOccurrence(start: at("2026-11-24T20:30:00Z")))
        #expect(try starts(change.task) == ["11-23T20:30", "11-26T20:30", "11-27T20:30", "11-28T20:30"])
        #expect(try starts(change.part?.task) == ["11-24T21:30"])
        #expect(change.part?.task.recurrence == nil && change.part?.task.id == nil && change.task?.id == lunch.id)
    }

    @Test func thisAndThoseAfterAreMoved() throws {
        var patch = StudyTaskPatch()
        (patch.start, patch.end) = (at("2026-11-24T19:30:00Z"), at("2026-11-24T20:00:00Z"))
        let change = try occurrences(lunch).editing(patch, TaskOccurrence(start: at("2026-11-24T20:30:00Z"), following: true))
        #expect(try starts(change.task) == ["11-23T20:30"])
        // The exception of the 25th stays on its day.
        #expect(try starts(change.part?.task) == ["11-24T19:30", "11-26T19:30", "11-27T19:30", "11-28T19:30"])
    }

    @Test func thisAndThoseAfterTheFirstAreTheWholeSeries() throws {
        var patch = StudyTaskPatch()
        patch.title = "Break"
        let change = try occurrences(lunch).editing(patch, TaskOccurrence(start: at("2026-11-23T20:30:00Z"), following: true))
        #expect(change.part == nil && change.task?.title == "Break")
        #expect(try starts(change.task).count == 5)
    }

    @Test func aNewRuleDropsTheExceptionsThatItDoesNotGive() throws {
        var patch = StudyTaskPatch()
        patch.recurrence = .set(
            TaskRecurrence(rule: "FREQ=WEEKLY", exceptions: [at("2026-11-25T20:30:00Z"), at("2026-11-30T20:30:00Z")]))
        let change = try occurrences(lunch).editing(patch, nil)
        #expect(change.task?.recurrence?.exceptions == [at("2026-11-30T20:30:00Z")])
    }

    @Test func aNewTitleLeavesTheExceptions() throws {
        var patch = StudyTaskPatch()
        patch.title = "Break"
        #expect(try occurrences(lunch).editing(patch, nil).task?.recurrence == lunch.recurrence)
    }

    @Test func anOccurrenceIsDoneByItself() throws {
        var patch = StudyTaskPatch()
        patch.done = true
        let change = try occurrences(lunch).editing(patch, TaskOccurrence(start: at("2026-11-26T20:30:00Z")))
        #expect(change.done == nil && change.part?.done == true)
        #expect(try starts(change.task) == ["11-23T20:30", "11-24T20:30", "11-27T20:30", "11-28T20:30"])
    }

    @Test func occurrencesAreDeleted() throws {
        let second = at("2026-11-24T20:30:00Z")
        let one = try occurrences(lunch).deleting(TaskOccurrence(start: second))
        #expect(try starts(one.task) == ["11-23T20:30", "11-26T20:30", "11-27T20:30", "11-28T20:30"])
        let following = try occurrences(lunch).deleting(TaskOccurrence(start: second, following: true))
        #expect(try starts(following.task) == ["11-23T20:30"])
        #expect(try occurrences(lunch).deleting(nil).task == nil)
        let all = try occurrences(lunch).deleting(TaskOccurrence(start: at("2026-11-23T20:30:00Z"), following: true))
        #expect(all.task == nil)
    }

    @Test func theLastOccurrenceTakesTheSeriesWithIt() throws {
        let once = StudyTask.fixed("Once", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY;COUNT=1")
        let occurrence = TaskOccurrence(start: at("2026-11-23T20:30:00Z"))
        #expect(try occurrences(once).deleting(occurrence).task == nil)
        let change = try occurrences(once).editing(StudyTaskPatch(), occurrence)
        #expect(change.part == nil && change.task?.id == once.id && change.task?.recurrence == nil)
    }

    @Test func anotherTimeIsNotAnOccurrence() {
        for start in ["2026-11-24T20:31:00Z", "2026-11-25T20:30:00Z", "2026-11-29T20:30:00Z"] {
            #expect(throws: DomainError.self) { try occurrences(lunch).deleting(TaskOccurrence(start: at(start))) }
        }
        let once = StudyTask.fixed("Once", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z")
        #expect(throws: DomainError.self) { try occurrences(once).deleting(TaskOccurrence(start: at("2026-11-24T20:30:00Z"))) }
        #expect(throws: DomainError.self) {
            try occurrences(.flexible("Read", minutes: 60)).view(TaskOccurrence(start: at("2026-11-24T20:30:00Z")))
        }
    }

    @Test func anOccurrenceIsShownWithItsTimes() throws {
        let view = try occurrences(lunch).view(TaskOccurrence(start: at("2026-11-26T20:30:00Z")))
        #expect(view.start == at("2026-11-26T20:30:00Z") && view.end == at("2026-11-26T21:00:00Z"))
        #expect(view.id == lunch.id && view.recurrence == lunch.recurrence)
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=1000000", true), ("FREQ=DAILY;COUNT=100", false), ("FREQ=DAILY", false),
        ("FREQ=DAILY;UNTIL=99991231T000000Z", false), ("FREQ=YEARLY;COUNT=1000", false),
    ])
    func aRuleThatCountsTooLongToTodayIsRefused(rule: String, isRefused: Bool) throws {
        var new = NewStudyTask(title: "Long ago", kind: .fixed)
        (new.start, new.end) = (at("1900-02-28T12:00:00Z"), at("1900-02-28T13:00:00Z"))
        new.recurrence = TaskRecurrence(rule: rule)
        #expect(((try? new.validated(in: .gmt, at: at("2026-11-22T12:00:00Z"))) == nil) == isRefused)
        #expect(try new.validated(in: .gmt, at: at("1950-01-01T00:00:00Z")) == new)
    }

    @Test func everyWrongFieldIsNamedAtOnce() {
        var new = NewStudyTask(title: " ", kind: .fixed)
        (new.start, new.end) = (at("2026-11-23T20:30:00Z"), at("2026-11-23T20:00:00Z"))
        new.recurrence = TaskRecurrence(rule: "FREQ=HOURLY")
        #expect {
            _ = try new.validated(in: .vancouver)
        } throws: { error in
            guard case DomainError.invalid(let errors) = error else { return false }
            return errors.map(\.field) == ["title", "end", "recurrence.rule"]
        }
    }
}
