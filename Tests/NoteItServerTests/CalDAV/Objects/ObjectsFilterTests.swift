import Foundation
import ICalendar
import TestTime
import Testing

@testable import NoteItServer

struct ObjectsFilterTests {
    private let span = moment("20260110T000000Z")..<moment("20260120T000000Z")

    private func filter(_ inner: DAVElement...) throws -> CalendarFilter {
        try CalendarFilter(
            DAVElement(
                .caldav("filter"), [DAVElement(.caldav("comp-filter"), attributes: ["name": "VCALENDAR"], inner)]))
    }

    private func component(_ name: String, _ inner: DAVElement...) -> DAVElement {
        DAVElement(.caldav("comp-filter"), attributes: ["name": name], inner)
    }

    private func property(_ name: String, _ inner: DAVElement...) -> DAVElement {
        DAVElement(.caldav("prop-filter"), attributes: ["name": name], inner)
    }

    private func text(_ text: String, _ attributes: [String: String] = [:]) -> DAVElement {
        DAVElement(.caldav("text-match"), attributes: attributes, text: text)
    }

    private let undefined = DAVElement(.caldav("is-not-defined"))
    private let time = DAVElement(
        .caldav("time-range"), attributes: ["start": "20260110T000000Z", "end": "20260120T000000Z"])

    /// The table of RFC 4791, section 9.9.
    @Test(arguments: [
        (["DTSTART:20260110T000000Z", "DTEND:20260111T000000Z"], true),
        (["DTSTART:20260109T000000Z", "DTEND:20260110T000000Z"], false),
        (["DTSTART:20260120T000000Z", "DTEND:20260121T000000Z"], false),
        (["DTSTART:20260101T000000Z", "DTEND:20260201T000000Z"], true),
        (["DTSTART:20260109T230000Z", "DURATION:PT1H"], false),
        (["DTSTART:20260109T230000Z", "DURATION:PT2H"], true),
        (["DTSTART:20260110T000000Z"], true),
        (["DTSTART:20260109T235959Z"], false),
        (["DTSTART;VALUE=DATE:20260110"], true),
        (["DTSTART;VALUE=DATE:20260109"], false),
        (["DTSTART;VALUE=DATE:20260119"], true),
        (["DTSTART:20250101T120000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYMONTHDAY=15"], true),
        (["DTSTART:20250101T120000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYMONTHDAY=25"], false),
    ])
    func eventsAreInATimeByTheTable(lines: [String], isIn: Bool) throws {
        let event = (["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"]).joined(separator: "\n")
        #expect(try ParsedObject.sample(event).matches(filter(component("VEVENT", time))) == isIn)
    }

    /// The table of RFC 4791, section 9.9.
    @Test(arguments: [
        (["DTSTART:20260109T230000Z", "DURATION:PT1H"], true),
        (["DTSTART:20260109T220000Z", "DURATION:PT1H"], false),
        (["DTSTART:20260119T000000Z", "DURATION:P2D"], true),
        (["DTSTART:20260120T000000Z", "DURATION:P2D"], false),
        (["DTSTART:20260109T000000Z", "DUE:20260110T000000Z"], false),
        (["DTSTART:20260109T000000Z", "DUE:20260110T000001Z"], true),
        (["DTSTART:20260110T000000Z"], true),
        (["DTSTART:20260120T000000Z"], false),
        (["DUE:20260110T000000Z"], false),
        (["DUE:20260120T000000Z"], true),
        (["DUE:20260120T000001Z"], false),
        (["CREATED:20260101T000000Z", "COMPLETED:20260105T000000Z"], false),
        (["CREATED:20260101T000000Z", "COMPLETED:20260115T000000Z"], true),
        (["COMPLETED:20260120T000000Z"], true),
        (["COMPLETED:20260121T000000Z"], false),
        (["CREATED:20260119T000000Z"], true),
        (["CREATED:20260120T000000Z"], false),
        (["SUMMARY:Some day"], true),
    ])
    func todosAreInATimeByTheTable(lines: [String], isIn: Bool) throws {
        let todo = (["BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO"]).joined(separator: "\n")
        #expect(try ParsedObject.sample(todo).matches(filter(component("VTODO", time))) == isIn)
    }

    @Test func anAlarmRingsForEachInstance() throws {
        let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT2H", "END:VALARM"].joined(separator: "\n")
        let event = sampleEvent("DTSTART:20250101T010000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=20", alarm)
        let rings = component("VEVENT", component("VALARM", time))
        #expect(try ParsedObject.sample(event).matches(filter(rings)))
        let late = event.replacing("-PT2H", with: "PT2H")
        #expect(try !ParsedObject.sample(late).matches(filter(rings)))
    }

