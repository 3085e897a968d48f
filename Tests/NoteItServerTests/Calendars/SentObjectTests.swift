import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

struct SentObjectTests {
    private let sent = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//A phone//EN
        BEGIN:VTODO
        UID:from-a-phone
        DTSTAMP:20261101T000000Z
        SUMMARY:Read
        DUE;TZID=America/Vancouver:20261126T170000
        PRIORITY:2
        SEQUENCE:4
        X-APPLE-SORT-ORDER:7
        RELATED-TO:the-parent
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        DESCRIPTION:Soon
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """
    private var task: StudyTask {
        var task = StudyTask.flexible("Read", minutes: 60, deadline: at("2026-11-27T01:00:00Z"))
        task.priority = .high
        return task
    }

    private func merged(_ task: StudyTask, _ text: String? = nil) throws -> Component {
        let item = TaskCalendar(.sample(tasks: [task])).item(task)
        let object = CalendarObject.sample(item.row, sequence: 5, data: text ?? sent)
        let base = try #require(SentObject(object.data ?? [], item, reader: .vancouver))
        let calendar = base.merged(as: object, CalendarAssembler())
        return try #require(calendar.components.first { $0.name == "VTODO" })
    }

    @Test func whatTheServerDoesNotUnderstandStays() throws {
        var task = task
        task.title = "Read again"
        let todo = try merged(task)
        #expect(todo.text("SUMMARY") == "Read again" && todo.text("UID") == "from-a-phone")
        #expect(todo.values("X-APPLE-SORT-ORDER") == ["7"] && todo.components.map(\.name) == ["VALARM"])
        #expect(todo.values("RELATED-TO") == ["the-parent"])
        #expect(todo.values("SEQUENCE") == ["9"] && todo.values("LAST-MODIFIED") == ["20261120T000000Z"])
    }

    @Test func theSameMeaningKeepsItsForm() throws {
        let todo = try merged(task)
        #expect(todo.values("DUE") == ["20261126T170000"] && todo["DUE"]?.parameter("TZID") == "America/Vancouver")
        #expect(todo.values("PRIORITY") == ["2"] && todo["STATUS"] == nil)
        let whole = sent.replacing("DUE;TZID=America/Vancouver:20261126T170000", with: "DUE;VALUE=DATE:20261126")
        #expect(try merged(task, whole).values("DUE") == ["20261126"])
    }

    @Test func aMovedDeadlineIsSet() throws {
        var task = task
        task.deadline = at("2026-11-29T01:00:00Z")
        #expect(try merged(task).values("DUE") == ["20261129T010000Z"])
        task.deadline = nil
        #expect(try merged(task)["DUE"] == nil)
    }

    @Test func aDoneTaskIsCompletedAndBack() throws {
        var task = task
        task.done = true
        let done = try merged(task)
        #expect(done.values("STATUS") == ["COMPLETED"] && done.values("COMPLETED") == ["20261120T000000Z"])
        let text = sent.replacing("PRIORITY:2", with: "PRIORITY:2\nSTATUS:COMPLETED\nCOMPLETED:20261119T080000Z")
        #expect(try merged(task, text).values("COMPLETED") == ["20261119T080000Z"])
        task.done = false
        let open = try merged(task, text)
        #expect(open.values("STATUS") == ["NEEDS-ACTION"] && open["COMPLETED"] == nil)
    }

    @Test func aPinKeepsTheProgramsCategories() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:b@noteit
            DTSTAMP:20261101T000000Z
            DTSTART:20261124T000000Z
            DURATION:PT1H
            SUMMARY:Study: Read
            CATEGORIES:School
            END:VEVENT
            END:VCALENDAR

            """
        var block = StudyPlan.Block(
            id: "b", kind: .study, start: at("2026-11-24T00:00:00Z"), end: at("2026-11-24T01:00:00Z"), title: "Read")
        block.pinned = true
        let item = try #require(StudyCalendar([]).item(block))
        let object = CalendarObject.sample(item.row, data: text)
        let base = try #require(SentObject(object.data ?? [], item, reader: .vancouver))
        let event = try #require(base.merged(as: object, CalendarAssembler()).components.last)
        #expect(event.all("CATEGORIES").flatMap(\.texts) == ["School", "PINNED"])
        #expect(event.values("DURATION") == ["PT1H"] && event["DTEND"] == nil)
    }

    @Test func bytesThatAreNotAnObjectOfTheKindAreNoBase() throws {
        let item = TaskCalendar(.sample()).item(task)
        #expect(SentObject(Array("BEGIN:VCALENDAR".utf8), item, reader: .gmt) == nil)
        let event = sent.replacing("VTODO", with: "VEVENT")
        #expect(SentObject(Array(event.utf8), item, reader: .gmt) == nil)
    }
}
