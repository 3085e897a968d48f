import Foundation
import ICalendar
import Testing

@testable import NoteItServer

struct ObjectsSelectionTests {
    private func selection(_ inner: DAVElement...) throws -> CalendarSelection {
        try CalendarSelection(DAVElement(.caldav("calendar-data"), inner))
    }

    private func named(_ local: String, _ name: String, _ inner: DAVElement...) -> DAVElement {
        DAVElement(.caldav(local), attributes: ["name": name], inner)
    }

    private func lines(_ text: String, _ selection: CalendarSelection) throws -> [String] {
        var (budget, steps) = (AnswerBudget(), WorkSteps(WorkSteps.most))
        let bytes = try ParsedObject.sample(text).selected(selection, size: 500, &budget, &steps)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    private let daily = sampleEvent("DTSTART:20260101T120000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY", "SUMMARY:Lunch")

    @Test func onlyWhatIsWantedIsThere() throws {
        let wanted = try selection(
            named("comp", "VCALENDAR", named("prop", "VERSION"), named("comp", "VEVENT", named("prop", "SUMMARY"))))
        #expect(
            try lines(daily, wanted) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:Lunch", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test func instancesStandAloneInUTC() throws {
        let span = DAVElement(.caldav("expand"), attributes: ["start": "20260201T000000Z", "end": "20260203T000000Z"])
        let text = try lines(daily, selection(span))
        #expect(text.filter { $0.hasPrefix("DTSTART") } == ["DTSTART:20260201T120000Z", "DTSTART:20260202T120000Z"])
        #expect(text.filter { $0.hasPrefix("RECURRENCE-ID") }.count == 2)
        #expect(!text.contains { $0.hasPrefix("RRULE") })
    }

    @Test func aHundredYearsOfInstancesAreRefused() throws {
        let span = DAVElement(.caldav("expand"), attributes: ["start": "20260101T000000Z", "end": "21260101T000000Z"])
        #expect(throws: DAVFailure.self) { try lines(daily, selection(span)) }
    }

    @Test func overridesOfOtherTimesAreLeftOut() throws {
        let series =
            daily + "\n" + sampleEvent("RECURRENCE-ID:20260110T120000Z", "DTSTART:20260110T130000Z", "SUMMARY:Late") + "\n"
            + sampleEvent("RECURRENCE-ID:20260310T120000Z", "DTSTART:20260310T130000Z", "SUMMARY:Later")
        let span = DAVElement(
            .caldav("limit-recurrence-set"), attributes: ["start": "20260101T000000Z", "end": "20260201T000000Z"])
        let text = try lines(series, selection(span))
        #expect(text.filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:Lunch", "SUMMARY:Late"])
    }
}
