import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

struct DerivedCalendarsTests {
    @Test func aClassIsAWeeklyEventOutsideOfHolidays() throws {
        let items = ClassCalendar([.sample("MW", "10:30", "11:20")]).items
        let item = try #require(items.first)
        #expect(items.count == 1 && item.row.item == "202530.1001-0" && item.row.course == "202530.CMPT225")
        #expect(item.zones == ["America/Vancouver"])
        // The term begins on a Tuesday.
        #expect(item.component.values("DTSTART") == ["20260909T103000"])
        #expect(item.component.values("DTEND") == ["20260909T112000"])
        #expect(item.component.values("RRULE") == ["FREQ=WEEKLY;UNTIL=20261205T075959Z;BYDAY=MO,WE"])
        #expect(item.component.values("EXDATE") == ["20261111T103000"])
        #expect(item.component.text("SUMMARY") == "CMPT 225 LEC D100")
        #expect(item.row.firstStart == at("2026-09-09T17:30:00Z") && item.row.lastEnd == at("2026-12-02T19:20:00Z"))
    }

    @Test func aSeriesDoesNotBeginOnAHoliday() throws {
        var section = StudyClass.sample("W", "10:30", "11:20")
        section.meetings[0].startsOn = day("2026-11-11")
        let item = try #require(ClassCalendar([section]).items.first)
        #expect(item.component.values("DTSTART") == ["20261118T103000"] && item.component.values("EXDATE").isEmpty)
        section.meetings[0].endsOn = day("2026-11-11")
        #expect(ClassCalendar([section]).items.isEmpty)
    }

    @Test func aMeetingInTwoRoomsIsOneEvent() throws {
        var section = StudyClass.sample("M", "10:30", "11:20")
        section.meetings[0].place = "AQ 3181"
        section.meetings.append(section.meetings[0])
        section.meetings[1].place = "WMC 2200"
        section.meetings.append(StudyClass.sample("F", "10:30", "11:20").meetings[0])
        let items = ClassCalendar([section]).items
        #expect(items.map(\.row.item) == ["202530.1001-0", "202530.1001-2"])
        #expect(items.first?.component.text("LOCATION") == "AQ 3181, WMC 2200")
    }

