import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

struct CalendarRangeTests {
    private let personal = CalendarCollection(
        id: "personal", kind: .personal, displayName: nil, properties: [:], changed: 0)

    private func days(_ inputs: CalendarInputs, _ objects: [CalendarObject] = []) -> CalendarDays {
        var steps = WorkSteps(WorkSteps.most)
        return CalendarRange(
            from: day("2026-11-23"), to: day("2026-11-29"), inputs: inputs,
            others: [CalendarRange.Other(calendar: personal, objects: objects)], imports: []
        ).days(&steps)
    }

    @Test func allKindsComeByStart() throws {
        let block = StudyPlan.Block(
            id: "b", kind: .study, start: at("2026-11-24T02:00:00Z"), end: at("2026-11-24T03:00:00Z"), title: "Read")
        let week = days(
            .sample(
                classes: [.sample("MW", "10:30", "11:20")], due: [.due("Essay", "2026-11-25T01:00:00Z")], blocks: [block],
                tasks: [
                    .fixed("Lunch", "2026-11-02T20:30:00Z", "2026-11-02T21:00:00Z", rule: "FREQ=WEEKLY;BYDAY=MO,TU"),
                    .flexible("Write", minutes: 60, deadline: at("2026-11-28T01:00:00Z")),
                    .flexible("Later", minutes: 60, deadline: at("2026-12-28T01:00:00Z")),
                ]))
        #expect(week.items.map(\.kind) == [.class, .task, .study, .task, .due, .class, .task])
        #expect(week.items.map(\.title).first == "CMPT 225 LEC D100" && week.items[4].reference == "CMPT225#42")
        #expect(week.items[3].start == at("2026-11-24T20:30:00Z") && week.complete && week.timeZone == "America/Vancouver")
    }

    @Test func aDueDateWithoutATimeIsTheSameDayInEachZone() throws {
        var inputs = CalendarInputs.sample(
            classes: [.sample("M", "10:30", "11:20")], due: [.due("Essay", "2026-11-25T07:59:00Z")])
        inputs.timeZone = "Asia/Tokyo"
        let item = try #require(days(inputs).items.first { $0.kind == .due })
        #expect(item.allDay && item.start == at("2026-11-23T15:00:00Z") && item.end == at("2026-11-24T15:00:00Z"))
    }

    @Test func missedBlocksAreLeftOut() throws {
        let block = StudyPlan.Block(
            id: "b", kind: .study, start: at("2026-11-24T02:00:00Z"), end: at("2026-11-24T03:00:00Z"), missed: true)
        #expect(days(.sample(blocks: [block])).items.isEmpty)
    }

    @Test func personalEventsAreExpanded() throws {
        let training = CalendarObject.personal(
            "training", "SUMMARY:Training\r\nDTSTART:20261102T180000Z\r\nDTEND:20261102T190000Z\r\nRRULE:FREQ=WEEKLY",
            from: "2026-11-02T18:00:00Z", to: nil)
        let cancelled = CalendarObject.personal(
            "off", "SUMMARY:Off\r\nSTATUS:CANCELLED\r\nDTSTART:20261124T180000Z\r\nDTEND:20261124T190000Z",
            from: "2026-11-24T18:00:00Z", to: "2026-11-24T19:00:00Z")
        let items = days(.sample(), [training, cancelled]).items
        #expect(items.map(\.title) == ["Training"] && items.first?.start == at("2026-11-23T18:00:00Z"))
        #expect(items.first?.calendar == "personal" && items.first?.id == "training" && items.first?.allDay == false)
    }

    @Test func anEndedSearchIsNotComplete() throws {
        let inputs = CalendarInputs.sample(tasks: [.flexible("Write", minutes: 60, deadline: at("2026-11-28T01:00:00Z"))])
        let range = CalendarRange(from: day("2026-11-23"), to: day("2026-11-29"), inputs: inputs, others: [], imports: [])
        var steps = WorkSteps(1)
        let days = range.days(&steps)
        #expect(!days.complete && days.items.isEmpty)
    }
}
