import NoteItCore
import Testing

@testable import NoteItTerminal

/// The keys of the month and the week.
struct CalendarBrowserTests {
    private typealias Samples = CalendarSamples

    private func browser(_ view: CalendarBrowser.View, _ day: String = "2026-11-25") -> CalendarBrowser {
        CalendarBrowser(view, day: Samples.day(day), today: Samples.day("2026-11-22"), weekStart: 0)
    }

    private func pressing(_ keys: [Key], _ view: CalendarBrowser.View = .month, _ day: String = "2026-11-25") -> CalendarBrowser
    {
        var browser = browser(view, day)
        for key in keys { browser.press(key) }
        return browser
    }

    @Test func arrowsAndLettersMoveByDayAndWeek() {
        #expect(pressing([.left]).day == Samples.day("2026-11-24"))
        #expect(pressing([.letter("l"), .letter("l")]).day == Samples.day("2026-11-27"))
        #expect(pressing([.up, .letter("k")]).day == Samples.day("2026-11-11"))
        #expect(pressing([.down]).day == Samples.day("2026-12-02"))
        #expect(pressing([.letter("j")], .week).day == Samples.day("2026-11-26"))
    }

    @Test func pagesMoveByMonthAndKeepTheDayWherePossible() {
        #expect(pressing([.letter("n")]).day == Samples.day("2026-12-25"))
        #expect(pressing([.pageUp], .month, "2026-03-31").day == Samples.day("2026-02-28"))
        #expect(pressing([.letter("n")], .month, "2028-01-31").day == Samples.day("2028-02-29"))
        #expect(pressing([.letter("p")], .month, "2026-01-15").day == Samples.day("2025-12-15"))
        #expect(pressing([.pageDown], .week).day == Samples.day("2026-12-02"))
    }

    @Test func tGoesToToday() {
        #expect(pressing([.letter("n"), .letter("t")]).day == Samples.day("2026-11-22"))
        #expect(pressing([.home], .week).day == Samples.day("2026-11-22"))
    }

    @Test func enterOpensTheDayAndQGoesBackThenEnds() {
        let open = pressing([.enter])
        #expect(open.isOpen && !open.isDone && open.days == Samples.day("2026-11-25")...Samples.day("2026-11-25"))
        #expect(pressing([.enter, .down]).day == Samples.day("2026-11-26"))
        #expect(!pressing([.enter, .enter]).isOpen)
        let back = pressing([.enter, .letter("q")])
        #expect(!back.isOpen && !back.isDone)
        #expect(pressing([.letter("q")]).isDone)
        #expect(pressing([.enter, .interrupt]).isDone)
        #expect(pressing([.end]).isDone)
        #expect(pressing([.letter("x"), .other]) == browser(.month))
    }

    @Test func inAnOpenDayKeysChooseAnEntryAndEnterOpensIt() {
        var browser = pressing([.enter])
        #expect(browser.press(.down, entries: 3) == nil && browser.chosen == 1)
        #expect(
            browser.press(.letter("j"), entries: 3) == nil && browser.press(.down, entries: 3) == nil && browser.chosen == 2)
        #expect(browser.press(.enter, entries: 3) == 2 && browser.isOpen)
        #expect(browser.press(.up, entries: 3) == nil && browser.press(.enter, entries: 3) == 1)
        #expect(browser.day == Samples.day("2026-11-25"))
        #expect(browser.press(.right, entries: 3) == nil && browser.day == Samples.day("2026-11-26") && browser.chosen == 0)
        #expect(browser.press(.letter("q"), entries: 3) == nil && !browser.isOpen)
    }

    @Test func aWeekBeginsOnItsFirstDay() {
        #expect(browser(.week).days == Samples.day("2026-11-23")...Samples.day("2026-11-29"))
        let sunday = CalendarBrowser(.week, day: Samples.day("2026-11-25"), today: Samples.day("2026-11-22"), weekStart: 6)
        #expect(sunday.days == Samples.day("2026-11-22")...Samples.day("2026-11-28"))
        #expect(browser(.month, "2026-02-10").days == Samples.day("2026-02-01")...Samples.day("2026-02-28"))
    }

    @Test func aLowTerminalShowsHowMuchIsHidden() {
        let lines = browser(.month).lines(Samples.items, notes: [], style: Samples.style(), width: 60, height: 17).texts
        #expect(lines.count == 16)
        #expect(
            lines.suffix(3) == [
                "  10:30        ✱ exam      Midterm            CMPT225#40", "  and 4 lines more",
                "arrows: day  n p: month  t: today  Enter: open day  q: quit",
            ])
    }
}

/// Keys as terminals send them.
struct KeyTests {
    private func key(_ bytes: String) -> Key? {
        var rest = Array(bytes.utf8)[...]
        guard let first = rest.popFirst() else { return nil }
        return Key.read(first) { rest.popFirst() }
    }

    @Test(
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[1;5D", .left), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}", .escape), ("\r", .enter),
            ("\n", .enter), ("q", .letter("q")), ("\u{3}", .interrupt), ("\u{4}", .end), ("\u{1B}[3~", .other),
            ("\u{1B}x", .other), ("\t", .other), ("é", .letter("é")),
        ] as [(String, Key)])
    func isRead(bytes: String, key: Key) {
        #expect(self.key(bytes) == key)
    }
}