    @Test func aDueDateEndsItsEvent() throws {
        let inputs = CalendarInputs.sample(
            classes: [.sample("M", "10:30", "11:20")],
            due: [
                .due("Assignment 3", "2026-11-25T01:00:00Z"), .due("Midterm", "2026-11-26T18:30:00Z", kind: .exam),
                // 23:59 in Vancouver.
                .due("Essay", "2026-11-28T07:59:00Z", kind: .reminder),
            ])
        let items = DueCalendar(inputs.due, classes: inputs.classes, zone: .gmt).items.map(\.component)
        #expect(
            items.map { $0.text("SUMMARY") } == ["CMPT225: Assignment 3", "CMPT225 Exam: Midterm", "CMPT225 Reminder: Essay"])
        #expect(items.map { $0.values("DTSTART") } == [["20261125T003000Z"], ["20261126T183000Z"], ["20261127"]])
        #expect(items.map { $0.values("DTEND") } == [["20261125T010000Z"], [], ["20261128"]])
        #expect(items.allSatisfy { $0.values("TRANSP") == ["TRANSPARENT"] })
        #expect(items[0].text("DESCRIPTION") == "Note by Ada\nnoteit event view CMPT225#42")
    }

    @Test func aMovedDueDateSaysWhereItWas() throws {
        let event = Event.due("Assignment 3", "2026-11-25T01:00:00Z")
        let former = [event.moved(from: "2026-11-21T01:00:00Z", at: "2026-11-19T20:00:00Z")]
        let class225 = StudyClass.sample("M", "10:30", "11:20")
        let item = try #require(DueCalendar([(event, former)], classes: [class225], zone: .gmt).items.first)
        let text = try #require(item.component.text("DESCRIPTION"))
        #expect(text.hasSuffix("The due date moved on 2026-11-19. It was 2026-11-20 17:00."))
        let before = try #require(DueCalendar([(event, [])], classes: [class225], zone: .gmt).items.first)
        #expect(before.row.digest != item.row.digest)
    }

    @Test func studyBlocksSayThatTheyArePinned() throws {
        let task = StudyTask.flexible("Read", minutes: 60)
        var block = StudyPlan.Block(
            id: "b", kind: .study, start: at("2026-11-24T00:00:00Z"), end: at("2026-11-24T01:00:00Z"),
            task: task.id.description)
        let calendar = StudyCalendar([task])
        let plain = try #require(calendar.item(block))
        #expect(plain.component.text("SUMMARY") == "Study: Read" && plain.component["CATEGORIES"] == nil)
        (block.pinned, block.done) = (true, true)
        let pinned = try #require(calendar.item(block))
        #expect(pinned.component.values("CATEGORIES") == ["PINNED,DONE"] && pinned.row.digest != plain.row.digest)
        block.missed = true
        #expect(calendar.item(block) == nil)
        (block.missed, block.kind) = (false, .break)
        #expect(calendar.item(block) == nil)
    }

    /// The alerts of the settings, as alarms: of study blocks, due dates and fixed tasks.
    @Test func alertsAreAlarms() throws {
        func triggers(_ component: Component?) -> [String] {
            (component?.components ?? []).filter { $0.name == "VALARM" }.compactMap { alarm in
                alarm["TRIGGER"].map { ($0.parameter("RELATED") ?? "START") + $0.value }
            }
        }
        let read = StudyTask.flexible("Read", minutes: 60, deadline: at("2026-11-27T01:00:00Z"))
        var lunch = StudyTask.fixed("Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z")
        var block = StudyPlan.Block(
            id: "b", kind: .study, start: at("2026-11-24T00:00:00Z"), end: at("2026-11-24T01:00:00Z"), task: read.id.description
        )
        let alarms = StudyAlarms(StudySettings.Alerts(start: 10, end: 5))
        let study = { (block: StudyPlan.Block) in StudyCalendar([read], alarms).item(block)?.component }
        #expect(triggers(study(block)) == ["START-PT10M", "END-PT5M"])
        #expect(study(block)?.components.first?.text("DESCRIPTION") == "Study: Read")
        block.done = true
        #expect(triggers(study(block)) == [])
        let due = { (moment: String, kind: Event.Kind) in
            DueCalendar([(Event.due("Essay", moment, kind: kind), [])], classes: [], zone: .gmt, alarms).items.first?.component
        }
        #expect(triggers(due("2026-11-27T17:00:00Z", .reminder)) == ["START-PT10M", "END-PT5M"])
        #expect(triggers(due("2026-11-27T17:00:00Z", .exam)) == ["START-PT10M"])
        #expect(triggers(due("2026-11-27T23:59:00Z", .reminder)) == ["STARTPT9H"], "a whole day, in its morning")
        var inputs = CalendarInputs.sample(tasks: [read, lunch])
        #expect(triggers(TaskCalendar(inputs).item(lunch).component) == [])
        inputs.alerts = StudySettings.Alerts(start: 0, end: 5)
        let tasks = TaskCalendar(inputs)
        #expect(triggers(tasks.item(lunch).component) == ["STARTPT0S"] && triggers(tasks.event(lunch)) == ["STARTPT0S"])
        #expect(triggers(tasks.item(read).component) == [] && triggers(tasks.event(read)) == [])
        lunch.done = true
        #expect(triggers(tasks.item(lunch).component) == [])
    }

    @Test func aTaskIsATodo() throws {
        var first = StudyTask.flexible("Read", minutes: 60)
        var task = StudyTask.flexible("Write", minutes: 90, deadline: at("2026-11-27T01:00:00Z"))
        (task.earliest, task.priority, task.after, task.minutesDone) = (at("2026-11-23T08:00:00Z"), .high, [first.id], 45)
        let component = TaskCalendar(.sample(tasks: [first, task])).item(task).component
        #expect(component.name == "VTODO" && component.values("DTSTART") == ["20261123T080000Z"])
        #expect(component.values("DUE") == ["20261127T010000Z"] && component.values("PRIORITY") == ["1"])
        #expect(component.values("PERCENT-COMPLETE") == ["50"] && component.values("STATUS") == ["IN-PROCESS"])
        #expect(component.values("ESTIMATED-DURATION") == ["PT90M"])
        #expect(component["RELATED-TO"]?.text == "\(first.id)@noteit")
        #expect(component["RELATED-TO"]?.parameter("RELTYPE") == "DEPENDS-ON")
        first.done = true
        let done = TaskCalendar(.sample()).item(first)
        #expect(done.component.values("STATUS") == ["COMPLETED"] && done.component.values("PERCENT-COMPLETE") == ["100"])
        #expect(done.row.firstStart == nil && done.row.lastEnd == nil)
    }

    @Test func aDeadlineThatMovedBeforeTheStartHidesIt() {
        var task = StudyTask.flexible("Write", minutes: 90, deadline: at("2026-11-27T01:00:00Z"))
        task.earliest = at("2026-11-28T08:00:00Z")
        let item = TaskCalendar(.sample()).item(task)
        #expect(item.component["DTSTART"] == nil && item.component.values("DUE") == ["20261127T010000Z"])
        #expect(item.row.firstStart == task.deadline && item.row.lastEnd == task.deadline)
    }

    @Test func aRepeatingTaskKeepsItsWallClock() throws {
        let task = StudyTask.fixed(
            "Lunch", "2026-11-23T20:30:00Z", "2026-11-23T21:00:00Z", rule: "FREQ=DAILY;UNTIL=20261204",
            except: ["2026-11-25T20:30:00Z"])
        let item = TaskCalendar(.sample(tasks: [task])).item(task)
        #expect(item.component["DTSTART"]?.parameter("TZID") == "America/Vancouver")
        #expect(item.component.values("DTSTART") == ["20261123T123000"] && item.component.values("DUE") == ["20261123T130000"])
        // UNTIL is in UTC, since the start has a zone.
        #expect(item.component.values("RRULE") == ["FREQ=DAILY;UNTIL=20261205T075959Z"])
        #expect(item.component.values("EXDATE") == ["20261125T123000"])
        #expect(item.zones == ["America/Vancouver"] && item.row.lastEnd == nil)
        let event = try #require(TaskCalendar(.sample()).event(task))
        #expect(event.name == "VEVENT" && event["DTEND"] != nil && event["DUE"] == nil)
    }

    @Test func aDigestMovesOnlyWithWhatTheItemSays() throws {
        var task = StudyTask.flexible("Write", minutes: 90)
        let digest = { (task: StudyTask) in TaskCalendar(.sample()).item(task).row.digest }
        let before = digest(task)
        (task.rev, task.editedAt) = (7, at("2026-11-22T00:00:00Z"))
        #expect(digest(task) == before)
        task.notes = "Chapter 7"
        #expect(digest(task) != before)
    }

    @Test func storedRowsMatchTheirItems() throws {
        var inputs = CalendarInputs.sample(
            classes: [.sample("M", "10:30", "11:20")], tasks: [.flexible("Read", minutes: 60)]
        ).stored()
        #expect(DerivedCalendars(inputs).match(inputs.objects))
        inputs.tasks[0].title = "Write"
        #expect(!DerivedCalendars(inputs).match(inputs.objects))
        inputs.tasks = []
        #expect(!DerivedCalendars(inputs).match(inputs.objects))
    }

    @Test func zonesCoverWholeYears() throws {
        let item = try #require(ClassCalendar([.sample("M", "10:30", "11:20")]).items.first)
        let spans = CalendarAssembler.spans(of: [item])
        #expect(spans.keys.sorted() == ["America/Vancouver"])
        #expect(spans["America/Vancouver"]?.from == item.row.firstStart)
        let calendar = CalendarAssembler().object(item, as: .sample(item.row, sequence: 3))
        #expect(calendar.components.map(\.name) == ["VTIMEZONE", "VEVENT"])
        let event = try #require(calendar.components.last)
        #expect(event.values("SEQUENCE") == ["3"] && event.text("UID") == "202530.1001-0@noteit")
        #expect(event.values("DTSTAMP") == event.values("LAST-MODIFIED"))
        #expect(event.values("CREATED") == ["20261101T000000Z"])
    }
}
