import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// The fields of a task as they are typed. It is Monday 23 November 2026, 17:20, in Vancouver.
struct TaskWordsTests {
    private typealias Samples = StudySamples
    private let phrase = DuePhrase(now: StudySamples.at("2026-11-23 17:20"), timeZone: StudySamples.vancouver)

    private func new(_ set: (inout TaskWords) -> Void) -> TaskWords.Reading {
        var words = TaskWords()
        set(&words)
        return words.read(new: phrase)
    }

    private func changed(_ task: StudyTask, _ set: (inout TaskWords) -> Void) -> TaskWords.Reading {
        var words = TaskWords()
        set(&words)
        return words.read(changing: task, phrase)
    }

    /// `Tue 24 Nov 12:30-13:00`; empty without a start.
    private func times(_ reading: TaskWords.Reading) -> String {
        guard let start = reading.patch.start else { return "" }
        return Samples.clock().short(start) + (reading.patch.end.map { "-" + Samples.clock().time($0) } ?? "")
    }

    @Test func workHasALengthAndADeadline() {
        let reading = new {
            ($0.title, $0.minutes, $0.deadline, $0.earliest) = ("Read", "1h30", "fri", "wed")
            ($0.priority, $0.spaced) = ("high", "3")
        }
        #expect(reading.faults.isEmpty)
        #expect(reading.patch.kind == .flexible && reading.patch.minutes == .set(90) && reading.patch.spaced == .set(3))
        #expect(reading.patch.deadline == .set(Samples.at("2026-11-27 23:59")))
        #expect(reading.patch.earliest == .set(Samples.day("2026-11-25").start(in: Samples.vancouver)))
        #expect(reading.patch.priority == .high)
    }

    @Test func aFixedTimeIsTheNextOneOfItsDays() {
        let daily = new { ($0.at, $0.length, $0.repeats) = ("12:30", "30m", "daily") }
        #expect(daily.faults.isEmpty && times(daily) == "Tue 24 Nov 12:30-13:00")
        let thursday = new { ($0.at, $0.length, $0.repeats) = ("18:00", "1h30", "RF") }
        #expect(thursday.faults.isEmpty && times(thursday) == "Thu 26 Nov 18:00-19:30")
        #expect(thursday.patch.recurrence == .set(TaskRecurrence(rule: "FREQ=WEEKLY;BYDAY=TH,FR")))
        let raw = new { ($0.at, $0.length, $0.rule) = ("fri 18:00", "1h", "RRULE:FREQ=WEEKLY;BYDAY=FR") }
        #expect(raw.patch.recurrence == .set(TaskRecurrence(rule: "FREQ=WEEKLY;BYDAY=FR")))
        let night = new { ($0.at, $0.end) = ("fri 22:00", "sat 1:00") }
        #expect(night.faults.isEmpty && times(night) == "Fri 27 Nov 22:00-01:00")
    }

    @Test func everyWrongFieldIsNamedAtOnce() {
        let reading = new {
            ($0.at, $0.end, $0.priority) = ("25:38", "26:00", "urgent")
            ($0.deadline, $0.repeats, $0.spaced, $0.minutes) = ("someday", "hourly", "x", "long")
        }
        #expect(
            Set(reading.faults.map(\.field)) == ["--at", "--end", "--priority", "--by", "--repeat", "--spaced", "--minutes"])
        #expect(
            reading.faults.first { $0.field == "--at" }?.detail == "'25:38' is not a time of day: hours go from 00 to 23")
        #expect(
            reading.faults.first { $0.field == "--end" }?.detail == "'26:00' is not a time of day: hours go from 00 to 23")
    }

    static let refused: [(String, String, String?, String?, String?)] = [
        (
            "--end", "must be after the start, Fri 27 Nov 16:00; for the next day, write the day too, or --for", "fri 16:00",
            "15:00", nil
        ),
        ("--end", "must be after the start, Fri 27 Nov 16:00", "fri 16:00", "thu 15:00", nil),
        ("--at", "'fri' has no time of day; write 'fri 16:00'", "fri", nil, "1h"),
        ("--for", "is needed with --at, such as --for 30m; or --end", "fri 16:00", nil, nil),
        ("--for", "'x' is not a length of time; try 90m, 1h30, 2h", "fri 16:00", nil, "x"),
        ("--for", "says the same as --end; leave one out", "fri 16:00", "17:00", "1h"),
        ("--at", "is needed for a fixed time, such as --at 'fri 12:30'", nil, nil, "1h"),
        ("--minutes", "is needed, such as --minutes 90; or --at and --for for a fixed time", nil, nil, nil),
    ]

    @Test(arguments: refused)
    func aWrongTimeSaysWhatWouldBeRight(field: String, detail: String, at: String?, end: String?, length: String?) {
        #expect(new { ($0.at, $0.end, $0.length) = (at, end, length) }.faults == [FieldError(field: field, detail: detail)])
    }

    @Test func aStartMustBeOnADayOfItsRecurrence() {
        let reading = new { ($0.at, $0.length, $0.repeats) = ("wed 18:00", "1h", "TR") }
        #expect(reading.faults.map(\.detail) == ["is on a Wednesday, which is not a day of --repeat"])
    }

    @Test func aNewStartKeepsTheLengthAndTheDay() {
        #expect(times(changed(Samples.training) { $0.at = "20:00" }) == "Mon 23 Nov 20:00-20:30")
        #expect(times(changed(Samples.training) { $0.at = "wed 9:00" }) == "Wed 25 Nov 09:00-09:30")
        let longer = changed(Samples.training) { $0.length = "1h" }
        #expect(longer.patch.start == nil && longer.patch.end == Samples.at("2026-11-23 19:30"))
        let ended = changed(Samples.training) { $0.end = "20:00" }
        #expect(ended.patch.end == Samples.at("2026-11-23 20:00"))
        #expect(changed(Samples.training) { $0.end = "18:00" }.faults.map(\.field) == ["--end"])
    }

    @Test func aChangeOfRecurrenceKeepsTheExceptions() {
        var task = Samples.training
        task.recurrence?.exceptions = [Samples.at("2026-11-25 18:30")]
        let reading = changed(task) { $0.repeats = "MW" }
        #expect(
            reading.patch.recurrence
                == .set(TaskRecurrence(rule: "FREQ=WEEKLY;BYDAY=MO,WE", exceptions: [Samples.at("2026-11-25 18:30")])))
        #expect(changed(task) { $0.repeats = "none" }.patch.recurrence == .cleared)
    }

    @Test func noneClearsAndAnEditMayChangeTheKind() {
        let task = Samples.task(1, "Read")
        let cleared = changed(task) { ($0.deadline, $0.earliest, $0.spaced) = ("none", "none", "none") }
        #expect(cleared.faults.isEmpty)
        #expect(cleared.patch.deadline == .cleared && cleared.patch.earliest == .cleared && cleared.patch.spaced == .cleared)
        let fixed = changed(task) { ($0.at, $0.length) = ("fri 16:00", "1h") }
        #expect(fixed.faults.isEmpty && fixed.patch.kind == .fixed)
        let flexible = changed(Samples.training) { $0.minutes = "2h" }
        #expect(flexible.faults.isEmpty && flexible.patch.kind == .flexible && flexible.patch.minutes == .set(120))
        #expect(changed(task) { $0.end = "17:00" }.faults.map(\.field) == ["--end"])
    }
}
