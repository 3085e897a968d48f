import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

private let now = Date(timeIntervalSince1970: 1_795_291_200)
private let clock = DueText(now: now, timeZone: TimeZone(identifier: "America/Vancouver") ?? .gmt)
private let ada = Author(id: .make(at: now), displayName: "Ada", role: .student)
private let bob = Author(id: .make(at: now), displayName: "Bob", role: .instructor)

private func event(
    _ number: Int, _ title: String, by author: Author = bob, kind: Event.Kind = .note, due: Date? = nil,
    visibility: Event.Visibility = .public, replies: Int = 0, latest: String = "", rev: Int = 1
) -> Event {
    Event(
        id: .make(at: now), course: "202530.CMPT225", number: number, kind: kind, title: title, body: "", tags: [], due: due,
        visibility: visibility, sections: [], author: author, createdAt: now, editedAt: nil, rev: rev, replyCount: replies,
        latestText: latest, dueHistory: [], activity: rev + replies)
}

/// - Parameter unread: the events that are new to the reader.
private func list(_ events: [Event], unread: Set<Event.ID> = []) -> EventTable {
    let sections = Dictionary(grouping: events) { $0.due.map { Day($0, in: clock.timeZone) } }
        .map { DueSection(due: $0, events: $1) }.sorted { ($0.due?.description ?? "~") < ($1.due?.description ?? "~") }
    return EventTable(
        sections,
        reader: PageReader(ada.id, unread: unread, names: NameBook(events: events), clock: clock, unicode: false),
        namesCourses: false)
}

@Suite struct EventTableTests {
    @Test func eventsStandUnderTheirDays() {
        let lines = list([
            event(1, "Undated", by: ada),
            event(2, "Lab 4", kind: .reminder, due: now.addingTimeInterval(18_000), replies: 2, latest: "ok"),
        ]).lines(width: nil).map(\.text)
        #expect(
            lines == [
                "Today", "  #2  17:00  reminder     Lab 4    Bob (staff)  2 replies: ok", "", "No due date",
                "  #1         note      *  Undated  you",
            ])
    }

    @Test func aTimeStandsInTheZoneOfItsDay() throws {
        // 20:00 in Toronto is the next day in UTC, the zone of another term, which is the current one.
        let due = Date(timeIntervalSince1970: 1_796_432_400)  // 2026-12-05T01:00:00Z
        let zone = try #require(TimeZone(identifier: "America/Toronto"))
        let lab = event(1, "Lab 4", due: due)
        let reader = PageReader(
            nil, names: NameBook(events: [lab]), clock: DueText(now: due.addingTimeInterval(-86_400), timeZone: .gmt),
            zones: ["202530": zone], unicode: false)
        let table = EventTable(
            [DueSection(due: Day(due, in: zone), events: [lab])], reader: reader, namesCourses: false)
        #expect(table.lines(width: nil).map(\.text) == ["Tomorrow", "  #1  20:00  note  Lab 4  Bob (staff)"])
    }

    @Test func ownPrivateStaffAndUnansweredAreMarked() {
        let events = [
            event(1, "a", by: ada, visibility: .private), event(2, "b", visibility: .staff), event(3, "c", kind: .question),
            event(4, "d", kind: .question, replies: 1, latest: "x"),
        ]
        let lines = list(events).lines(width: nil).map(\.text)
        #expect(lines[1].contains("*P  a") && lines[2].contains("S   b") && lines[3].contains("?   c"))
        #expect(!lines[4].contains("?"))
        #expect(list(events).legend?.text == "* yours   ? not answered yet   P private   S staff only")
        #expect(list([event(1, "plain")]).legend == nil)
    }

    @Test func newEventsAreMarked() {
        let events = [event(1, "a", replies: 1, latest: "x"), event(2, "b")]
        let lines = list(events, unread: [events[0].id]).lines(width: nil).map(\.text)
        #expect(lines[1].contains("+  a") && !lines[2].contains("+"))
        #expect(list(events, unread: [events[0].id]).legend?.text == "+ new")
    }

    @Test(arguments: [40, 60, 80, 120])
    func linesFitTheTerminal(width: Int) {
        let events = [
            event(1, String(repeating: "日本語 ", count: 30), due: now, replies: 12, latest: String(repeating: "é", count: 40)),
            event(2, String(repeating: "long ", count: 40), by: ada, kind: .question),
        ]
        #expect(list(events).lines(width: width).allSatisfy { $0.width <= width })
    }

    @Test func plainLinesHaveNineFields() {
        let line = list([event(7, "tab\there\nand\u{1B}", kind: .exam, due: now, replies: 1, latest: "yes")]).plainLines.first
        #expect(line == "CMPT225\t7\t2026-11-21T20:00:00Z\texam\tpublic\tBob\t1\ttab here and^[\tyes")
    }
}

