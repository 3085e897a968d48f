import Foundation
import Testing

@testable import NoteItCore

/// Compares values that write their own JSON with Foundation's encoder, byte for byte.
@Suite("Values that write their own JSON")
struct JSONWriterTests {
    @Test(arguments: 0..<200)
    func areWrittenAsFoundationWritesThem(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        try expectSame(random.page())
        try expectSame(Page(items: random.list { $0.reply() }, next: random.maybe { $0.text() }))
        try expectSame(Page(items: random.list { $0.courseSummary() }, next: nil))
        try expectSame(random.snapshot())
        try expectSame(random.text())
    }

    @Test(arguments: Array(0...0x2FF) + [0x2028, 0x2029, 0xFEFF, 0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF])
    func escapeWhatFoundationEscapes(codePoint: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(codePoint))
        for text in ["\(scalar)", "in \(scalar) it", "\(scalar)\(scalar)"] { try expectSame(text) }
    }

    @Test func writeEveryKindOfCredits() throws {
        for text in ["3", "0", "0.5", "1.50", "10.25", "1-6", "1.", ".5", "1.2.3", "½", "007", "99999999999999999999"] {
            try expectSame(try #require(Credits(text)))
        }
    }

    @Test func writeTimesAsTheISO8601StyleDoes() {
        var random = RandomValues(seed: 1)
        let reform = Date(timeIntervalSince1970: -12_219_292_800)
        let bounds = [
            RFC3339.range.lowerBound, RFC3339.range.upperBound, reform, reform - 1, Date(timeIntervalSince1970: -0.5),
        ]
        for date in bounds + (0..<5_000).map({ _ in random.date() }) {
            #expect(RFC3339.string(date) == date.formatted(.iso8601))
        }
    }

    @Test(arguments: [253_402_300_800, 568_971_820_800, -62_135_596_801, -99_999_999_999_999])
    func aTimeOfAYearThatDoesNotFitCanBeReadAgain(_ seconds: Double) throws {
        let date = try #require(RFC3339.date(RFC3339.string(Date(timeIntervalSince1970: seconds))))
        #expect(date == (seconds > 0 ? RFC3339.range.upperBound : RFC3339.range.lowerBound))
    }

    @Test(arguments: [
        "", "019a9e2c", "019a9e2c-7a1f-7c3e-9b1d-0123456789a", "019a9e2c-7a1f-7c3e-9b1d-0123456789abc",
        "019a9e2c+7a1f-7c3e-9b1d-0123456789ab", "019a9e2c-7a1f-7c3e-9b1d-0123456789ag", "019a9e2c7a1f-7c3e-9b1d-0123456789ab-",
        "０19a9e2c-7a1f-7c3e-9b1d-0123456789ab",
    ])
    func refuseAnInvalidIdentifier(_ text: String) { #expect(Event.ID(text) == nil) }

    @Test func readIdentifiersInUpperAndLowerCase() {
        for _ in 0..<100 {
            let id = Event.ID.make(at: Date(timeIntervalSince1970: .random(in: 0...4e9)))
            #expect(Event.ID(id.uuid.uuidString) == id && Event.ID(id.uuid.uuidString.lowercased()) == id)
        }
    }

    @Test func writeIdentifiersInLowerCase() {
        for uuid in (0..<100).map({ _ in UUID() }) {
            #expect(Event.ID(uuid).description == uuid.uuidString.lowercased())
        }
    }

    @Test func writeAndReadEveryDayOfSomeYears() {
        for year in [1, 4, 1500, 1582, 1583, 1900, 2000, 2024, 2025, 9999] {
            let days = (1...12).flatMap { month in (1...31).map { String(format: "%04d-%02d-%02d", year, month, $0) } }
            #expect(days.count { Day($0)?.description == $0 } == (days.count { isReal($0) }))
        }
        for text in ["2026-00-10", "2026-13-10", "2026-10-00", "0000-01-01", "2026-1-010", "2026/10/10", "-026-10-10"] {
            #expect(Day(text) == nil)
        }
    }

    /// Whether Foundation's calendar has the day.
    private func isReal(_ day: String) -> Bool {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return DateComponents(calendar: Day.calendar(.gmt), timeZone: .gmt, year: parts[0], month: parts[1], day: parts[2])
            .isValidDate
    }

    private func expectSame(_ value: some Encodable) throws {
        #expect(value is any JSONWritable)
        #expect(try JSONCoding.string(value) == String(decoding: JSONCoding.encoder().encode(value), as: UTF8.self))
    }
}
