import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

/// What a request of a calendar program makes the rules of tasks do is counted.
struct TaskStepsTests {
    /// 1905-01-01T09:00:00Z
    private let start = Date(timeIntervalSince1970: -2_051_190_000)

    private func series(_ rule: String) throws -> TaskSeries {
        try TaskSeries(start: start, end: start + 1_800, recurrence: TaskRecurrence(rule: rule), zone: .gmt)
    }

    @Test func lookingForAnOccurrenceTakesTheStepsThatItsRuleTakes() throws {
        let (series, late) = (try series("FREQ=DAILY;COUNT=60000"), start + 40_000 * 86_400)
        var (steps, few) = (WorkSteps(1_000_000), WorkSteps(10_000))
        let (isThere, isNot) = (try series.contains(late, &steps), try series.contains(late + 60, &steps))
        #expect(isThere && !isNot)
        #expect(steps.left < 1_000_000 - 2 * 40_000 + 10_000)
        #expect(throws: WorkSteps.Spent.self) { _ = try series.contains(late, &few) }
    }

    @Test func aSeriesOfWhichNothingIsLeftIsFoundWithinTheSteps() throws {
        var steps = WorkSteps(1_000)
        let isEmpty = try series("FREQ=DAILY").isEmpty(&steps)
        #expect(!isEmpty)
        #expect(throws: WorkSteps.Spent.self) { _ = try series("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30").isEmpty(&steps) }
    }

    @Test func aToDoThatNeverComesEndsAfterItsSteps() throws {
        let text = ["BEGIN:VTODO", "UID:1", "DTSTART:19050101T090000Z", "DUE:19050101T093000Z", "RRULE:FREQ=DAILY;COUNT=60000"]
        let sent = try SentCalendar.sample((text + ["END:VTODO"]).joined(separator: "\n"), reader: .utc)
        for depth in TodoTask.Depth.allCases {
            var few = WorkSteps(10)
            #expect(throws: WorkSteps.Spent.self) { _ = try TodoTask(sent, known: nil, zone: .gmt, depth, &few) }
        }
    }
}
