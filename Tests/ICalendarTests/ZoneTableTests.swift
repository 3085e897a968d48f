import Foundation
import Testing

@testable import ICalendar

struct ZoneTableTests {
    private let plain = ZoneTable(Component("VCALENDAR"))

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), ("US/Pacific", "America/Los_Angeles"), ("\"Europe/Berlin\"", "Europe/Berlin"),
        ("/freeassociation.sourceforge.net/Europe/London", "Europe/London"),
        ("/freeassociation.sourceforge.net/Tzfile/America/Argentina/Salta", "America/Argentina/Salta"),
        ("/citadel.org/20210210_1/Asia/Tokyo", "Asia/Tokyo"), ("/Europe/Stockholm", "Europe/Stockholm"),
        ("/mozilla.org/20050126_1/America/New_York", "America/New_York"), ("Central Standard Time", "America/Chicago"),
        ("W. Europe Standard Time", "Europe/Berlin"), ("india standard time", "Asia/Kolkata"), ("UTC+01:00", "Etc/GMT-1"),
        ("Tokyo Standard Time", "Asia/Tokyo"), ("/example.org/UTC", "Etc/UTC"), ("EST", "Etc/GMT+5"),
    ])
    func aZoneIsKnownByName(name: String, same: String) throws {
        let (found, expected) = (try #require(plain.zone(name)), try zone(same))
        for day in stride(from: 946_684_800, to: 2_208_988_800, by: 86_400 * 10) {
            #expect(found.offset(at: day) == expected.offset(at: day))
        }
    }

    @Test(arguments: [
        "", "/", "Nowhere/Here", "IST", "BST", "Europe", "/Europe/", "Customized Time Zone",
        String(repeating: "/a", count: 5_000),
    ])
    func anUnknownNameHasNoZone(name: String) {
        #expect(plain.zone(name) == nil)
    }

    @Test(arguments: ["UTC", "Etc/UTC", "GMT", "Z"])
    func timesInUTCAreTheSameByAnyName(name: String) {
        #expect(plain.zone(name) == .utc)
    }

    @Test func everyWindowsNameIsAZone() throws {
        for name in [
            "Dateline Standard Time", "Line Islands Standard Time", "UTC-11", "US Eastern Standard Time",
            "Magallanes Standard Time",
        ] {
            #expect(plain.zone(name) != nil)
        }
        #expect(WindowsZones.all.count == 139)
        for (windows, name) in WindowsZones.all { #expect(TimeZone(identifier: name) != nil, "\(windows)") }
    }

    @Test func aDefinitionThatAgreesIsTheZoneOfTheDatabase() throws {
        let table = ZoneTable(
            try calendar(
                Self.definition(
                    "Europe/Berlin", daylight: "19810329T020000 +0100 +0200 3 -1SU",
                    standard: "19961027T030000 +0200 +0100 10 -1SU")))
        #expect(table.zone("Europe/Berlin") == (try zone("Europe/Berlin")))
    }

    @Test func aDefinitionThatDiffersIsHonoured() throws {
        // Daylight saving time from the first Sunday of April, as if the law of 2007 had not come.
        let definition = Self.definition(
            "America/Chicago", daylight: "19870405T020000 -0600 -0500 4 1SU", standard: "19671029T020000 -0500 -0600 10 -1SU")
        let series = try event("DTSTART;TZID=America/Chicago:20260320T090000\nRRULE:FREQ=WEEKLY;COUNT=4", beside: definition)
        #expect(series.starts == ["20260320T150000Z", "20260327T150000Z", "20260403T150000Z", "20260410T140000Z"])
    }

    @Test func aDefinitionWithoutAKnownNameCounts() throws {
        let definition = Self.definition(
            "Mine", daylight: "16010101T020000 +0100 +0200 3 -1SU", standard: "16010101T030000 +0200 +0100 10 -1SU")
        let table = ZoneTable(try calendar(definition))
        let (mine, berlin) = (try #require(table.zone("Mine")), try zone("Europe/Berlin"))
        for hour in stride(from: 1_000_000_000, to: 2_208_988_800, by: 86_400 * 3 + 3_600) {
            #expect(mine.offset(at: hour) == berlin.offset(at: hour))
        }
    }

    @Test func changesWithoutARuleStandForTheZoneIfTheyAreIts() throws {
        let lines = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:DAYLIGHT
            DTSTART:20250330T020000
            RDATE:20260329T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:20251026T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            END:STANDARD
            END:VTIMEZONE
            """
        let berlin = try zone("Europe/Berlin")
        #expect(ZoneTable(try calendar(lines)).zone("Europe/Berlin") == berlin)
        let other = lines.replacingOccurrences(of: "20251026T030000", with: "20251019T030000")
        #expect(ZoneTable(try calendar(other)).zone("Europe/Berlin") != berlin)
    }

    @Test func anOffsetWithoutChangesIsHonoured() throws {
        let lines = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0530
            END:STANDARD
            END:VTIMEZONE
            """
        let series = try event("DTSTART;TZID=Europe/Berlin:20260701T090000", beside: lines)
        #expect(series.starts == ["20260701T033000Z"])
    }

    @Test func theErrorSaysWhyADefinitionCannotBeUsed() throws {
        let definition = Self.definition(
            "Mine", daylight: "20260329T020000 +0100 +9900 3 -1SU", standard: "20261025T030000 +0200 +0100 10 -1SU")
        let text = try refusal("DTSTART;TZID=Mine:20260701T090000", beside: definition)
        #expect(text?.contains("TZOFFSETTO: could not understand \"+9900\"") == true)
        let unknown = try refusal("DTSTART;TZID=Yours:20260701T090000", beside: definition)
        #expect(unknown?.contains("The zone \"Yours\" is unknown") == true)
        // A name that is known needs no definition.
        let berlin = ZoneTable(try calendar("BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE"))
        #expect(berlin.zone("Europe/Berlin") == (try zone("Europe/Berlin")))
    }

    @Test func definitionsCostLittle() throws {
        let hostile = Self.definition(
            "Z", daylight: "19000101T020000 +0100 +0200 2 1SU", standard: "19000101T030000 +0200 +0100 2 1SU"
        )
        .replacingOccurrences(of: "FREQ=YEARLY;BYMONTH=2;BYDAY=1SU", with: "FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2")
        let zones = (1...300).map { hostile.replacingOccurrences(of: "TZID:Z", with: "TZID:Z\($0)") }.joined(separator: "\n")
        let all = try calendar(zones)
        // As a table does it.
        var steps = ZoneDefinition.stepLimit
        for definition in all.components { _ = try? ZoneDefinition(definition, limit: 2_000, steps: &steps) }
        #expect(steps > -10_000, "each definition may go one period beyond")
        #expect(ZoneTable(all).zone("Z300") == nil)
        let daily = Self.definition(
            "D", daylight: "19000101T020000 +0100 +0200 2 1SU", standard: "19000101T030000 +0200 +0100 2 1SU"
        )
        .replacingOccurrences(of: "FREQ=YEARLY;BYMONTH=2;BYDAY=1SU", with: "FREQ=DAILY")
        #expect(ZoneTable(try calendar(daily)).zone("D") == nil)
        let refusal = try refusal("DTSTART;TZID=D:20261121T090000", beside: daily)
        #expect(refusal?.contains("more than 2000 changes") == true)
    }

    /// A definition with two observances: start, offset before, offset after, month and day of each.
    static func definition(_ name: String, daylight: String, standard: String) -> String {
        let parts = [("DAYLIGHT", daylight), ("STANDARD", standard)].map { kind, text in
            let values = text.split(separator: " ")
            return """
                BEGIN:\(kind)
                DTSTART:\(values[0])
                TZOFFSETFROM:\(values[1])
                TZOFFSETTO:\(values[2])
                RRULE:FREQ=YEARLY;BYMONTH=\(values[3]);BYDAY=\(values[4])
                END:\(kind)
                """
        }
        return "BEGIN:VTIMEZONE\nTZID:\(name)\n\(parts.joined(separator: "\n"))\nEND:VTIMEZONE"
    }
}
