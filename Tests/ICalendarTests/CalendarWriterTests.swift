import Foundation
import Testing

@testable import ICalendar

struct CalendarWriterTests {
    @Test func aComponentIsWrittenInItsOrder() {
        let alarm = Component("valarm", properties: [Property("action", value: "DISPLAY")])
        let event = Component(
            "VEVENT", properties: [Property("UID", value: "1"), Property("X-A", value: "b;c,d\\n")], components: [alarm])
        #expect(
            event.text
                == "BEGIN:VEVENT\r\nUID:1\r\nX-A:b;c,d\\n\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\nEND:VEVENT\r\n")
    }

    @Test(arguments: ["a", "é", "€", "😀", "👩🏽‍🚀", "e\u{301}", " ", "\t", "a😀"])
    func longLinesAreFoldedBetweenCharacters(unit: String) throws {
        for count in 0..<200 {
            let value = String(repeating: unit, count: count) + "."
            let text = Component("VCALENDAR", properties: [Property("X", value: value)]).text
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
            #expect(lines.dropFirst(2).dropLast(2).allSatisfy { $0.utf8.first == UInt8(ascii: " ") })
            // A line is not broken before it must be.
            #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.utf8.count > 75 - 4 })
            #expect(try calendars(text).first?["X"]?.value == value)
        }
    }

    @Test(arguments: [
        ("a", "a"), ("a b", "a b"), ("a,b", "\"a,b\""), ("a;b", "\"a;b\""), ("a:b", "\"a:b\""), ("", ""), ("Ü", "Ü"),
        ("say \"a\"", "say ^'a^'"), ("a^b", "a^^b"), ("a\nb", "a^nb"), ("a\u{0}\u{7F}\rb", "a   b"), ("\":\"", "\"^':^'\""),
        ("\\n", "\\n"),
    ])
    func aParameterIsQuotedIfItMustBe(value: String, written: String) throws {
        let property = Property("X", parameters: [Property.Parameter("A", [value, "z"])], value: "v")
        #expect(
            Component("VCALENDAR", properties: [property]).text == "BEGIN:VCALENDAR\r\nX;A=\(written),z:v\r\nEND:VCALENDAR\r\n")
    }

    @Test func aValueCannotAddLines() throws {
        let evil = "a\r\nEND:VEVENT\nBEGIN:VEVENT\u{0}"
        let component = Component(
            "VCALENDAR\nX:Y",
            properties: [Property("X\r\nY:", parameters: [Property.Parameter("A=\n", [evil])], value: evil)])
        let text = component.text
        #expect(text.components(separatedBy: "\r\n").count == 3 + 1)
        #expect(!text.contains("\u{0}"))
        #expect(text.hasPrefix("BEGIN:VCALENDARXY\r\nXY;A=\"a ^nEND:VEVENT^nBEGIN:VEVENT \":a  END:VEVENT BEGIN:"))
    }

    @Test(arguments: [
        ("a", "a"), ("a,b;c\\d:\"", "a\\,b\\;c\\\\d:\""), ("a\nb", "a\\nb"),
        ("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f", "a\\nb\\nc d\u{2028}e\u{2029}f"),
        ("a\n\n\r\n\rb", "a\\n\\n\\n\\nb"), ("\u{0}a\u{1B}[1m\tb\u{9B}", " a [1m\tb "), ("😀é", "😀é"), ("", ""),
    ])
    func aTextIsEscaped(text: String, value: String) {
        #expect(Property("SUMMARY", text: text).value == value)
    }

    @Test(arguments: [
        ("a\\nb\\Nc", "a\nb\nc"), ("a\\,b\\;c\\\\n", "a,b;c\\n"), ("C:\\Users\\a", "C:\\Users\\a"), ("end\\", "end\\"),
        ("a,b;c", "a,b;c"),
        ("\\\\\\\\n", "\\\\n"), ("é\\né", "é\né"),
    ])
    func aTextIsReadWithoutEscapes(value: String, text: String) {
        #expect(Property("SUMMARY", value: value).text == text)
    }

    @Test func aListOfTextsIsSplitAtItsCommas() {
        #expect(Property("CATEGORIES", value: "A,B\\,C,\\\\,é\\;").texts == ["A", "B,C", "\\", "é;"])
        #expect(Property("CATEGORIES", value: "").texts == [])
        #expect(Property("CATEGORIES", value: "A,,").texts == ["A", "", ""])
        let texts = ["a,b", "c\\", "\n", "d"]
        #expect(Property("CATEGORIES", texts: texts).texts == texts)
    }

    @Test func aTimeIsWrittenWithItsZone() throws {
        let vancouver = try zone("America/Vancouver")
        let local = try #require(CalendarTime("20260701T090000", zone: vancouver))
        let zoned = Property("DTSTART", local, zone: "America/Vancouver")
        #expect(
            zoned
                == Property(
                    "DTSTART", parameters: [Property.Parameter("TZID", ["America/Vancouver"])], value: "20260701T090000"))
        #expect(Property("DTSTART", local).value == "20260701T160000Z")
        #expect(Property("DTSTART", local).parameters.isEmpty)
        for (text, parameters) in [
            ("20260701", [Property.Parameter("VALUE", ["DATE"])]), ("20260701T090000", []), ("20260701T090000Z", []),
        ] {
            let time = try #require(CalendarTime(text))
            #expect(Property("DUE", time, zone: "Europe/Paris") == Property("DUE", parameters: parameters, value: text))
        }
    }

    @Test func whatIsReadIsWrittenAndReadTheSame() throws {
        let text = """
            BEGIN:VCALENDAR
            X-A;B="c:d",e;F=^n^^^';VALUE=X-UNKNOWN;G=:\\x\\n;,:"
            X-EMPTY:
            X_UNDER:tab\there
            ATTACH;ENCODING=BASE64;VALUE=BINARY:\(String(repeating: "QUJD", count: 500))
            END:VCALENDAR
            """
        let read = try calendars(text)
        let written = read.map(\.text).joined()
        #expect(try calendars(written) == read)
        #expect(try calendars(written).map(\.text).joined() == written)
        #expect(written.contains("X-A;B=\"c:d\",e;F=^n^^^';VALUE=X-UNKNOWN;G=:\\x\\n;,:\"\r\n"))
    }
}
