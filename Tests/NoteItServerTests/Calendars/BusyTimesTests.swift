import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct BusyTimesTests {
    private let dentist = CalendarObject.personal(
        "dentist", "SUMMARY:Dentist\r\nDTSTART:20261124T010000Z\r\nDTEND:20261124T020000Z", from: "2026-11-24T01:00:00Z",
        to: "2026-11-24T02:00:00Z")
    private let free = CalendarObject.personal(
        "free", "SUMMARY:Maybe\r\nTRANSP:TRANSPARENT\r\nDTSTART:20261124T010000Z\r\nDTEND:20261124T020000Z",
        from: "2026-11-24T01:00:00Z", to: "2026-11-24T02:00:00Z")
    private let span = at("2026-11-23T08:00:00Z")..<at("2026-11-30T08:00:00Z")

    private func inputs(_ busy: [CalendarObject], _ tasks: [StudyTask] = []) -> StudyInputs {
        var inputs = StudyInputs.sample(tasks)
        inputs.busy = busy
        return inputs
    }

    @Test func eventsOfCalendarsAreBusyUnlessTheySayOtherwise() throws {
        let blocks = FixedTimes(inputs([dentist, free])).blocks(meeting: span)
        #expect(blocks.map(\.title) == ["Dentist"] && blocks.map(\.kind) == [.fixed])
        #expect(blocks.first?.task == nil && blocks.first?.start == at("2026-11-24T01:00:00Z"))
    }

    @Test func aFixedTaskOverlapsBusyTime() throws {
        var new = NewStudyTask(title: "Training", kind: .fixed)
        (new.start, new.end) = (at("2026-11-24T01:30:00Z"), at("2026-11-24T02:30:00Z"))
        let found = FixedTimes(inputs([dentist, free])).overlaps(of: new, among: [], now: at("2026-11-22T00:00:00Z"))
        #expect(found.map(\.kind) == [.busy] && found.map(\.id) == ["dentist"] && found.map(\.title) == ["Dentist"])
    }

    @Test func busyTimeMovesThePlan() throws {
        let now = at("2026-11-23T16:00:00Z")
        let before = try PersonalPlan(inputs([dentist], [.flexible("Read", minutes: 60)]), now: now).digest
        var moved = dentist
        moved.etag = "another"
        let digest = { (busy: [CalendarObject]) in
            var inputs = StudyInputs.sample([])
            inputs.busy = busy
            return try PersonalPlan(inputs, now: now).digest
        }
        #expect(try digest([dentist]) != digest([moved]) && digest([dentist]) != digest([]))
        #expect(try digest([dentist, free]) == digest([free, dentist]))
        #expect(before.count == 64)
    }

    @Test func whatIsPastDoesNotMoveThePlan() throws {
        var past = dentist
        (past.firstStart, past.lastEnd) = (at("2026-11-20T01:00:00Z"), at("2026-11-20T02:00:00Z"))
        let now = at("2026-11-23T16:00:00Z")
        let with = try PersonalPlan(inputs([past]), now: now).digest
        #expect(try with == PersonalPlan(inputs([]), now: now).digest)
    }
}
