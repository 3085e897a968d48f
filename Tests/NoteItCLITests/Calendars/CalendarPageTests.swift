import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// The month, the week and the tables as the terminal shows them.
struct CalendarPageTests {
    private typealias Samples = CalendarSamples

    private func month(_ day: String, _ style: CalendarStyle = Samples.style(), width: Int?) -> [String] {
        CalendarMonth(Samples.day(day), items: Samples.items, style: style).lines(width: width).texts
    }

    private func list(
        _ from: String, _ to: String? = nil, _ style: CalendarStyle = Samples.style(), width: Int?, chosen: String? = nil
    ) -> [String] {
        CalendarList(Samples.day(from)...Samples.day(to ?? from), items: Samples.items, style: style)
            .lines(width: width, chosen: chosen.map(Samples.day)).texts
    }

    @Test func aMonthHasASignForEachKindAfterItsDays() {
        #expect(
            month("2026-11-22", width: 80) == [
                "November 2026",
                " Mon       Tue       Wed       Thu       Fri       Sat       Sun",
                "                                                              1",
                "  2         3         4         5         6 !       7         8",
                "  9        10        11        12        13        14        15",
                " 16        17        18        19        20        21       [22]",
                " 23 ░·     24 ░      25 ✱!2●○  26        27 +·     28 ●      29 ●",
                " 30 ●",
                "✱ exam  ! due  + task  ● yours  ○ imported  ░ study  · class",
            ])
    }

    @Test func aNarrowMonthKeepsTheMostImportantSigns() {
        #expect(
            month("2026-11-25", width: 60) == [
                "November 2026",
                " Mon     Tue     Wed     Thu     Fri     Sat     Sun",
                "                                                  1",
                "  2       3       4       5       6 !     7       8",
                "  9      10      11      12      13      14      15",
                " 16      17      18      19      20      21     [22]",
                " 23 ░·   24 ░   >25 ✱!2  26      27 +·   28 ●    29 ●",
                " 30 ●",
                "✱ exam  ! due  + task  ● yours  ○ imported  ░ study  · class",
            ])
    }

    @Test func withoutUnicodeAndWithWeeksFromSunday() {
        #expect(
            month("2026-11-25", Samples.style(unicode: false, weekStart: 6), width: 60) == [
                "November 2026",
                " Sun     Mon     Tue     Wed     Thu     Fri     Sat",
                "  1       2       3       4       5       6 !     7",
                "  8       9      10      11      12      13      14",
                " 15      16      17      18      19      20      21",
                "[22]     23 :.   24 :   >25 *!2  26      27 +.   28 @",
                " 29 @    30 @",
                "* exam  ! due  + task  @ yours  o imported  : study  . class",
            ])
    }

    @Test func aMonthOfFortyColumnsHasASignOnEachDay() {
        #expect(
            month("2026-11-22", width: 35) == [
                "November 2026",
                " Mon  Tue  Wed  Thu  Fri  Sat  Sun",
                "                                1",
                "  2    3    4    5    6!   7    8",
                "  9   10   11   12   13   14   15",
                " 16   17   18   19   20   21  [22]",
                " 23░  24░  25✱  26   27+  28●  29●",
                " 30●",
                "✱ exam  ! due  + task  ● yours",
                "○ imported  ░ study  · class",
            ])
    }

    @Test func aVeryNarrowMonthIsNumbersAlone() {
        #expect(
            month("2026-11-25", width: 28) == [
                "November 2026",
                " Mo  Tu  We  Th  Fr  Sa  Su",
                "                          1",
                "  2   3   4   5   6   7   8",
                "  9  10  11  12  13  14  15",
                " 16  17  18  19  20  21 [22]",
                " 23  24 >25  26  27  28  29",
                " 30",
                "✱ exam  ! due  + task",
                "● yours  ○ imported  ░ study",
                "· class",
            ])
    }

    @Test func aMonthOfFourWholeWeeks() {
        #expect(
            month("2027-02-25", width: 60) == [
                "February 2027",
                " Mon     Tue     Wed     Thu     Fri     Sat     Sun",
                "  1       2       3       4       5       6       7",
                "  8       9      10      11      12      13      14",
                " 15      16      17      18      19      20      21",
                " 22      23      24     >25      26      27      28",
            ])
    }

    @Test func signsHaveTheColoursOfTheirKinds() {
        let lines = CalendarMonth(Samples.day("2026-11-22"), items: Samples.items, style: Samples.style()).lines(width: 80)
        let spans = lines.flatMap(\.spans)
        #expect(spans.contains { $0.text == "✱" && $0.tone == .exam })
        #expect(spans.contains { $0.text == "!2" && $0.tone == .bad })
        #expect(spans.contains { $0.text == "22" && $0.tone == .today })
        #expect(Palette(coloured: false).paint("22", .today) == "22")
    }

    @Test func aDayListsItsEntries() {
        #expect(
            list("2026-11-25", width: 80) == [
                "Wed 25 Nov",
                "  until 00:30  ░ study     Assignment 4",
                "  09:00-09:30  ○ imported  Réunion 👩‍💻",
                "  10:30        ✱ exam      Midterm            CMPT225#40",
                "  10:30-11:20  · class     CMPT 225 LEC D100              Burnaby AQ 3182",
                "  14:00-15:00  ● yours     歯医者 🦷                      渋谷",
                "  17:00        ! due       Lab 9              CMPT225#43",
                "  23:59        ! due       Assignment 4       CMPT225#42",
            ])
    }

    @Test func aNarrowDayLosesItsLeastColumns() {
        #expect(
            list("2026-11-25", width: 60) == [
                "Wed 25 Nov",
                "  until 00:30  ░ study     Assignment 4",
                "  09:00-09:30  ○ imported  Réunion 👩‍💻",
                "  10:30        ✱ exam      Midterm            CMPT225#40",
                "  10:30-11:20  · class     CMPT 225 LEC D100",
                "  14:00-15:00  ● yours     歯医者 🦷",
                "  17:00        ! due       Lab 9              CMPT225#43",
                "  23:59        ! due       Assignment 4       CMPT225#42",
            ])
        #expect(
            list("2026-11-25", width: 40) == [
                "Wed 25 Nov",
                "  until 00:30  ░  Assignment 4",
                "  09:00-09:30  ○  Réunion 👩‍💻",
                "  10:30        ✱  Midterm",
                "  10:30-11:20  ·  CMPT 225 LEC D100",
                "  14:00-15:00  ●  歯医者 🦷",
                "  17:00        !  Lab 9",
                "  23:59        !  Assignment 4",
            ])
    }

    @Test func aWeekListsEachOfItsDays() {
        #expect(
            list("2026-11-22", "2026-11-28", width: 80, chosen: "2026-11-24") == [
                "Today  Sun 22 Nov  nothing",
                "Tomorrow  Mon 23 Nov",
                "  10:30-11:20  · class     CMPT 225 LEC D100              Burnaby AQ 3182",
                "  16:00-17:30  ░ study     Assignment 4",
                "> Tue 24 Nov",
                "  12:00        + task      Buy a calculator                                done",
                "  from 23:00   ░ study     Assignment 4",
                "Wed 25 Nov",
                "  until 00:30  ░ study     Assignment 4",
                "  09:00-09:30  ○ imported  Réunion 👩‍💻",
                "  10:30        ✱ exam      Midterm            CMPT225#40",
                "  10:30-11:20  · class     CMPT 225 LEC D100              Burnaby AQ 3182",
                "  14:00-15:00  ● yours     歯医者 🦷                      渋谷",
                "  17:00        ! due       Lab 9              CMPT225#43",
                "  23:59        ! due       Assignment 4       CMPT225#42",
                "Thu 26 Nov  nothing",
                "Fri 27 Nov",
                "  10:30-11:20  · class     CMPT 225 LEC D100              Burnaby AQ 3182",
                "  17:00        + task      Read chapter 4",
                "Sat 28 Nov",
                "  all day      ● yours     Away",
            ])
    }

    @Test func aNarrowWeekWithoutUnicode() {
        #expect(
            list("2026-11-22", "2026-11-28", Samples.style(unicode: false), width: 60) == [
                "Today  Sun 22 Nov  nothing",
                "Tomorrow  Mon 23 Nov",
                "  10:30-11:20  .  CMPT 225 LEC D100",
                "  16:00-17:30  :  Assignment 4",
                "Tue 24 Nov",
                "  12:00        +  Buy a calculator               done",
                "  from 23:00   :  Assignment 4",
                "Wed 25 Nov",
                "  until 00:30  :  Assignment 4",
                "  09:00-09:30  o  Réunion 👩‍💻",
                "  10:30        *  Midterm            CMPT225#40",
                "  10:30-11:20  .  CMPT 225 LEC D100",
                "  14:00-15:00  @  歯医者 🦷",
                "  17:00        !  Lab 9              CMPT225#43",
                "  23:59        !  Assignment 4       CMPT225#42",
                "Thu 26 Nov  nothing",
                "Fri 27 Nov",
                "  10:30-11:20  .  CMPT 225 LEC D100",
                "  17:00        +  Read chapter 4",
                "Sat 28 Nov",
                "  all day      @  Away",
            ])
    }

    @Test func noLineIsWiderThanTheTerminal() {
        for width in stride(from: 20, through: 120, by: 5) {
            let month = CalendarMonth(Samples.day("2026-11-25"), items: Samples.items, style: Samples.style())
            #expect(month.lines(width: width).allSatisfy { $0.width <= width && !$0.text.hasSuffix(" ") })
            let browser = CalendarBrowser(.week, day: Samples.day("2026-11-25"), today: Samples.day("2026-11-22"), weekStart: 0)
            let screen = browser.lines(Samples.items, notes: [], style: Samples.style(), width: width, height: 24)
            #expect(screen.count <= 23 && screen.allSatisfy { $0.width <= width })
        }
    }

    /// Days of the server may begin at another moment than those of the clock.
    @Test func wholeDaysAreThoseOfTheServersZone() {
        var style = Samples.style()
        style.dayZone = .gmt
        let start = Date(timeIntervalSince1970: 1_795_651_200)  // 2026-11-26T00:00:00Z
        var item = Samples.item(.personal, "Holiday", "2026-11-26 00:00", allDay: true)
        (item.start, item.end) = (start, start + 86_400)
        #expect(style.days(of: item) == Samples.day("2026-11-26")...Samples.day("2026-11-26"))
    }

    @Test func titlesCannotWriteControlCharacters() {
        let item = Samples.item(.personal, "a\u{1B}[31mb\nc", "2026-11-25 12:00")
        let lines = CalendarList(Samples.day("2026-11-25")...Samples.day("2026-11-25"), items: [item], style: Samples.style())
            .lines(width: 80).texts
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } })
    }

    @Test func anImportThatIsOldOrFailedIsToldOf() {
        let sources = [
            Samples.source("Google"), Samples.source("Canvas", synced: "2026-11-18 12:00"),
            Samples.source("Moodle", error: "The host answered 404 Not Found."),
            Samples.source("A file", host: nil, synced: "2026-09-01 12:00"),
        ]
        #expect(
            CalendarFreshness(sources, clock: Samples.clock()).warnings.texts == [
                "Canvas was last read 4 days ago.",
                "Moodle could not be read: The host answered 404 Not Found. It was last read 2 hours ago.",
            ])
        #expect(
            CalendarImportTable(sources, clock: Samples.clock()).lines(width: 80).texts == [
                "name    from                  events  last read     use   id",
                "Google  calendar.example.org      42  2 hours ago   busy  0000abc1",
                "Canvas  calendar.example.org      42  4 days ago    busy  0000abc1",
                "Moodle  calendar.example.org      42  2 hours ago   busy  0000abc1",
                "  The host answered 404 Not Found.",
                "A file  a file                    42  2 months ago  busy  0000abc1",
            ])
        #expect(
            CalendarImportTable(sources, clock: Samples.clock()).lines(width: 60).texts == [
                "name    from            events  last read     use   id",
                "Google  calendar.exam…      42  2 hours ago   busy  0000abc1",
                "Canvas  calendar.exam…      42  4 days ago    busy  0000abc1",
                "Moodle  calendar.exam…      42  2 hours ago   busy  0000abc1",
                "  The host answered 404 Not Found.",
                "A file  a file              42  2 months ago  busy  0000abc1",
            ])
    }

    @Test func feedsAndPasswordsAreListedWithTheirLastUse() {
        let made = Samples.at("2026-11-20 12:00")
        let feeds = [
            CalendarFeed(
                id: Samples.id(2), name: "NoteIt", include: [.classes, .due], courses: nil, createdAt: made,
                lastRead: Samples.at("2026-11-22 17:00")),
            CalendarFeed(
                id: Samples.id(3), name: "Fristen 📅", include: [.due], courses: [Samples.course], createdAt: made, lastRead: nil
            ),
        ]
        #expect(
            feeds.table(Samples.clock(), width: 60).texts == [
                "name        holds         courses  last read       id",
                "NoteIt      classes, due  all      20 minutes ago  0000abc2",
                "Fristen 📅  due           CMPT225  never           0000abc3",
            ])
        let password = AppPassword(
            id: Samples.id(4), name: "iPhone", createdAt: made, lastUsed: Samples.at("2026-11-22 17:19"))
        #expect(
            [password].table(Samples.clock(), width: 60).texts == [
                "name    made        last used     id",
                "iPhone  2 days ago  1 minute ago  0000abc4",
            ])
    }

    @Test func aPasswordComesWithTheWayIn() throws {
        let made = MadeAppPassword(
            id: Samples.id(4), name: "iPhone", createdAt: Samples.at("2026-11-20 12:00"), password: "abcd-efgh-jkmn-pqrs")
        let server = try #require(URL(string: "https://notes.example.edu"))
        #expect(
            CalendarAccess(made, server: server, user: "ada@example.edu").lines(width: 60).texts == [
                "Password:   abcd-efgh-jkmn-pqrs",
                "Server:     https://notes.example.edu/dav/",
                "User name:  ada@example.edu",
                "",
                "Apple:       Settings, Apps, Calendar, Calendar Accounts,",
                "             Add Account, Other, CalDAV. Reminders shows the",
                "             tasks.",
                "Thunderbird: New Calendar, On the Network, with the user",
                "             name and the server address.",
                "DAVx5:       Add account, Login with URL and user name. A",
                "             task app such as Tasks.org shows the tasks.",
            ])
    }

    @Test(arguments: [
        ("https://notes.example.edu", "notes.example.edu", 443, true, "https://notes.example.edu:443/dav/"),
        ("https://example.edu:8443/notes", "example.edu", 8_443, true, "https://example.edu:8443/notes/dav/"),
        ("http://127.0.0.1:8080", "127.0.0.1", 8_080, false, "http://127.0.0.1:8080/dav/"),
    ])
    func aProfileNamesTheServer(address: String, host: String, port: Int, usesTLS: Bool, start: String) throws {
        let made = MadeAppPassword(
            id: Samples.id(4), name: "A & <B>", createdAt: Samples.at("2026-11-20 12:00"), password: "abcd-efgh-jkmn-pqrs")
        let server = try #require(URL(string: address))
        let profile = try #require(CalendarProfile(made, server: server, account: Samples.id(1), user: "ada@example.edu"))
        let whole = try #require(
            try PropertyListSerialization.propertyList(from: profile.data(), format: nil) as? [String: Any])
        let account = try #require((whole["PayloadContent"] as? [[String: Any]])?.first)
        #expect(account["CalDAVHostName"] as? String == host && account["CalDAVPort"] as? Int == port)
        #expect(account["CalDAVUseSSL"] as? Bool == usesTLS)
        #expect(account["CalDAVPrincipalURL"] as? String == "\(start)principals/\(Samples.id(1) as Account.ID)/")
        #expect(account["CalDAVPassword"] as? String == "abcd-efgh-jkmn-pqrs")
        #expect(whole["PayloadDisplayName"] as? String == "NoteIt calendars (A & <B>)")
    }

    @Test func aNameHasOneUUID() {
        #expect(UUID(named: "a") == UUID(named: "a") && UUID(named: "a") != UUID(named: "b"))
        let text = UUID(named: "noteit").uuidString
        #expect(Array(text)[14] == "8" && "89AB".contains(Array(text)[19]))
    }
}
