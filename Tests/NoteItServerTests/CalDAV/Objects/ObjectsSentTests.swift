import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

struct ObjectsSentTests {
    private func refusal(_ text: String, of component: CalendarCollection.Component = .event) -> String? {
        do { _ = try SentCalendar.sample(text, of: component) } catch { return (error as? DAVFailure)?.condition?.name.local }
        return nil
    }

    @Test func eachFaultHasItsPrecondition() {
        let event = sampleEvent("DTSTART:20260105T090000Z")
        #expect(refusal(event) == nil)
        #expect(refusal("METHOD:REQUEST\n" + event) == "valid-calendar-object-resource")
        #expect(refusal("") == "valid-calendar-object-resource")
        #expect(refusal(event + "\n" + sampleTodo()) == "valid-calendar-object-resource")
        #expect(refusal(event + "\n" + event.replacing("UID:1", with: "UID:2")) == "valid-calendar-object-resource")
        #expect(refusal(sampleTodo()) == "supported-calendar-component")
        #expect(refusal(event, of: .todo) == "supported-calendar-component")
        #expect(refusal("BEGIN:VEVENT\nnonsense\nEND:VEVENT") == "valid-calendar-data")
        #expect(refusal(sampleEvent("DTSTART:yesterday")) == "valid-calendar-data")
    }

    @Test func aJournalHasAPlaceInTimeButIsNotAnEvent() throws {
        let text = sampleEvent("DTSTART;VALUE=DATE:20260105", "SUMMARY:Day").replacing("VEVENT", with: "VJOURNAL")
        let sent = try SentCalendar.sample(text, of: .event, .journal)
        #expect(sent.series.kind == .journal && sent.uid == "1" && PersonalEventText(sent) == nil)
        #expect(sent.series.span?.start == moment("20260105T000000Z") && sent.series.span?.end == moment("20260106T000000Z"))
        #expect(try SentCalendar.sample("BEGIN:VJOURNAL\nUID:1\nEND:VJOURNAL", of: .journal).series.span == nil)
    }

    @Test func thePersonalEventIsItsFirstInstance() throws {
        let text = sampleEvent(
            "DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260105T090000Z",
            "SUMMARY:Dentist\\, again", "LOCATION:Main\\nStreet")
        let event = try #require(PersonalEventText(.sample(text, of: .event)))
        #expect(event.title == "Dentist, again")
        #expect(event.location == "Main Street")
        #expect(event.start == moment("20260106T090000Z"))
        #expect(event.end == moment("20260106T100000Z"))
        #expect(event.rule == "FREQ=DAILY;COUNT=3")
        #expect(!event.allDay)
    }

    @Test func conditionsAreThoseOfHTTP() {
        func condition(_ headers: HTTPFields) -> ObjectCondition {
            ObjectCondition(
                Request(
                    head: HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/", headerFields: headers),
                    body: RequestBody(buffer: .init())))
        }
        #expect(condition([:]).holds(for: nil))
        #expect(condition([.ifMatch: "\"a\", \"b\""]).holds(for: "b"))
        #expect(!condition([.ifMatch: "\"a\""]).holds(for: nil))
        #expect(!condition([.ifMatch: "W/\"a\""]).holds(for: "a"))
        #expect(condition([.ifMatch: "*"]).stored == .tags([]))
        #expect(condition([.ifNoneMatch: "*"]).stored == .absent)
        #expect(!condition([.ifNoneMatch: "*"]).holds(for: "a"))
        #expect(condition([.ifNoneMatch: "W/\"a\""]).knows("a"))
        #expect(!condition([.ifNoneMatch: "\"a\""]).isStored)
    }
}
