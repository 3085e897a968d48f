import Testing

@testable import ICalendar

struct ZoneDataTests {
    @Test func aProgramKnowsZonesOrSaysThatItDoesNot() throws {
        #expect(try #require(ZoneData.version).hasPrefix("20"))
        try ZoneData.require()
        let missing = #expect(throws: ZoneData.Missing.self) { try ZoneData.require(version: nil) }
        #expect(missing?.localizedDescription.hasPrefix("This program knows no time zones") == true)
    }
}
