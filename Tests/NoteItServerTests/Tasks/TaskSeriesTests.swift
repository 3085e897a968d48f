import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct TaskSeriesTests {
    private func times(_ task: StudyTask, _ from: String, _ to: String) -> [String] {
        var budget = TaskSeries.Budget()
        let series = TaskSeries(task, zone: .vancouver)
        return (series?.occurrences(meeting: at(from)..<at(to), &budget) ?? []).map {
            "\(RFC3339.string($0.lowerBound)) \(Int($0.upperBound.timeIntervalSince($0.lowerBound) / 60))"
        }
    }

    @Test func lunchStaysAtHalfPastTwelveOverAChangeOfTheClock() {
        let lunch = StudyTask.fixed("Lunch", "2026-10-30T19:30:00Z", "2026-10-30T20:00:00Z", rule: "FREQ=DAILY")
        #expect(
            times(lunch, "2026-10-31T00:00:00Z", "2026-11-03T00:00:00Z") == [
                "2026-10-31T19:30:00Z 30", "2026-11-01T20:30:00Z 30", "2026-11-02T20:30:00Z 30",
            ])
    }

    @Test func aSkippedTimeTakesTheOffsetBeforeTheGap() {
        let early = StudyTask.fixed("Run", "2027-03-13T10:30:00Z", "2027-03-13T11:30:00Z", rule: "FREQ=DAILY")
        #expect(
            times(early, "2027-03-13T00:00:00Z", "2027-03-16T00:00:00Z") == [
                "2027-03-13T10:30:00Z 60", "2027-03-14T10:30:00Z 60", "2027-03-15T09:30:00Z 60",
            ])
    }

    @Test func occurrencesKeepTheElapsedLength() {
        let night = StudyTask.fixed("Night", "2026-10-31T07:00:00Z", "2026-10-31T12:00:00Z", rule: "FREQ=DAILY")
        #expect(times(night, "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z") == ["2026-11-01T07:00:00Z 300"])
    }

    @Test func anOccurrenceThatBeganBeforeTheRangeCounts() {
        let night = StudyTask.fixed("Night", "2026-11-20T06:00:00Z", "2026-11-20T14:00:00Z", rule: "FREQ=DAILY")
        #expect(times(night, "2026-11-23T08:00:00Z", "2026-11-23T09:00:00Z") == ["2026-11-23T06:00:00Z 480"])
        #expect(times(night, "2026-11-23T14:00:00Z", "2026-11-23T15:00:00Z") == [])
    }

    @Test func exceptionsAreLeftOut() {
        let lunch = StudyTask.fixed(
            "Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY;COUNT=3",
            except: ["2026-11-24T20:30:00Z"])
        #expect(
            times(lunch, "2026-11-01T00:00:00Z", "2026-12-31T00:00:00Z") == [
                "2026-11-23T20:30:00Z 30", "2026-11-25T20:30:00Z 30",
            ])
    }

    @Test(arguments: [
        ("FREQ=SECONDLY", "recurrence.rule", "finer than daily"),
        ("FREQ=DAILY;BYHOUR=3", "recurrence.rule", "finer than daily"),
        ("every day", "recurrence.rule", "is not a part of a rule"),
        ("FREQ=WEEKLY;BYDAY=TU", "start", "the next is 2026-11-24T20:30:00Z"),
        ("FREQ=DAILY;UNTIL=20261101T000000Z", "start", "gives none"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "start", "gives none"),
    ])
    func aRuleThatDoesNotFitIsRefused(rule: String, field: String, words: String) throws {
        let fault = try #require(
            TaskRecurrence(rule: rule).fault(start: at("2026-11-23T20:30:00Z"), in: .vancouver, before: "tasks.2."))
        #expect(fault.field == "tasks.2.\(field)")
        #expect(fault.detail.contains(words), "\(fault.detail)")
    }

    @Test func theSecondOfADoubledTimeIsNotAnOccurrence() {
        let daily = TaskRecurrence(rule: "FREQ=DAILY")
        #expect(daily.fault(start: at("2026-11-01T08:30:00Z"), in: .vancouver) == nil)
        #expect(daily.fault(start: at("2026-11-01T09:30:00Z"), in: .vancouver)?.field == "start")
    }

    @Test func allExpansionsTogetherAreBounded() {
        var budget = TaskSeries.Budget()
        budget.occurrences = 100
        let lunch = StudyTask.fixed("Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY")
        let series = TaskSeries(lunch, zone: .vancouver)
        let span = at("2026-11-01T00:00:00Z")..<at("2027-11-01T00:00:00Z")
        #expect(series?.occurrences(meeting: span, &budget).count == 100)
        #expect(budget.isSpent)
        #expect(series?.occurrences(meeting: span, &budget).isEmpty == true)
    }
}
