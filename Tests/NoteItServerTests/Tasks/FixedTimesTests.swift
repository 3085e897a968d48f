import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct FixedTimesTests {
    @Test func classesMeetInTheirTermButNotOnHolidays() {
        let lecture = StudyClass.sample("MW", "10:30", "11:20")
        let times = ClassTimes(lecture).occurrences(meeting: at("2026-10-26T00:00:00Z")..<at("2026-11-17T00:00:00Z"))
        #expect(
            times.map { RFC3339.string($0.lowerBound) } == [
                // The clocks go back on 1 November; 11 November is a holiday.
                "2026-10-26T17:30:00Z", "2026-10-28T17:30:00Z", "2026-11-02T18:30:00Z", "2026-11-04T18:30:00Z",
                "2026-11-09T18:30:00Z", "2026-11-16T18:30:00Z",
            ])
        #expect(times.allSatisfy { $0.upperBound.timeIntervalSince($0.lowerBound) == 3_000 })
        #expect(ClassTimes(lecture).occurrences(meeting: at("2026-12-05T08:00:00Z")..<at("2027-06-01T00:00:00Z")).isEmpty)
    }

    @Test func aClassWithoutDatesDoesNotMeet() {
        var lecture = StudyClass.sample("MW", "10:30", "11:20")
        lecture.term.endsOn = nil
        #expect(ClassTimes(lecture).occurrences(meeting: at("2026-10-26T00:00:00Z")..<at("2026-11-17T00:00:00Z")).isEmpty)
    }

    @Test func blocksHaveTheSameIdsInEveryAnswer() {
        let times = FixedTimes(
            .sample(
                [.fixed("Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY")],
                classes: [.sample("MTWRF", "10:30", "11:20")]))
        let week = times.blocks(meeting: at("2026-11-23T08:00:00Z")..<at("2026-11-30T08:00:00Z"))
        let monday = times.blocks(meeting: at("2026-11-23T08:00:00Z")..<at("2026-11-24T08:00:00Z"))
        #expect(week.count == 12 && monday.count == 2)
        #expect(Set(week.map(\.id)).count == 12 && Set(week.map(\.id)).isSuperset(of: monday.map(\.id)))
        #expect(week.allSatisfy { UUID(uuidString: $0.id) != nil })
        #expect(Set(monday.map(\.kind)) == [.fixed, .class])
    }

    @Test func overlapsNameTasksAndClasses() {
        let tasks: [StudyTask] = [
            .fixed("Lunch", "2026-11-02T20:30:00Z", "2026-11-02T21:00:00Z", rule: "FREQ=DAILY"),
            .fixed("Dentist", "2026-11-24T21:00:00Z", "2026-11-24T22:00:00Z"), .flexible("Read", minutes: 60),
        ]
        let times = FixedTimes(.sample(tasks, classes: [.sample("T", "12:00", "13:00")]))
        var new = NewStudyTask(title: "Training", kind: .fixed)
        (new.start, new.end) = (at("2026-11-24T20:45:00Z"), at("2026-11-24T21:00:00Z"))
        let now = at("2026-11-22T00:00:00Z")
        let found = times.overlaps(of: new, among: tasks, now: now)
        #expect(found.map(\.title) == ["CMPT 225 LEC D100", "Lunch"])
        #expect(found.map(\.kind) == [.class, .task] && found.last?.start == at("2026-11-24T20:30:00Z"))
        new.end = at("2026-11-24T21:01:00Z")
        #expect(times.overlaps(of: new, among: tasks, now: now).map(\.title) == ["CMPT 225 LEC D100", "Lunch", "Dentist"])
        (new.start, new.end) = (at("2026-11-24T22:00:00Z"), at("2026-11-24T23:00:00Z"))
        #expect(times.overlaps(of: new, among: tasks, now: now).isEmpty)
    }

    @Test func aSeriesOverlapsWhereItMeetsAnotherFirst() {
        let swimming = StudyTask.fixed(
            "Swimming", "2026-11-04T20:00:00Z", "2026-11-04T21:00:00Z", rule: "FREQ=WEEKLY;INTERVAL=2")
        let times = FixedTimes(.sample([swimming]))
        var lunch = NewStudyTask(title: "Lunch", kind: .fixed)
        (lunch.start, lunch.end) = (at("2026-11-01T20:30:00Z"), at("2026-11-01T21:00:00Z"))
        lunch.recurrence = TaskRecurrence(rule: "FREQ=DAILY")
        let found = times.overlaps(of: lunch, among: [swimming], now: at("2026-11-05T00:00:00Z"))
        #expect(found.map(\.start) == [at("2026-11-18T20:00:00Z")])
    }

    @Test func tasksAreFoundByTheirDays() {
        let tasks: [StudyTask] = [
            .fixed("Lunch", "2026-11-02T20:30:00Z", "2026-11-02T21:00:00Z", rule: "FREQ=WEEKLY"),
            .fixed("Night", "2026-11-24T06:00:00Z", "2026-11-24T14:00:00Z"),
            .flexible("Read", minutes: 60, deadline: at("2026-11-24T08:00:00Z")), .flexible("Write", minutes: 60),
        ]
        let titles = { (from: String, to: String) in
            TaskFilter(TaskQuery(from: Day(from), to: Day(to)), zone: .vancouver).matching(tasks).map(\.title)
        }
        #expect(titles("2026-11-23", "2026-11-23") == ["Lunch", "Night", "Read", "Write"])
        #expect(titles("2026-11-24", "2026-11-24") == ["Night", "Write"])
        #expect(titles("2026-11-25", "2026-11-29") == ["Write"])
        #expect(TaskFilter(TaskQuery(done: true), zone: .vancouver).matching(tasks).isEmpty)
        #expect(TaskFilter(TaskQuery(kind: .fixed), zone: .vancouver).matching(tasks).count == 2)
        #expect(TaskFilter(TaskQuery(kind: .fixed), zone: .vancouver).matching(tasks, most: 1).count == 1)
        #expect(TaskFilter(TaskQuery(kind: .fixed), zone: .vancouver).matching(tasks, until: { true }).isEmpty)
    }
}
