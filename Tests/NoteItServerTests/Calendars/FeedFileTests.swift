import Foundation
import ICalendar
import NoteItCore
import Testing

@testable import NoteItServer

struct FeedFileTests {
    private let inputs = CalendarInputs.sample(
        classes: [.sample("M", "10:30", "11:20")], due: [.due("Essay", "2026-11-25T01:00:00Z")],
        tasks: [
            .flexible("Read", minutes: 60, deadline: at("2026-11-26T01:00:00Z")), .flexible("Some day", minutes: 60),
        ]
    ).stored()

    private func feed(_ include: [CalendarFeed.Part], courses: [Course.ID]? = nil) -> CalendarFeed {
        CalendarFeed(
            id: .make(at: at("2026-11-01T00:00:00Z")), name: "Mine", include: include, courses: courses,
            createdAt: at("2026-11-01T00:00:00Z"), lastRead: nil)
    }

    private func calendar(_ feed: CalendarFeed, removed: [RemovedCalendarObject] = []) -> Component {
        FeedFile(feed, inputs, DerivedCalendars(inputs), removed: removed).calendar(CalendarAssembler())
    }

    private func removed(
        _ item: String, _ calendar: CalendarCollection.Derived, _ course: Course.ID?, trace: CalendarTrace? = nil
    ) -> RemovedCalendarObject {
        RemovedCalendarObject(
            name: "\(item).ics", uid: "\(item)@noteit", item: item, sequence: 2, removedAt: at("2026-11-20T00:00:00Z"),
            changed: 7, calendar: calendar, course: course, firstStart: at("2026-11-24T00:00:00Z"), trace: trace)
    }

    @Test func everythingIsAnEventWithATime() throws {
        let all = calendar(feed(CalendarFeed.Part.allCases))
        let events = all.components.filter { $0.name == "VEVENT" }
        #expect(all.components.first?.name == "VTIMEZONE" && events.count == 3)
        #expect(events.allSatisfy { $0["UID"] != nil && $0["DTSTART"] != nil && $0["SEQUENCE"] != nil })
        #expect(!all.components.contains { $0.name == "VTODO" })
        #expect(all.text("NAME") == "Mine" && all.values("X-PUBLISHED-TTL") == ["PT1H"])
        #expect(all["REFRESH-INTERVAL"]?.parameter("VALUE") == "DURATION")
    }

    @Test func aFeedHoldsItsPartsAndCoursesAlone() throws {
        let due = calendar(feed([.due]))
        #expect(due.components.map { $0.text("SUMMARY") } == ["CMPT225: Essay"])
        #expect(calendar(feed([.due, .tasks], courses: ["202530.MATH150"])).components.isEmpty)
        #expect(calendar(feed([.classes, .tasks], courses: ["202530.CMPT225"])).components.count == 2)
    }

    @Test func aRemovedItemIsCancelledForAWhile() throws {
        let gone = [removed("gone", .due, "202530.CMPT225"), removed("block", .study, nil)]
        let cancelled = try #require(calendar(feed([.due]), removed: gone).components.last)
        #expect(cancelled.values("STATUS") == ["CANCELLED"] && cancelled.values("SEQUENCE") == ["3"])
        #expect(cancelled.text("UID") == "gone@noteit" && cancelled["DTSTART"] != nil)
        #expect(cancelled.text("SUMMARY") == "Removed: CMPT225 due date")
        #expect(calendar(feed([.due]), removed: gone).components.count == 2)
        #expect(calendar(feed([.due], courses: ["202530.MATH150"]), removed: gone).components.isEmpty)
    }

    @Test func aCancelledItemKeepsItsTitleAndTheFormOfItsDate() throws {
        let day = CalendarTrace(title: "CMPT225#42 (exam)", start: "20261125", zone: nil)
        let lecture = CalendarTrace(title: "CMPT 225 LEC D100", start: "20261125T103000", zone: "America/Vancouver")
        let gone = [removed("a", .due, "202530.CMPT225", trace: day), removed("b", .classes, "202530.CMPT225", trace: lecture)]
        let file = calendar(feed([.due, .classes]), removed: gone)
        let cancelled = file.components.filter { $0.values("STATUS") == ["CANCELLED"] }
        #expect(cancelled.map { $0.text("SUMMARY") } == ["Removed: CMPT225#42 (exam)", "Removed: CMPT 225 LEC D100"])
        #expect(cancelled.map { $0["DTSTART"]?.value } == ["20261125", "20261125T103000"])
        #expect(cancelled.first?["DTSTART"]?.parameter("VALUE") == "DATE")
        #expect(cancelled.last?["DTSTART"]?.parameter("TZID") == "America/Vancouver")
        #expect(file.components.contains { $0.name == "VTIMEZONE" })
        #expect(FeedFile.cancelledDays(.study) == 1 && FeedFile.cancelledDays(.due) == 14)
    }

    @Test func anItemThatCameBackIsNotCancelled() throws {
        let item = try #require(inputs.due.first?.event.id.description)
        #expect(calendar(feed([.due]), removed: [removed(item, .due, "202530.CMPT225")]).components.count == 1)
    }

    @Test func theSameInputsMakeTheSameFile() throws {
        let feed = feed(CalendarFeed.Part.allCases)
        #expect(calendar(feed).digest == calendar(feed).digest)
    }
}
