import Foundation
import ICalendar
import NoteItCore

/// Understands objects: a few where the request runs, the rest on the threads for calendars, so that other requests stay fast.
struct ObjectWork: Sendable {
    let store: any Store
    let pool: PlanningPool
    private let kept = ParsedObjects()

    init(store: any Store, pool: PlanningPool) { (self.store, self.pool) = (store, pool) }

    /// The parsed object; nil if it cannot be understood. Throws `WorkSteps.Spent`.
    func parsed(
        _ served: ServedObject, of account: Account.ID, _ reader: Zone, _ steps: inout WorkSteps
    ) throws -> ParsedObject? {
        try kept.parsed(served, of: account, reader: reader, &steps)
    }

    /// Works where the request runs, or, if that takes too many steps, anew on the threads for calendars, until its client leaves.
    /// Throws `DAVFailure` if that takes too long too, `.tooMany` and `.unavailable` if too much waits, `CancellationError` if the
    /// client left.
    /// - Parameter bytes: that are read or written; with many, the few steps here are not tried.
    func run<Value: Sendable>(
        on bytes: Int, for account: Account.ID, _ context: AppContext,
        _ work: @escaping @Sendable (inout WorkSteps) throws -> Value
    ) async throws -> Value {
        if bytes <= Self.mostHere {
            do {
                var steps = WorkSteps(WorkSteps.here)
                return try work(&steps)
            } catch is WorkSteps.Spent {}
        }
        return try await pool.run(for: account, within: Self.limit, on: context.channel) { search in
            Result {
                var steps = WorkSteps(WorkSteps.most, until: search.isOver)
                do { return try work(&steps) } catch is WorkSteps.Spent { throw Self.tooLong }
            }
        }.get()
    }

    private static let mostHere = 128 << 10
    /// More than `WorkSteps.most` take on a busy machine.
    private static let limit = Duration.seconds(60)

    static let tooLong = DAVFailure.tooMany(
        "The request takes too long. Ask with fewer conditions, for a shorter time, or for fewer objects.")

    /// The bytes in gzip; nil if they do not shrink, or too much waits.
    func compressed(_ bytes: [UInt8], for account: Account.ID, _ context: AppContext) async throws -> [UInt8]? {
        do {
            return try await run(on: bytes.count, for: account, context) { steps in
                // About 20 ns a byte.
                try steps.spend(bytes: bytes.count)
                return Gzip.compressed(bytes)
            }
        } catch is DomainError {
            return nil
        }
    }

    /// The objects that `choose` takes, each with its `calendar-data`. Throws as `run`, and `DAVFailure` if the answer is too long.
    /// - Parameters: `budget`: of the answer, which shrinks; `choose`: nil: all.
    func selected(
        _ objects: [ServedObject], _ wanted: WantedProperties, _ reader: Zone, _ budget: inout AnswerBudget,
        _ context: AppContext, where choose: (@Sendable (ParsedObject, inout WorkSteps) throws -> Bool)? = nil
    ) async throws -> [SelectedObject] {
        let start = budget
        let isRead = choose != nil || wanted.selection?.isWhole == false
        let (found, rest) = try await run(on: isRead ? objects.bytes : 0, for: wanted.account, context) { steps in
            var (found, budget) = ([SelectedObject](), start)
            for served in objects {
                if let choose {
                    guard let object = try parsed(served, of: wanted.account, reader, &steps), try choose(object, &steps)
                    else { continue }
                }
                found.append(try selected(served, wanted, reader, &budget, &steps))
            }
            return (found, budget)
        }
        budget = rest
        return found
    }

    private func selected(
        _ served: ServedObject, _ wanted: WantedProperties, _ reader: Zone, _ budget: inout AnswerBudget,
        _ steps: inout WorkSteps
    ) throws -> SelectedObject {
        guard let selection = wanted.selection else { return SelectedObject(served: served) }
        guard !selection.isWhole, let object = try parsed(served, of: wanted.account, reader, &steps) else {
            try budget.spend(bytes: served.bytes.count)
            return SelectedObject(served: served, data: served.bytes)
        }
        let data = try object.selected(selection, size: served.bytes.count, &budget, &steps)
        try budget.spend(bytes: data.count)
        return SelectedObject(served: served, data: data)
    }

    /// The zone of days and floating times: the report's, else the calendar's, else that of the study settings (RFC 4791, 9.8).
    /// Throws `DAVFailure` for a zone that cannot be read.
    func reader(
        _ report: DAVElement, of calendar: CalendarCollection, by account: Account.ID, _ context: AppContext
    ) async throws -> Zone {
        let refusal = DAVFailure.object(
            "valid-calendar-data", "timezone is a VCALENDAR with one VTIMEZONE, or timezone-id a name such as Europe/Berlin.")
        if let text = report[.caldav("timezone")]?.text {
            guard let zone = try await readZone(text, account, context) else { throw refusal }
            return zone
        }
        if let name = report[.caldav("timezone-id")]?.text.trimmed {
            guard let zone = TimeZone(identifier: name) else { throw refusal }
            return Zone(zone)
        }
        if let text = calendar.properties[DAVName.caldav("calendar-timezone").key],
            let element = try? DAVReader.element(from: Array(text.utf8)),
            let zone = try await readZone(element.text, account, context)
        {
            return zone
        }
        return Zone(try await store.studySettings(of: account).zone ?? .gmt)
    }

    /// The zone that a VCALENDAR defines.
    private func readZone(_ text: String, _ account: Account.ID, _ context: AppContext) async throws -> Zone? {
        try await run(on: text.utf8.count, for: account, context) { steps in
            try steps.spend(bytes: text.utf8.count)
            guard let calendar = try? Component.calendars(in: Array(text.utf8)).first,
                let definition = calendar.components.first(where: { $0.name == "VTIMEZONE" }),
                let name = definition.text("TZID")
            else { return nil }
            return try ZoneTable(calendar, &steps).zone(name)
        }
    }
}

extension [ServedObject] {
    /// The bytes of all objects together.
    var bytes: Int { reduce(0) { $0 + $1.bytes.count } }
}