    @Test func textsAreFoundInTheirCollation() throws {
        let event = try ParsedObject.sample(sampleEvent("DTSTART:20260110T000000Z", "SUMMARY:Größe, Maß", "CLASS:PUBLIC"))
        func matches(_ element: DAVElement) throws -> Bool { try event.matches(filter(component("VEVENT", element))) }
        #expect(try matches(property("SUMMARY", text("MAß"))))
        #expect(try matches(property("SUMMARY", text("GRÖSSE"))) == false)
        #expect(try matches(property("SUMMARY", text("gRÖß", ["collation": "i;unicode-casemap"]))))
        #expect(try matches(property("SUMMARY", text("maß", ["collation": "i;octet"]))) == false)
        #expect(try matches(property("SUMMARY", text("Maß", ["negate-condition": "yes"]))) == false)
        #expect(try matches(property("CLASS", undefined)) == false)
        #expect(try matches(property("LOCATION", undefined)))
        #expect(try matches(property("LOCATION")) == false)
    }

    @Test func parametersAreLookedAt() throws {
        let event = try ParsedObject.sample(
            sampleEvent("DTSTART:20260110T000000Z", "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=\"Ada, L\":mailto:ada@example.org"))
        func matches(_ name: String, _ inner: DAVElement...) throws -> Bool {
            let parameter = DAVElement(.caldav("param-filter"), attributes: ["name": name], inner)
            return try event.matches(filter(component("VEVENT", property("ATTENDEE", parameter))))
        }
        #expect(try matches("PARTSTAT", text("needs-action")))
        #expect(try matches("PARTSTAT", text("accepted")) == false)
        #expect(try matches("ROLE", undefined))
        #expect(try matches("CN", undefined) == false)
    }

    @Test func anOverrideIsSearchedInItsOwnTime() throws {
        let series =
            sampleEvent("DTSTART:20260101T120000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=30", "SUMMARY:Lunch") + "\n"
            + sampleEvent("RECURRENCE-ID:20260125T120000Z", "DTSTART:20260115T120000Z", "DURATION:PT1H", "SUMMARY:Moved")
        let object = try ParsedObject.sample(series)
        #expect(try object.matches(filter(component("VEVENT", time, property("SUMMARY", text("Moved"))))))
        let later = DAVElement(.caldav("time-range"), attributes: ["start": "20260124T000000Z", "end": "20260126T000000Z"])
        #expect(try !object.matches(filter(component("VEVENT", later, property("SUMMARY", text("Moved"))))))
    }

    @Test func floatingTimesAreReadInTheReportsZone() throws {
        let text = sampleEvent("DTSTART:20260109T190000", "DURATION:PT1H")
        let seattle = Zone(offset: -8 * 3_600, transitions: [])
        #expect(try ParsedObject.sample(text, reader: seattle).matches(filter(component("VEVENT", time))))
        #expect(try !ParsedObject.sample(text).matches(filter(component("VEVENT", time))))
    }

    @Test func whatCannotBeEvaluatedIsRefused() throws {
        func condition(_ element: DAVElement) -> DAVName? {
            do { _ = try filter(element) } catch { return (error as? DAVFailure)?.condition?.name }
            return nil
        }
        #expect(condition(component("VTIMEZONE", time)) == .caldav("supported-filter"))
        #expect(condition(component("VEVENT", property("SUMMARY", time))) == .caldav("supported-filter"))
        #expect(condition(component("VEVENT", DAVElement(.dav("other")))) == .caldav("supported-filter"))
        #expect(
            condition(component("VEVENT", property("SUMMARY", text("a", ["collation": "x"])))) == .caldav("supported-collation")
        )
        #expect(condition(DAVElement(.caldav("comp-filter"))) == .caldav("valid-filter"))
        #expect(condition(component("VEVENT", DAVElement(.caldav("time-range")))) == .caldav("valid-filter"))
        let backwards = DAVElement(.caldav("time-range"), attributes: ["start": "20260120T000000Z", "end": "20260110T000000Z"])
        #expect(condition(component("VEVENT", backwards)) == .caldav("valid-filter"))
        let many = DAVElement(
            .caldav("comp-filter"), attributes: ["name": "VEVENT"], (0..<200).map { property("X-\($0)") })
        #expect(condition(many) == .caldav("valid-filter"))
    }

    @Test func filtersOfOneKindNeedNoParsing() throws {
        #expect(try filter(component("VEVENT")).includesAll(of: [.event]))
        #expect(try filter().includesAll(of: [.todo]))
        #expect(try !filter(component("VEVENT", time)).includesAll(of: [.event]))
        #expect(try filter(component("VTODO")).excludesAll(of: [.event]))
        #expect(try filter(component("VEVENT", undefined)).excludesAll(of: [.event]))
        #expect(try filter(component("VEVENT", time)).span == span)
    }

    /// Both texts of the second search are 16 times as long. By n m it takes 256 times as long.
    @Test func aSearchTakesLinearTime() {
        let times = [1, 16].map { size in
            let text = String(repeating: "a", count: 12_500 * size)
            let match = TextMatch(String(repeating: "a", count: 1_250 * size) + "b")
            return processorTime { #expect(!match.holds(for: text)) }
        }
        #expect(times[1] < 64 * times[0])
    }
}