@Suite struct EventPageTests {
    private func page(_ event: Event, _ replies: [Reply] = []) -> [String] {
        EventPage(event, replies: replies, reader: ada.id, clock: clock, unicode: false).lines(width: 80).map(\.text)
    }

    @Test(arguments: [40, 60, 80])
    func headsAreBrokenBetweenWordsAlone(width: Int) {
        let question = event(1, "Why?", by: bob, kind: .question, due: now, replies: 1)
        let reply = Reply(
            id: .make(at: now), event: question.id, number: 1, parent: nil, body: "Because", author: bob, createdAt: now,
            editedAt: now, rev: 2)
        let lines = EventPage(question, replies: [reply], reader: ada.id, clock: clock, unicode: false).lines(width: width)
        #expect(lines.allSatisfy { $0.width <= width })
        let words = lines.map(\.text).joined(separator: " ").split(separator: " ").filter { $0 != "|" }.joined(separator: " ")
        #expect(words.contains("CMPT225#1#1 Bob (staff) now (Sat 21 Nov 12:00), edited now"))
    }

    @Test func aMovedDueDateIsShown() {
        var moved = event(1, "Lab", due: now)
        moved.dueHistory = [
            .init(from: nil, to: now.addingTimeInterval(-86_400), by: ada, at: now),
            .init(from: now, to: nil, by: bob, at: now),
        ]
        let text = page(moved).joined(separator: "\n")
        #expect(text.contains("none -> Fri 20 Nov 12:00 - you"))
        #expect(text.contains("Sat 21 Nov 12:00 -> none - Bob (staff)"))
    }

    @Test func ownRepliesAreShownAsYours() {
        let question = event(1, "Why?", kind: .question, replies: 2)
        let first = Reply(
            id: .make(at: now), event: question.id, number: 1, parent: nil, body: "Because\n\u{1B}[0m", author: bob,
            createdAt: now,
            editedAt: nil, rev: 1)
        let second = Reply(
            id: .make(at: now), event: question.id, number: 2, parent: first.id, body: "Thanks", author: ada, createdAt: now,
            editedAt: now, rev: 2)
        let lines = page(question, [first, second])
        #expect(lines.contains("  | CMPT225#1#1  Bob (staff)  now (Sat 21 Nov 12:00)"))
        #expect(lines.contains("  | ^[[0m"))
        #expect(lines.contains("    | CMPT225#1#2  you  now (Sat 21 Nov 12:00), edited now"))
    }
}

@Suite struct ChangeLineTests {
    private func line(_ change: Change, event: Event? = nil, before: Event? = nil) -> String? {
        let known = ChangeContext(event: event, eventBefore: before)
        return ChangeLine(change, in: known, reader: ada.id, clock: clock, unicode: false)?.styled(width: nil).text
    }

    private func lines(_ event: Event, width: Int) -> [String] {
        ChangeLine(
            .upsert(.event(event), rev: 1), in: ChangeContext(event: event), reader: ada.id, clock: clock, unicode: false
        )?.lines(width: width).map(\.text) ?? []
    }

