import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// The week as a grid of hours.
struct CalendarWeekTests {
    private typealias Samples = CalendarSamples

    private func week(_ first: String, items: [CalendarItem] = Samples.items, width: Int? = 120) -> [String] {
        CalendarWeek(from: Samples.day(first), items: items, style: Samples.style()).lines(width: width).texts
    }

    @Test func aWeekHasItsHoursInColumns() throws {
        let lines = week("2026-11-23")
        #expect(lines[0].contains("Mon 23") && lines[0].contains("Sun 29"))
        let nine = try #require(lines.first { $0.hasPrefix("09:00") })
        #expect(nine.contains("Réunion"))
        #expect(lines.contains { $0.contains("! Lab 9") } && lines.contains { $0.contains("· CMPT 225") })
        #expect(lines.contains { $0.contains("all day Sat 28 - Sun 29") && $0.contains("Away") })
        #expect(lines.last?.contains("· class") == true)
        #expect(!lines.contains { $0.hasPrefix("now") })
    }

    @Test func nowIsMarkedInItsWeek() throws {
        let lines = week("2026-11-16", items: [Samples.item(.personal, "Walk", "2026-11-22 14:00", "2026-11-22 20:00")])
        #expect(lines.contains { $0.hasPrefix("now") && $0.contains("▌") })
        #expect(week("2026-11-16", items: []).isEmpty)
    }

    @Test func noLineIsWiderThanTheTerminal() {
        for width in stride(from: 60, through: 140, by: 10) {
            let lines = CalendarWeek(from: Samples.day("2026-11-23"), items: Samples.items, style: Samples.style())
                .lines(width: width)
            #expect(lines.allSatisfy { $0.width <= width || $0.text.contains("also") }, "\(width)")
        }
    }

    @Test func aLowTerminalGetsAList() {
        let browser = CalendarBrowser(.week, day: Samples.day("2026-11-25"), today: Samples.day("2026-11-22"), weekStart: 0)
        let low = browser.lines(Samples.items, notes: [], style: Samples.style(), width: 120, height: 20)
        let high = browser.lines(Samples.items, notes: [], style: Samples.style(), width: 120, height: 80)
        #expect(!low[0].text.contains("Sun 29") && high[0].text.contains("Sun 29"))
        #expect(high.contains { $0.text.hasPrefix("Wed 25 Nov") || $0.text.contains("25 Nov") })
    }
}
