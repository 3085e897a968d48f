import Foundation
import NoteItCore
import Planning
import Testing

@testable import NoteItServer

struct PreviewProblemTests {
    private static let hours =
        #""hours": {"M": [{"start": "16:00", "end": "22:00"}], "T": [{"start": "16:00", "end": "17:00"}]}"#

    /// Monday 2026-11-23 to Tuesday in Vancouver; it is Monday 08:00.
    private func preview(_ tasks: String, settings: String = hours, more: String = "") throws -> StudyPreview {
        try JSONCoding.decode(
            StudyPreview.self,
            from: """
                {"now": "2026-11-23T16:00:00Z", "from": "2026-11-23", "to": "2026-11-24",
                 "settings": {"timeZone": "America/Vancouver", \(settings)}, "tasks": [\(tasks)]\(more)}
                """)
    }

    private func plan(_ tasks: String, settings: String = hours, more: String = "") throws -> StudyPlan {
        try PreviewProblem(preview(tasks, settings: settings, more: more)).answer(steps: 100_000)
    }

    private func errors(_ tasks: String) throws -> [FieldError] {
        do {
            _ = try plan(tasks)
            return []
        } catch DomainError.invalid(let errors) {
            return errors
        }
    }

    /// The older system's worked example: gaps of 90 and 120 minutes, four tasks.
    @Test func fourTasksShareTwoGaps() throws {
        let fixed = [
            ("17:00", "2026-11-24T00:00:00Z", "2026-11-24T01:00:00Z"),
            ("19:00", "2026-11-24T02:30:00Z", "2026-11-24T03:00:00Z"),
            ("22:00", "2026-11-24T05:00:00Z", "2026-11-24T06:00:00Z"),
        ]
        let busy = fixed.map {
            #"{"id": "until \#($0.0)", "kind": "fixed", "title": "Busy", "start": "\#($0.1)", "end": "\#($0.2)"}"#
        }
        let work = ["high", "medium", "medium", "low"].enumerated().map {
            #"{"id": "\#($0)", "kind": "flexible", "title": "Topic \#($0)", "minutes": 60, "priority": "\#($1)"}"#
        }
        let plan = try plan((busy + work).joined(separator: ","))
        let monday = plan.blocks.filter { $0.kind == .study && $0.start < at("2026-11-24T08:00:00Z") }
        #expect(monday.map { Int($0.end.timeIntervalSince($0.start) / 60) } == [40, 40, 55, 55])
        #expect(monday.map(\.title) == ["Topic 0", "Topic 1", "Topic 2", "Topic 3"])
        #expect(plan.blocks.filter { $0.kind == .fixed }.count == 3 && plan.blocks.filter { $0.kind == .break }.count == 4)
        #expect(plan.unplaced.isEmpty && plan.objective.isEmpty && plan.optimal && plan.bound == nil)
    }

    @Test func busyTimesAreKeptFreeAndNotListed() throws {
        let plan = try plan(
            #"{"id": "a", "kind": "flexible", "minutes": 60}"#,
            more: #", "busy": [{"start": "2026-11-24T00:00:00Z", "end": "2026-11-24T04:00:00Z"}]"#)
        #expect(plan.blocks.map(\.kind) == [.study, .break])
        #expect(plan.blocks.first?.start == at("2026-11-24T04:00:00Z"))
    }

    @Test func aTaskThatDoesNotFitIsExplained() throws {
        let plan = try plan(
            #"{"id": "a", "kind": "flexible", "title": "Thesis", "minutes": 480}"#,
            settings: #""mode": "weeks", "break": 0, \#(Self.hours)"#)
        let unplaced = try #require(plan.unplaced.first)
        #expect(unplaced.task == "a" && unplaced.minutes == 60 && unplaced.because.reason == .hours)
        #expect(
            unplaced.because.detail
                == "1 hour does not fit into the study hours. One more hour of study on Monday 23 November would place it.")
    }

    @Test func rulesAndCyclesAreRefusedByField() throws {
        let faults = try errors(
            """
            {"id": "a", "kind": "flexible", "minutes": 60, "after": ["b"]},
            {"id": "b", "kind": "flexible", "minutes": 0, "after": ["a"]},
            {"id": "c", "kind": "fixed", "start": "2026-11-23T20:30:00Z", "end": "2026-11-23T21:00:00Z",
             "recurrence": {"rule": "FREQ=MINUTELY"}},
            {"id": "d", "kind": "fixed", "start": "2026-11-23T20:30:00Z", "end": "2026-11-23T21:00:00Z",
             "recurrence": {"rule": "FREQ=WEEKLY;BYDAY=FR"}}
            """)
        #expect(faults.map(\.field) == ["tasks.1.minutes", "tasks.2.recurrence.rule", "tasks.3.start", "tasks.0.after"])
        #expect(faults.last?.detail.hasPrefix("must not make a cycle: ") == true)
    }

    @Test func occurrencesReachIntoTheDays() throws {
        let problem = try PreviewProblem(
            preview(
                #"{"id": "n", "kind": "fixed", "start": "2026-11-01T06:00:00Z", "end": "2026-11-01T09:00:00Z", "recurrence": {"rule": "FREQ=DAILY"}}"#
            )
        ).makeProblem()
        #expect(problem.days == 20_780...20_781)
        // 23:00 before the clocks went back, and after.
        #expect(
            problem.fixed.first?.occurrences.map { Date(seconds: $0.lowerBound) } == [
                at("2026-11-23T07:00:00Z"), at("2026-11-24T07:00:00Z"), at("2026-11-25T07:00:00Z"),
            ])
    }

    @Test func tooManyOccurrencesAreRefused() throws {
        let tasks = (0..<4_000).map {
            #"{"id": "\#($0)", "kind": "fixed", "start": "2026-01-01T20:30:00Z", "end": "2026-12-31T21:00:00Z", "recurrence": {"rule": "FREQ=DAILY"}}"#
        }
        let faults = try errors(tasks.joined(separator: ","))
        #expect(faults.map(\.field) == ["tasks"])
    }

    @Test func theSameRequestInAnotherOrderHasTheSameAnswer() throws {
        let tasks = (0..<12).map { #"{"id": "\#($0)", "kind": "flexible", "minutes": \#(30 + 10 * $0)}"# }
        for mode in ["even", "weeks"] {
            let settings = #""mode": "\#(mode)", \#(Self.hours)"#
            let one = try plan(tasks.joined(separator: ","), settings: settings)
            #expect(try plan(tasks.reversed().joined(separator: ","), settings: settings) == one)
        }
    }
}

struct ZoneOffsetsTests {
    @Test(arguments: [
        "America/Vancouver", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Scoresbysund", "UTC",
    ])
    func offsetsAreThoseOfTheZone(name: String) async throws {
        let zone = try #require(TimeZone(identifier: name))
        let span = at("2026-01-01T00:00:00Z")..<at("2027-12-31T00:00:00Z")
        let offsets = ZoneOffsets(zone, covering: [at("1999-07-01T00:00:00Z")..<at("1999-07-02T00:00:00Z"), span])
        for number in day("2026-01-01").number...day("2027-12-31").number {
            await Task.yield()  // to tests that wait for answers
            let start = Day(number: number).start(in: zone).seconds
            #expect(offsets.start(ofDay: number) == start)
            #expect(offsets.day(of: start) == number && offsets.day(of: start - 1) == number - 1)
        }
        #expect(offsets.start(ofDay: day("1999-07-02").number) == day("1999-07-02").start(in: zone).seconds)
    }
}
