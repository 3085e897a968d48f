import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Study time as the terminal shows it.
struct StudyPageTests {
    private typealias Samples = StudySamples

    private func day(
        _ day: String, _ blocks: [StudyPlan.Block] = Samples.blocks, _ style: StudyStyle = Samples.style(), width: Int? = 80
    ) -> [String] {
        StudyDay(Samples.day(day), blocks: blocks, style: style).lines(width: width).texts
    }

    @Test func aDayIsDrawnWithItsGapsAndThePresent() {
        #expect(
            day("2026-11-23") == [
                "Today  3h 40m of study, 40m done",
                "10:30  ▌  CMPT 225 LEC D100              50m",
                "       ▌",
                "11:20     free                        4h 40m",
                "16:00  ░  Read chapter 4     CMPT225     40m  high  done",
                "16:40     break                           5m",
                "16:45  ░  Prove the lemma    CMPT225  1h 30m  low",
                "       ░",
                "17:20  ━━━ now",
                "       ░",
                "18:15     free                           15m",
                "18:30  ▌  Training                       30m  high",
                "19:00     free                            4h",
                "23:00  ░  Read chapter 4     CMPT225  1h 30m  high  pinned, until Tue 00:30",
                "       ░",
                "24:00",
            ])
    }

    @Test func aNarrowDayLosesItsLeastColumns() {
        let blocks = [
            Samples.block("a", .study, "2026-11-23 16:00", "2026-11-23 16:40", 1, "Read", missed: true),
            Samples.block("b", .fixed, "2026-11-23 17:00", "2026-11-23 17:30", 3, "Train"),
        ]
        let style = Samples.style("2026-11-23 16:00", unicode: false)
        #expect(
            day("2026-11-23", blocks, style, width: 32) == [
                "Today",
                "16:00  --- now",
                "16:00  :  Read   high  missed",
                "16:40     free",
                "17:00  |  Train  high",
                "17:30",
            ])
    }

    @Test func noLineIsWiderThanTheTerminal() {
        for width in stride(from: 20, through: 100, by: 8) {
            let lines = StudyDay(Samples.day("2026-11-23"), blocks: Samples.blocks, style: Samples.style()).lines(width: width)
            #expect(lines.dropFirst().allSatisfy { $0.width <= max(width, 33) && !$0.text.hasSuffix(" ") })
            let plan = StudyPlanPage(
                Samples.plan, days: Samples.day("2026-11-23")...Samples.day("2026-11-29"), style: Samples.style())
            #expect(plan.lines(width: width).allSatisfy { $0.width <= max(width, 48) })
        }
    }

    @Test func aShortGapBetweenStudyBlocksIsABreak() {
        let blocks = [
            Samples.block("a", .study, "2026-11-23 16:00", "2026-11-23 16:30", 1, "Read"),
            Samples.block("b", .study, "2026-11-23 16:35", "2026-11-23 17:05", 1, "Read"),
            Samples.block("c", .fixed, "2026-11-23 17:10", "2026-11-23 17:40", 3, "Train"),
        ]
        var style = Samples.style("2026-11-22 16:00")
        style.pause = 5
        #expect(
            day("2026-11-23", blocks, style, width: 20) == [
                "Tomorrow  1h of study",
                "16:00  ░  Read",
                "16:30     break",
                "16:35  ░  Read",
                "17:05     free",
                "17:10  ▌  Train",
                "17:40",
            ])
    }

    @Test func aBlockOverMidnightIsOnBothDays() {
        #expect(
            day("2026-11-24") == [
                "Tomorrow  1h 30m of study",
                "00:00  ░  Read chapter 4  CMPT225  1h 30m  high  pinned, since Mon 23:00",
                "00:30",
            ])
        #expect(
            day("2026-11-25") == [
                "Wed 25 Nov"
            ])
    }

    @Test func aDayIsDrawnInTheZoneOfTheSettings() {
        #expect(
            day("2026-11-24", Samples.blocks, Samples.style("2026-11-23 17:20", Samples.berlin)) == [
                "Today  3h 40m of study, 40m done",
                "01:00  ░  Read chapter 4   CMPT225     40m  high  done",
                "01:40     break                         5m",
                "01:45  ░  Prove the lemma  CMPT225  1h 30m  low",
                "       ░",
                "02:20  ━━━ now",
                "       ░",
                "03:15     free                         15m",
                "03:30  ▌  Training                     30m  high",
                "04:00     free                          4h",
                "08:00  ░  Read chapter 4   CMPT225  1h 30m  high  pinned",
                "       ░",
                "       ░",
                "09:30",
            ])
    }

    /// 1 November 2026: the hour from 01:00 comes twice.
    @Test func aDayOnWhichClocksChangeSaysSo() {
        let block = StudyPlan.Block(
            id: "x", kind: .study, start: Date(timeIntervalSince1970: 1_793_521_800),
            end: Date(timeIntervalSince1970: 1_793_525_400),
            title: "Read")
        #expect(
            day("2026-11-01", [block]) == [
                "Sun 1 Nov  1h of study; clocks go back 1h at 02:00",
                "01:30  ░  Read  1h",
                "       ░",
                "01:30",
            ])
        #expect(
            day("2027-03-14", []) == [
                "Sun 14 Mar 2027  clocks go forward 1h at 02:00"
            ])
        let week = StudyWeek(from: Samples.day("2026-10-26"), blocks: [block], style: Samples.style()).lines(width: 80).texts
        #expect(
            week == [
                "      Mon 26    Tue 27    Wed 28    Thu 29    Fri 30    Sat 31    Sun 1",
                "01:00 ·         ·         ·         ·         ·         ·         ·",
                "                                                                  ▌Read",
            ])
    }

    @Test func wholeDaysAreListedAfterTheWeek() throws {
        var visit = try #require(Samples.blocks.first { $0.kind == .fixed })
        (visit.start, visit.end) = (Samples.at("2026-11-25 00:00"), Samples.at("2026-11-28 00:00"))
        visit.title = "Parents visit"
        let week = StudyWeek(from: Samples.day("2026-11-23"), blocks: [visit], style: Samples.style()).lines(width: 80).texts
        #expect(week == ["      all day Wed 25 - Fri 27  Parents visit"])
    }

    @Test func aWeekIsAGridWithThePresentMarked() {
        let blocks = Samples.blocks.filter { ["d", "e", "g"].contains($0.id) }
        let week = StudyWeek(from: Samples.day("2026-11-23"), blocks: blocks, style: Samples.style())
        #expect(
            week.lines(width: 130).texts == [
                "      Mon 23           Tue 24           Wed 25           Thu 26           Fri 27           Sat 28           Sun 29",
                "16:00 ·                ·                ·                ▌Read chapter 4  ·                ·                ·",
                "      ▌Prove the lemma                                   ▌16:00-16:45",
                "now   ▌16:45-18:15     ·                ·                ·                ·                ·                ·",
                "      ▌CMPT225",
                "18:00 ▌                ·                ·                ·                ·                ·                ·",
                "      ▌Training",
            ])
        let late = StudyWeek(
            from: Samples.day("2026-11-23"), blocks: blocks, style: Samples.style("2026-11-24 17:40", unicode: false))
        #expect(late.lines(width: 130).texts[4] == "now   |CMPT225         <")
        #expect(StudyWeek(from: Samples.day("2026-11-30"), blocks: blocks, style: Samples.style()).lines(width: 80).isEmpty)
    }

    static let moments: [(String, String, String)] = [
        ("2026-11-23 09:00", "now: free; next: CMPT 225 LEC D100 at 10:30", "10:30 CMPT 225 LEC D100"),
        ("2026-11-23 16:42", "now: break until 16:45, 3m left; next: Prove the lemma (CMPT225) at 16:45", "break 3m"),
        (
            "2026-11-23 17:20", "now: Prove the lemma (CMPT225) until 18:15, 55m left; next: Training at 18:30",
            "Prove the lemma 55m"
        ),
        ("2026-11-23 18:20", "now: free; next: Training at 18:30", "18:30 Training"),
        (
            "2026-11-23 23:30",
            "now: Read chapter 4 (CMPT225) until 00:30, 1h left; next: Read chapter 4 (CMPT225) Thu 26 Nov 16:00",
            "Read chapter 4 1h"
        ),
        ("2026-11-25 12:00", "now: free; next: Read chapter 4 (CMPT225) tomorrow 16:00", ""),
        ("2026-11-27 12:00", "Nothing is planned.", ""),
    ]

    @Test(arguments: moments) func oneLineSaysWhatIsNowAndNext(now: String, line: String, short: String) {
        let answer = StudyNow(Samples.blocks, style: Samples.style(now))
        #expect(answer.line.text == line)
        #expect(answer.short() == short)
    }

    @Test func aShortAnswerFitsAPrompt() {
        let block = Samples.block(
            "a", .study, "2026-11-23 17:00", "2026-11-23 18:00", 1, "A very long title that no prompt has room for")
        let short = StudyNow([block], style: Samples.style()).short(width: 20)
        #expect(short.displayWidth <= 20 && short.hasPrefix("A very long") && short.hasSuffix(" 40m"))
    }

    @Test func aPlanSaysWhatHasNoPlaceAndHowGoodItIs() {
        let days = Samples.day("2026-11-23")...Samples.day("2026-11-29")
        #expect(
            StudyPlanPage(Samples.plan, days: days, style: Samples.style()).lines(width: 80).texts == [
                "Today  3h 40m of study, 40m done",
                "  16:00-16:40  ░  Read chapter 4   CMPT225     40m  high  done",
                "  16:45-18:15  ░  Prove the lemma  CMPT225  1h 30m  low",
                "  23:00-00:30  ░  Read chapter 4   CMPT225  1h 30m  high  pinned",
                "",
                "Thu 26 Nov  45m of study",
                "  16:00-16:45  ░  Read chapter 4   CMPT225     45m  high",
                "",
                "Without a place",
                "  Prove the lemma  short by 1h 20m",
                "    The hours until Fri 27 Nov are full. One more hour on Tuesday would place",
                "    it.",
                "",
                "1h 20m of medium priority have no place. A better plan may leave less, but at",
                "least 1h.",
            ])
        #expect(StudyPlanPage(.empty, days: days, style: Samples.style()).lines(width: 80).isEmpty)
    }

    @Test func tasksWithTooLittleInThePlanAreNamed() {
        var (essay, read) = (Samples.task(1, "Essay"), Samples.task(2, "Read"))
        (essay.minutes, essay.minutesDone) = (660, 60)
        let plan = StudyPlan(
            blocks: [
                Samples.block("a", .study, "2026-11-22 16:00", "2026-11-22 17:00", 1, "Essay", done: true),
                Samples.block("b", .study, "2026-11-24 16:00", "2026-11-24 18:00", 1, "Essay"),
                Samples.block("c", .study, "2026-11-25 16:00", "2026-11-25 17:30", 2, "Read"),
            ], unplaced: [], objective: [], optimal: true, bound: nil)
        let line = { (tasks: [StudyTask]) in PartlyPlanned(tasks, plan: plan, now: Samples.at("2026-11-23 12:00")).line }
        #expect(line([essay, read]) == "Essay: 2h of 10h planned. noteit study settings --mode balanced plans all of it.")
        #expect(line([read]) == nil)
        var report = Samples.task(3, "Report")
        (report.minutes, report.deadline) = (360, Samples.at("2026-11-27 12:00"))
        #expect(line([report])?.hasPrefix("Report: nothing of 6h planned.") == true)
        report.deadline = nil
        #expect(line([report]) == nil)
        #expect(line(Array(repeating: essay, count: 7))?.contains("planned, and 2 more. noteit") == true)
        essay.done = true
        #expect(line([essay]) == nil)
    }

    @Test func statsAreDrawnAsBars() {
        let stats = StudyStats(
            added: 12, done: 9, open: 3,
            minutes: .init(
                byCourse: [.init(course: Samples.course, minutes: 380), .init(course: nil, minutes: 20)],
                byWeek: [
                    .init(week: Samples.day("2026-11-16"), minutes: 300), .init(week: Samples.day("2026-11-23"), minutes: 100),
                ]),
            streakDays: 4, topics: [.init(title: "Read chapter 4", lastStudied: Samples.at("2026-11-23 16:40"), minutes: 40)])
        let page = {
            StudyStatsPage(
                stats, days: Samples.day("2026-10-27")...Samples.day("2026-11-23"), clock: Samples.clock(), unicode: $0)
        }
        #expect(
            page(true).lines(width: 40).texts == [
                "Tue 27 Oct to Mon 23 Nov",
                "Studied  6h 40m, 4 days in a row",
                "Tasks    12 added, 9 done, 3 open",
                "",
                "By course",
                "  CMPT225    6h 20m  ███████████████████",
                "  no course     20m  █",
                "",
                "By week",
                "  Mon 16 Nov      5h  ██████████████████",
                "  Mon 23 Nov  1h 40m  ██████",
                "",
                "Topics, the last studied first",
                "  Read chapter 4  40m  Mon 23 Nov 16:40",
            ])
        #expect(page(false).lines(width: 40).texts.contains("  CMPT225    6h 20m  ###################"))
    }

    @Test func settingsAreListed() {
        var settings = StudySettings(timeZone: "America/Vancouver")
        for day in "MTWRF" { settings.hours[String(day)] = StudyHoursPhrase("M 16-22")?.hours }
        settings.hours["S"] = StudyHoursPhrase("S 10-12 14-18")?.hours
        settings.rules = [.init(course: Samples.course, kind: .exam, minutes: 360)]
        #expect(
            StudySettingsPage(settings).lines.texts == [
                "Time zone    America/Vancouver",
                "Hours        Mon-Fri 16:00-22:00",
                "             Sat     10:00-12:00, 14:00-18:00",
                "Blocks       30m to 2h, then a break of 5m",
                "Daily limit  none",
                "Mode         even",
                "Alerts       at the start, 5 minutes before the end",
                "Rules        CMPT225 exam 6h",
            ])
        #expect(StudySettingsPage(StudySettings()).lines.texts.contains("Hours        none"))
    }

    @Test func staffReadTheLoadOfADayInASentence() {
        let day = Samples.day("2026-11-27")
        let load = { (groups: [(Int, Double)]) in
            CourseLoadText.sentence(
                CourseLoad(days: groups.map { .init(day: day, deadlines: $0.0, share: $0.1) }), on: day, clock: Samples.clock())
        }
        #expect(
            load([(0, 0.66), (1, 0.29), (2, 0.05)])
                == "On Fri 27 Nov, 34 % of the course have another deadline, 5 % two or more.")
        #expect(load([(0, 0.95), (2, 0.05)]) == "On Fri 27 Nov, 5 % of the course have two or more other deadlines.")
        #expect(load([(0, 1)]) == nil)
        #expect(load([]) == nil)
    }
}
