import Foundation
import Testing

@testable import ICalendar

/// Wall-clock times where clocks change.
struct DaylightSavingTests {
    @Test func aTimeOfDayStaysWhenTheOffsetChanges() throws {
        var lecture = try recurrence("20261020T090000", "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261106T055959Z", in: "America/Chicago")
        lecture.exceptions = [try time("20261029T090000", in: "America/Chicago")]
        #expect(
            lecture.allStarts
                == ["20261020T140000Z", "20261022T140000Z", "20261027T140000Z", "20261103T150000Z", "20261105T150000Z"])
    }

    @Test func aSkippedTimeTakesTheOffsetBeforeTheGap() throws {
        let series = try recurrence("20260306T023000", "FREQ=DAILY;COUNT=5", in: "America/Chicago")
        #expect(
            series.allStarts
                == ["20260306T083000Z", "20260307T083000Z", "20260308T083000Z", "20260309T073000Z", "20260310T073000Z"])
        let found = series.occurrences(in: .distantPast..<Date.distantFuture, limit: 9).occurrences
        #expect(found.map(\.start.local.secondOfDay) == Array(repeating: 9_000, count: 5))
    }

    @Test func aDoubledTimeIsTheFirst() throws {
        let series = try recurrence("20261030T013000", "FREQ=DAILY;COUNT=5", in: "America/Chicago")
        #expect(
            series.allStarts
                == ["20261030T063000Z", "20261031T063000Z", "20261101T063000Z", "20261102T073000Z", "20261103T073000Z"])
    }

    @Test func anExceptionMayNameASkippedTimeOrWhatClocksShowInstead() throws {
        for text in ["20260308T023000", "20260308T033000"] {
            var series = try recurrence("20260307T023000", "FREQ=DAILY;COUNT=3", in: "America/Chicago")
            series.exceptions = [try time(text, in: "America/Chicago")]
            #expect(series.allStarts == ["20260307T083000Z", "20260309T073000Z"])
        }
    }

    @Test func halfAnHourOfDaylightSavingIsOne() throws {
        // Lord Howe Island goes from +10:30 to +11 at 02:00 on 4 October 2026, and back at 02:00 on 5 April.
        let gap = try recurrence("20261003T021500", "FREQ=DAILY;COUNT=3", in: "Australia/Lord_Howe")
        #expect(gap.allStarts == ["20261002T154500Z", "20261003T154500Z", "20261004T151500Z"])
        let overlap = try recurrence("20260404T014500", "FREQ=DAILY;COUNT=3", in: "Australia/Lord_Howe")
        #expect(overlap.allStarts == ["20260403T144500Z", "20260404T144500Z", "20260405T151500Z"])
    }

    @Test func aDayThatAZoneSkippedComesOnce() throws {
        // Samoa went from the 29th to the 31st of December 2011: noon on the 30th, at the offset before, is noon on the 31st.
        let noon = try recurrence("20111229T120000", "FREQ=DAILY;COUNT=4", in: "Pacific/Apia")
        #expect(noon.allStarts == ["20111229T220000Z", "20111230T220000Z", "20111231T220000Z"])
    }

    @Test func aListedZoneChangesAtItsTransitions() throws {
        let start = try moment("20260329T010000Z").wholeSeconds(.down)
        let listed = Zone(offset: 3_600, transitions: [Zone.Transition(at: start, offset: 7_200)])
        for text in [
            "20260328T120000", "20260329T015959", "20260329T020000", "20260329T023000", "20260329T030000", "20260401T000000",
        ] {
            let berlin = try time(text, in: "Europe/Berlin")
            #expect(CalendarTime.zoned(berlin.local, listed).moment(in: .utc) == berlin.moment(in: .utc), "\(text)")
        }
        #expect(listed.local(at: start - 1).description == "20260329T015959")
        #expect(listed.local(at: start).description == "20260329T030000")
        #expect(Zone.utc.local(at: start).description == "20260329T010000")
    }
}