    @Test func aTitleIsNeverCutItsAuthorAndDatesGoBelowIt() {
        let moved = event(3, "Office hours moved to Thursday 3pm", kind: .reminder, due: now)
        #expect(
            lines(moved, width: 80) == [
                "12:00:00  CMPT225#3    reminder   Office hours moved to Thursday 3pm",
                "          by Bob (staff), due Sat 21 Nov 12:00",
            ])
        #expect(lines(moved, width: 200).count == 1)
        let long = lines(event(3, String(repeating: "word ", count: 30) + "end"), width: 60)
        #expect(long.joined(separator: " ").contains("end") && long.allSatisfy { $0.count <= 60 })
    }

    @Test func whatBecomesVisibleIsNewUnlessNothingWasKnown() {
        let shown = event(3, "Lab 4", rev: 2)
        #expect(line(.upsert(.event(shown), rev: 2))?.contains("edited") == true)
        var known = ChangeContext(event: shown)
        known.knowsAll = true
        let told = ChangeLine(.upsert(.event(shown), rev: 2), in: known, reader: ada.id, clock: clock, unicode: false)
        #expect(told?.verb.text == "note")
        var before = event(3, "Lab 4")
        before.visibility = .private
        #expect(line(.upsert(.event(shown), rev: 2), before: before)?.contains("  public ") == true)
    }

    @Test func aNewEventIsItsKind() {
        let new = event(3, "Lab 4", kind: .reminder, due: now)
        #expect(
            line(.upsert(.event(new), rev: 1)) == "12:00:00  CMPT225#3    reminder   Bob (staff): Lab 4  due Sat 21 Nov 12:00")
    }

    @Test func aMovedDueDateSaysFromWhenToWhen() {
        let (old, new) = (event(3, "Lab 4", due: now), event(3, "Lab 4", rev: 2))
        #expect(
            line(.upsert(.event(new), rev: 2), before: old)?.hasSuffix(
                "due moved  Bob (staff): Lab 4  Sat 21 Nov 12:00 -> no date")
                == true)
    }

    @Test func aChangedReplyCountIsNotNews() {
        let old = event(3, "Why?")
        var new = old
        new.replyCount = 1
        #expect(line(.upsert(.event(new), rev: 1), before: old) == nil)
        #expect(line(.unknown) == nil)
    }

    static let news: [(NoteItCore.InboxNotification.Kind, Int?, String)] = [
        (.seatOpened, 117, "D100: a seat opened, 3 of 120 free"), (.fewSeatsLeft, 119, "D100: few seats left, 1 of 120 free"),
        (.sectionFull, 121, "D100: full, none of 120 free"),
        (.sectionCancelled, nil, "D100: no longer offered"), (.init(rawValue: "later"), nil, "D100: later"),
    ]

    @Test(arguments: news)
    func seatNotificationsAreShown(kind: NoteItCore.InboxNotification.Kind, enrolled: Int?, words: String) {
        let section = SectionSeats(id: "202530.1", code: "D100", capacity: 120, enrolled: enrolled)
        var told = NoteItCore.InboxNotification(
            id: .make(at: now), kind: kind, course: "202530.CMPT225", section: section, createdAt: now, readAt: nil)
        #expect(line(.upsert(.notification(told), rev: nil)) == "12:00:00  CMPT225      seats      " + words)
        #expect(NotificationText(told).sentence.text == "CMPT225 " + words)
        told.readAt = now
        #expect(line(.upsert(.notification(told), rev: nil)) == nil)
        let watch = SeatWatch(section: section, course: "202530.CMPT225", since: now)
        #expect(line(.upsert(.seatWatch(watch), rev: nil)) == nil)
    }

    @Test func aRemovedEventIsNamedIfItWasKnown() {
        let known = event(3, "Lab 4")
        #expect(line(.remove(.event, id: known.id.description), event: known) == "12:00:00  CMPT225#3    gone       Lab 4")
        #expect(line(.remove(.event, id: known.id.description))?.hasSuffix("an event") == true)
    }
}

@Suite struct CoursePageTests {
    private func section(_ code: String, _ meetings: [(String, Int)], capacity: Int? = nil, enrolled: Int? = nil) -> Section {
        Section(
            id: "202530.\(code)", crn: "1", code: code, kind: "LEC", instructors: ["Ada Example"],
            meetings: meetings.compactMap { days, minute in
                guard let start = WallTime(minute: minute), let end = WallTime(minute: minute + 50) else { return nil }
                return Meeting(days: days, start: start, end: end, startsOn: nil, endsOn: nil, place: "Hall")
            }, capacity: capacity, enrolled: enrolled, components: [])
    }

    @Test func meetingsAreListedOnceFromMonday() {
        #expect(section("D100", [("R", 600), ("T", 600), ("R", 600)]).times == "T 10:00-10:50, R 10:00-10:50")
        #expect(section("D100", []).times == "TBA")
    }

    @Test func sectionsShowSeatsAndMarkTheReadersOwn() {
        let sections = [section("D100", [("MWF", 600)], capacity: 30, enrolled: 30), section("D200", [], capacity: 20)]
        let lines = SectionTable(sections, held: ["202530.D100"]).lines(width: nil).map(\.text)
        #expect(lines[1] == "  D100     1    LEC   MWF   10:00-10:50  Hall   Ada Example  30/30  yours")
        #expect(lines[2] == "  D200     1    LEC         TBA                 Ada Example   ?/20")
    }
}
