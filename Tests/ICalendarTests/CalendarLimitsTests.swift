import TestTime
import Testing

@testable import ICalendar

struct CalendarLimitsTests {
    private let limits = CalendarLimits(
        bytes: 20_000, lineBytes: 1_000, components: 50, depth: 3, properties: 200, componentProperties: 100)

    private func refusal(_ text: String) -> CalendarError? {
        #expect(throws: CalendarError.self) { try calendars("BEGIN:VCALENDAR\n" + text, limits: limits) }
    }

    @Test func whatIsWithinTheLimitsIsRead() throws {
        let properties = "X;A=1:2\n".repeated(99)
        let value = "a".repeated(998)
        let component = "BEGIN:A\nBEGIN:B\n\(properties)END:B\nEND:A\n"
        let read = try calendars(
            "BEGIN:VCALENDAR\n\(component)\(component)Y:\(value)\n\("BEGIN:C\nEND:C\n".repeated(45))END:VCALENDAR\n",
            limits: limits)
        #expect(read.first?["Y"]?.value == value)
        #expect(read.first?.components.count == 47)
    }

    @Test func whatIsBeyondALimitIsRefusedAtItsLine() {
        #expect(refusal("X:1\nY:" + "a".repeated(999)) == CalendarError(line: 3, "A line may have at most 1000 bytes."))
        #expect(refusal("X:1\nY:" + "a\n ".repeated(999)) == CalendarError(line: 3, "A line may have at most 1000 bytes."))
        #expect(
            refusal("BEGIN:A\nEND:A\n".repeated(50)) == CalendarError(line: 100, "A calendar may have at most 50 components."))
        #expect(
            refusal("BEGIN:A\n".repeated(5)) == CalendarError(line: 4, "Components may stand in each other at most 3 deep."))
        #expect(refusal("X:1\n".repeated(101)) == CalendarError(line: 102, "A component may have at most 100 properties."))
        let component = "BEGIN:A\n\("X:1\n".repeated(50))END:A\n"
        #expect(refusal(component.repeated(5)) == CalendarError(line: 211, "A calendar may have at most 200 properties."))
        #expect(
            refusal("X;A=\("1,".repeated(201)):1\n")
                == CalendarError(line: 2, "The parameters of a calendar may have at most 200 values."))
        #expect(refusal("\r\n".repeated(20_000))?.detail == "A calendar may have at most 20000 bytes.")
        #expect(
            refusal("END:VCALENDAR\n" + "X".repeated(20_000))
                == CalendarError(line: 3, "A calendar may have at most 20000 bytes."))
    }

    /// Counts what is read of it.
    private final class Endless: Sequence, IteratorProtocol {
        private let lines: [UInt8]
        private(set) var count = 0

        init(_ lines: String) { self.lines = Array(lines.utf8) }

        func next() -> UInt8? {
            count += 1
            return lines[(count - 1) % lines.count]
        }
    }

    @Test(arguments: [
        "BEGIN:VCALENDAR\n", "a", "\n", " \n", "\r", "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
        "BEGIN:VCALENDAR\nX:a\n b\nEND:VCALENDAR\n",
    ])
    func endlessTextIsReadToTheLimit(lines: String) {
        let endless = Endless(lines)
        #expect(throws: CalendarError.self) { try Component.calendars(in: endless, limits: limits) }
        #expect(endless.count <= limits.bytes + 1)
    }

    /// An event takes a kilobyte.
    private func calendar(events: Int) -> String {
        let event =
            "BEGIN:VEVENT\r\nUID:1\r\nATTENDEE;CN=\"Ü, ^'\":mailto:a@b.c\r\nDESCRIPTION:\("word ".repeated(190))\r\n  word\r\nEND:VEVENT\r\n"
        return "BEGIN:VCALENDAR\r\n\(event.repeated(events))END:VCALENDAR\r\n"
    }

    @Test func aCalendarOfFiveMegabytesIsReadInLinearTime() throws {
        let times = try [294, 4_700].map { count in
            let text = calendar(events: count)
            return try processorTime {
                let read = try calendars(text, limits: .imported)
                #expect(read.first?.components.count == count)
            }
        }
        #expect((4_500_000...5_000_000).contains(calendar(events: 4_700).utf8.count))
        #expect(times[1] < 64 * times[0])
    }

    /// Text with a unit that is repeated.
    struct Huge: Sendable {
        var head = ""
        var unit: String
        var count: Int
        var tail = ""
    }

    @Test(arguments: [
        Huge(head: "X:", unit: "a", count: 10_000_000),
        Huge(unit: "EXDATE:20260101T000000Z\n", count: 100_000),
        Huge(head: "EXDATE:", unit: "20260101T000000Z,", count: 100_000),
        Huge(unit: "BEGIN:VEVENT\n", count: 1_000),
        Huge(unit: "BEGIN:VEVENT\nEND:VEVENT\n", count: 100_000),
        Huge(head: "X:a\n", unit: " a\n", count: 1_000_000),
        Huge(unit: "\n ", count: 2_000_000),
        Huge(head: "X", unit: ";A=b", count: 1_000_000, tail: ":c"),
        Huge(head: "X;A=", unit: "\",\"", count: 80_000, tail: ":c\n"),
        Huge(head: "X;A=", unit: "^", count: 250_000),
    ])
    func hugeTextIsRefusedSoon(huge: Huge) throws {
        let text = "BEGIN:VCALENDAR\n" + huge.head + huge.unit.repeated(huge.count) + huge.tail
        let ordinary = calendar(events: 294)
        let sixteenth = try processorTime { _ = try calendars(ordinary, limits: .imported) }
        for limits in [CalendarLimits.object, .imported] {
            let time = processorTime {
                let error = #expect(throws: CalendarError.self) { try calendars(text, limits: limits) }
                #expect(error?.line != nil)
                #expect((error?.detail.utf8.count ?? .max) < 200)
            }
            #expect(time < 10 * 16 * sixteenth, "it takes ten times as long as to read a calendar of the greatest size")
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
