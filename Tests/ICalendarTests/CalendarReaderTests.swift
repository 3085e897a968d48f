import Testing

@testable import ICalendar

/// The calendars of a text whose lines end in LF.
func calendars(_ text: String, limits: CalendarLimits = .object) throws(CalendarError) -> [Component] {
    try Component.calendars(in: text.utf8, limits: limits)
}

/// The first event of a calendar with these lines in one event.
func component(_ lines: String, limits: CalendarLimits = .object) throws -> Component {
    let calendar = try calendars("BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n", limits: limits)
    return try #require(calendar.first?.components.first)
}

struct CalendarReaderTests {
    @Test func aCalendarIsATreeInItsOrder() throws {
        let read = try calendars(
            """
            begin:vcalendar
            version:2.0
            BEGIN:VEVENT
            UID:1
            BEGIN:VALARM
            TRIGGER:-PT5M
            END:VALARM
            X-AFTER:alarm
            END:VEVENT
            BEGIN:X-OTHER
            END:X-OTHER
            END:VCALENDAR
            BEGIN:VCALENDAR
            END:VCALENDAR
            """)
        #expect(
            read == [
                Component(
                    "VCALENDAR", properties: [Property("VERSION", value: "2.0")],
                    components: [
                        Component(
                            "VEVENT", properties: [Property("UID", value: "1"), Property("X-AFTER", value: "alarm")],
                            components: [Component("VALARM", properties: [Property("TRIGGER", value: "-PT5M")])]),
                        Component("X-OTHER"),
                    ]),
                Component("VCALENDAR"),
            ])
    }

    @Test(arguments: [
        ("X:a\r\n b\r\n\tc", "abc"), ("X:a\n  b", "a b"), ("X\n :a\n\n  b", "a b"), ("X:a\r\r\nY:b", "a"),
        ("X:a\r\n \r\n b", "ab"),
        ("X:", ""), ("X: a ", " a "), ("X:a:b;c,d\"", "a:b;c,d\""), ("X:tab\there", "tab\there"),
        ("X:bell\u{7}\u{7F}\u{B}", "bell   "),
        ("X:a\rb", "a b"),
    ])
    func aLineIsUnfolded(text: String, value: String) throws {
        #expect(try component(text)["X"]?.value == value)
    }

    @Test func aFoldMayStandInsideACharacter() throws {
        let text = Array("BEGIN:VCALENDAR\r\nX:é😀\r\nEND:VCALENDAR\r\n".utf8)
        for place in 18...text.count - 17 {
            let folded = text[..<place] + Array("\r\n ".utf8) + text[place...]
            #expect(try Component.calendars(in: folded).first?["X"]?.value == "é😀", "folded at \(place)")
        }
    }

    @Test(arguments: ["\u{FEFF}BEGIN:VCALENDAR\nEND:VCALENDAR", "\r\n\r\nBEGIN:VCALENDAR \r\n\r\nEND:vcalendar\r"])
    func aCalendarMayBeginAndEndUncleanly(text: String) throws {
        #expect(try calendars(text) == [Component("VCALENDAR")])
    }

    @Test(arguments: [
        ("X;A=b:v", "A", ["b"]), ("X;a=b,c:v", "A", ["b", "c"]), ("X;A=:v", "A", [""]),
        ("X;A=\"b:c;d,e\",f:v", "A", ["b:c;d,e", "f"]),
        ("X;A=a^nb^^c^'d^e^:v", "A", ["a\nb^c\"d^e^"]), ("X;A=\"^^n\":v", "A", ["^n"]), ("X;A=\"b\" c:v", "A", ["b c"]),
        ("X;B=1;A=http;C=3:v", "A", ["http"]), ("X;A=Ünï:v", "A", ["Ünï"]), ("X;A=a\\nb:v", "A", ["a\\nb"]),
    ])
    func aParameterIsRead(text: String, name: String, values: [String]) throws {
        let property = try #require(try component(text)["X"])
        #expect(property.parameters.first { $0.name == name }?.values == values)
        #expect(property.value == "v")
    }

    /// A text, the line of its error and words of the message.
    @Test(arguments: [
        ("", nil, "BEGIN:VCALENDAR"),
        ("\r\n\r\n", nil, "no calendar"),
        ("<!DOCTYPE html>\n", 1, "no name at \"<!DOCTYPE html>\""),
        ("X:1\n", 1, "outside of a calendar"),
        ("BEGIN:VEVENT\nEND:VEVENT\n", 1, "BEGIN:VCALENDAR first"),
        ("END:VCALENDAR\n", 1, "has no BEGIN"),
        ("BEGIN:VCALENDAR\n", 1, "has no END"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", 3, "BEGIN:VEVENT of line 2"),
        ("BEGIN:VCALENDAR\nBEGIN:VCALENDAR\n", 2, "inside of a component"),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\nX:1", 3, "outside"),
        ("BEGIN:\n", 1, "BEGIN:VEVENT"),
        ("BEGIN:V CALENDAR\n", 1, "BEGIN:VEVENT"),
        ("BEGIN;A=B:VCALENDAR\n", 1, "BEGIN:VEVENT"),
        (" BEGIN:VCALENDAR\n", 1, "no name"),
        ("BEGIN:VCALENDAR\n\nX:folded\n  and\n :nothing\nnothing\n", 6, "\"nothing\" has no value"),
        ("BEGIN:VCALENDAR\n:v\n", 2, "no name"),
        ("BEGIN:VCALENDAR\nX Y:v\n", 2, "could not understand \"X Y:v\""),
        ("BEGIN:VCALENDAR\nhome.TEL:v\n", 2, "NAME:VALUE"),
        ("BEGIN:VCALENDAR\nX;;A=b:v\n", 2, "parameter has no name"),
        ("BEGIN:VCALENDAR\nX;A:v\n", 2, "write A=VALUE"),
        ("BEGIN:VCALENDAR\nX;A=\"b:v\n", 2, "has no end"),
        ("BEGIN:VCALENDAR\nX;A=b\n", 2, "no value"),
        ("BEGIN:VCALENDAR\nX:a\u{0}b\n", 2, "NUL"),
    ])
    func whatIsMalformedIsRefused(text: String, line: Int?, words: String) {
        let error = #expect(throws: CalendarError.self) { try calendars(text) }
        #expect(error?.line == line)
        #expect(error?.detail.lowercased().contains(words.lowercased()) == true, "\(error?.detail ?? "")")
    }

    @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
        for limits in [CalendarLimits.object, .imported] {
            let error = #expect(throws: CalendarError.self) {
                try Component.calendars(
                    in: Array("BEGIN:VCALENDAR\nX:".utf8) + bytes + Array("\nEND:VCALENDAR".utf8), limits: limits)
            }
            #expect(error?.line == 2)
            #expect(error?.detail.contains("UTF-8") == true)
        }
    }

    @Test func anImportLeavesOutMalformedLines() throws {
        let lines = "UID:1\nX-RADIUS=4\nORGANIZER=\"mailto:a\nSUMMARY;;:s\n and more\nLOCATION:here"
        #expect(throws: CalendarError.self) { try component(lines) }
        #expect(try component(lines, limits: .imported).properties.map(\.name) == ["UID", "LOCATION"])
        #expect(
            try calendars("BEGIN:VCALENDAR\nEND:VCALENDAR\nX-COMMENT:cached", limits: .imported) == [Component("VCALENDAR")])
        for text in [
            "BEGIN:VCALENDAR\nEND:VCALENDAR\nno calendar", "no calendar", "BEGIN:VCALENDAR\nBEGIN=VEVENT\nEND:VCALENDAR",
        ] {
            #expect(throws: CalendarError.self) { try calendars(text, limits: .imported) }
        }
    }

    @Test(arguments: [
        ("DTSTART;;:20260101", "DTSTART", ";;:20260101"), ("dtend=20260101", "DTEND", "=20260101"),
        ("RRULE;FREQ=DAILY", "RRULE", ";FREQ=DAILY"), ("EXDATE", "EXDATE", ""), ("UID 1", "UID", " 1"),
    ])
    func aMalformedLineThatSaysWhenIsNotTakenForNone(line: String, name: String, value: String) throws {
        #expect(try component(line, limits: .imported).properties == [Property(name, value: value)])
        #expect(throws: CalendarError.self) { try component(line) }
    }
}
