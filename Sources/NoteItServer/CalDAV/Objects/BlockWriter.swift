import Foundation
import ICalendar
import NoteItCore

/// Changes study blocks as programs say: a block that is moved is pinned, and one that is removed counts as missed. The plan adapts
/// to both.
struct BlockWriter {
    let store: any Store
    let service: CalendarService
    let now: Date

    /// The plan takes a new time alone; the rest, a title among it, is the program's, until the block changes. Throws `DAVFailure` for
    /// a time that no block can have.
    func put(_ sent: SentCalendar, _ write: ObjectWrite) async throws -> WrittenObject {
        guard let served = try await write.found(by: service) else {
            throw DAVFailure.needs(
                "bind", on: DAVPath.calendar(write.calendar.id, of: "\(write.account)").href,
                "NoteIt plans the study blocks. Add a task, and the plan makes blocks for it.")
        }
        guard served.object.uid == sent.uid else { throw DAVFailure.uidConflict(with: write.href(of: write.name)) }
        let time = try Self.time(of: sent)
        let block = try await store.studyBlock(served.object.item, by: write.account)
        try await write.requireUnchanged(served, by: service)
        let moved = try Self.applied(
            StudyBlockPatch(
                start: time.lowerBound == block.start ? nil : time.lowerBound,
                end: time.upperBound == block.end ? nil : time.upperBound), to: block)
        try requireWithinHorizon(moved, from: block, write.zone)
        if moved != block { try await store.edit(block.id, to: moved, by: write.account) }
        let task = block.task.flatMap(StudyTask.ID.init)
        let tasks = if let task { [try await store.task(task, by: write.account)] } else { [] as [StudyTask] }
        let alarms = StudyAlarms(try await store.studySettings(of: write.account).alerts)
        guard let item = StudyCalendar(tasks, alarms).item(moved) else {
            throw CalendarObjectRoutes.absent(write.name)
        }
        let (object, _) = try await store.put(
            SentCalendarObject(
                name: write.name, uid: sent.uid, item: block.id, data: sent.bytes, digest: item.row.digest,
                firstStart: item.row.firstStart, lastEnd: item.row.lastEnd, event: nil),
            inCalendar: write.calendar.id, if: .none, by: write.account)
        // PINNED is among the categories that the server sets.
        return WrittenObject(object: object, created: false, isAsSent: true)
    }

    func delete(_ write: ObjectWrite) async throws {
        guard let served = try await write.found(by: service) else { throw CalendarObjectRoutes.absent(write.name) }
        let block = try await store.studyBlock(served.object.item, by: write.account)
        try await write.requireUnchanged(served, by: service)
        try await store.edit(block.id, to: Self.applied(StudyBlockPatch(missed: true), to: block), by: write.account)
    }

    /// Throws `DAVFailure` with the preconditions of RFC 4791, sections 5.2.6 and 5.2.7.
    private func requireWithinHorizon(_ new: StudyPlan.Block, from old: StudyPlan.Block, _ zone: TimeZone) throws {
        let horizon = StudyHorizon(at: now, in: zone)
        guard let fault = horizon.fault(of: new, from: old) else { return }
        throw DAVFailure.object(
            new.start < horizon.start ? "min-date-time" : "max-date-time", "The time of a study block \(fault).")
    }

    private static func applied(_ patch: StudyBlockPatch, to block: StudyPlan.Block) throws -> StudyPlan.Block {
        do {
            return try patch.applied(to: block)
        } catch {
            guard case .invalid(let errors) = error else { throw error }
            throw SentCalendar.misfit("The change does not fit the block: \(errors.sentence)")
        }
    }

    private static func time(of sent: SentCalendar) throws -> Range<Date> {
        let series = sent.series
        guard let master = series.master, series.overrides.isEmpty, master["RRULE"] == nil, master["RDATE"] == nil else {
            throw SentCalendar.misfit("A study block does not repeat. Move it alone, or edit its task in NoteIt.")
        }
        guard let start = series.span?.start,
            let only = series.instances(meeting: start..<start + 1, limit: 1).instances.first, only.end > only.start
        else { throw SentCalendar.misfit("A study block has a start, and an end after it.") }
        if only.isAllDay { throw SentCalendar.misfit("A study block has a time of day. Give it a start and an end.") }
        if master.text("STATUS")?.uppercased() == "CANCELLED" {
            throw SentCalendar.misfit("A study block is not cancelled. Remove it, and the plan adapts.")
        }
        return only.start..<only.end
    }
}

extension [FieldError] {
    /// Such as `end must be after start.`
    var sentence: String { map { "\($0.field) \($0.detail)" }.joined(separator: "; ") + "." }
}
