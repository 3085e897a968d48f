import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

extension TodoTask {
    fileprivate init(_ sent: SentCalendar, known: StudyTask?, zone: TimeZone, _ depth: Depth = .series) throws {
        var steps = WorkSteps(WorkSteps.most)
        try self.init(sent, known: known, zone: zone, depth, &steps)
    }
}

struct ObjectsTaskTests {
    private func todo(_ lines: String..., known: StudyTask? = nil, zone: TimeZone = .gmt) throws -> TodoTask {
        let text = (["BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO"]).joined(separator: "\n")
        return try TodoTask(.sample(text, reader: Zone(zone)), known: known, zone: zone)
    }

    private func refusal(_ lines: String..., zone: TimeZone = .gmt) -> DAVName? {
        let text = (["BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO"]).joined(separator: "\n")
        do {
            _ = try TodoTask(.sample(text, reader: Zone(zone)), known: nil, zone: zone)
        } catch {
            return (error as? DAVFailure)?.condition?.name
        }
        return nil
    }

    private func flexible(minutes: Int = 120, done studied: Int = 0) -> StudyTask {
        var task = StudyTask.flexible("Read", minutes: minutes)
        task.minutesDone = studied
        return task
    }

    @Test func aTaskTakesAnHourUnlessItSays() throws {
        #expect(try todo("SUMMARY:Read").task(over: nil, id: nil, after: []).minutes == 60)
        #expect(try todo("ESTIMATED-DURATION:PT1H30M").task(over: nil, id: nil, after: []).minutes == 90)
        #expect(try todo("X-NOTEIT-MINUTES:45").task(over: nil, id: nil, after: []).minutes == 45)
        #expect(try todo("SUMMARY:Read", known: flexible()).task(over: flexible(), id: nil, after: []).minutes == 120)
    }

    @Test func startAndDueBoundAFlexibleTask() throws {
        let task = try todo("DTSTART:20260105T090000Z", "DUE:20260110T170000Z").task(over: nil, id: nil, after: [])
        #expect(task.kind == .flexible)
        #expect(task.earliest == moment("20260105T090000Z"))
        #expect(task.deadline == moment("20260110T170000Z"))
        let day = try todo("DUE;VALUE=DATE:20261231").task(over: nil, id: nil, after: [])
        #expect(day.deadline == moment("20261231T235900Z"))
    }

    @Test(arguments: [
        ("", StudyTask.Priority.medium), ("PRIORITY:0", .medium), ("PRIORITY:1", .high), ("PRIORITY:4", .high),
        ("PRIORITY:5", .medium), ("PRIORITY:6", .low), ("PRIORITY:9", .low),
    ])
    func prioritiesHaveThreeLevels(line: String, priority: StudyTask.Priority) throws {
        #expect(try todo("SUMMARY:Read", line).priority == priority)
    }

    @Test func doneIsToldInSeveralWays() throws {
        #expect(try todo("STATUS:COMPLETED").isDone)
        #expect(try todo("COMPLETED:20260105T090000Z").isDone)
        #expect(try todo("PERCENT-COMPLETE:100").isDone)
        #expect(try !todo("STATUS:NEEDS-ACTION", "COMPLETED:20260105T090000Z").isDone)
        #expect(try !todo("PERCENT-COMPLETE:99").isDone)
    }

    @Test func percentBecomesMinutes() throws {
        #expect(try todo("PERCENT-COMPLETE:50").minutesToAdd(to: flexible()) == 60)
        #expect(try todo("PERCENT-COMPLETE:50").minutesToAdd(to: flexible(done: 60)) == nil)
        // Minutes that were studied are not taken back.
        #expect(try todo("PERCENT-COMPLETE:10").minutesToAdd(to: flexible(done: 60)) == nil)
        #expect(try todo("PERCENT-COMPLETE:10").otherPercent(of: flexible(done: 60)) == 50)
        #expect(try todo("PERCENT-COMPLETE:50").otherPercent(of: flexible(done: 60)) == nil)
    }

    @Test func aTaskThatRepeatsIsFixed() throws {
        let task = try todo(
            "DTSTART:20260105T090000Z", "DUE:20260105T100000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO", "EXDATE:20260112T090000Z"
        ).task(over: nil, id: nil, after: [])
        #expect(task.kind == .fixed)
        #expect(task.start == moment("20260105T090000Z"))
        #expect(task.end == moment("20260105T100000Z"))
        #expect(task.recurrence == TaskRecurrence(rule: "FREQ=WEEKLY;BYDAY=MO", exceptions: [moment("20260112T090000Z")]))
    }

    @Test func aSeriesOfDaysIsItsNextTime() throws {
        let text = ["BEGIN:VTODO", "UID:1", "DUE;VALUE=DATE:20260105", "RRULE:FREQ=DAILY", "END:VTODO"].joined(separator: "\n")
        let next = try TodoTask(.sample(text, reader: .utc), known: nil, zone: .gmt, .next)
        #expect(next.deadline == moment("20260105T235900Z") && next.calendarOnly == [.repetition])
    }

    @Test func whatATaskCannotRepeatIsNotASeries() throws {
        let misfit = DAVName.caldav("valid-calendar-object-resource")
        #expect(refusal("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY") == misfit)
        #expect(refusal("DTSTART:20260105T090000Z", "DUE:20260107T090000Z", "RRULE:FREQ=WEEKLY") == misfit)
        #expect(refusal("DTSTART:20260105T090000Z", "RDATE:20260107T090000Z") == misfit)
        let vancouver = try #require(TimeZone(identifier: "America/Vancouver"))
        // At nine in UTC, which is another time on that clock in summer.
        #expect(refusal("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", zone: vancouver) == misfit)
    }

    @Test func onlyDependenceIsAnOrder() throws {
        let task = try todo("RELATED-TO;RELTYPE=DEPENDS-ON:a", "RELATED-TO;RELTYPE=PARENT:b", "RELATED-TO:c")
        #expect(task.dependsOn == ["a"])
    }

    @Test func oneUIDMakesOneTask() throws {
        let account = try #require(Account.ID("0190a1b2-0000-7000-8000-00000000000a"))
        let other = try #require(Account.ID("0190a1b2-0000-7000-8000-00000000000b"))
        #expect(TaskWriter.id("x", of: account) != nil)
        #expect(TaskWriter.id("x", of: account) == TaskWriter.id("x", of: account))
        #expect(TaskWriter.id("x", of: account) != TaskWriter.id("x", of: other))
        let own = try #require(StudyTask.ID("0190a1b2-0000-7000-8000-000000000001"))
        #expect(TaskWriter.id("\(own)@noteit", of: account) == own)
    }

    /// What the server says of a task, it understands again.
    @Test func aServedTaskReadsAsItself() throws {
        var task = flexible(done: 60)
        (task.notes, task.priority, task.deadline) = ("Chapters 1, 2; 3\nand 4", .high, moment("20260110T170000Z"))
        var component = TaskCalendar(zone: .gmt, objects: []).item(task).component
        component.properties.insert(Property("UID", text: "1"), at: 0)
        let text = Component("VCALENDAR", components: [component]).text
        var steps = WorkSteps(WorkSteps.most)
        let sent = try SentCalendar(Array(text.utf8), of: [.todo], reader: .utc, &steps)
        let todo = try TodoTask(sent, known: task, zone: .gmt)
        #expect(todo.task(over: task, id: task.id, after: []) == StudyTaskPatch().applied(to: task))
        #expect(todo.minutesToAdd(to: task) == nil)
        #expect(todo.otherPercent(of: task) == nil)
        #expect(!todo.isDone)
    }
}
