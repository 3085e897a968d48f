import Foundation
import ICalendar
import NoteItCore

/// Understands objects: few at once where the request runs, many on the planning threads, so that other requests stay fast.
struct ObjectWork: Sendable {
    let store: any Store
    let study: StudyDesk
    private let kept = ParsedObjects()

    init(store: any Store, study: StudyDesk) { (self.store, self.study) = (store, study) }

    /// In bytes of objects. It takes some milliseconds.
    private static let mostHere = 128 << 10

    /// Nil for an object that cannot be understood.
    func parsed(_ served: ServedObject, of account: Account.ID, _ reader: Zone) -> ParsedObject? {
        kept.parsed(served, of: account, reader: reader)
    }

    /// An object with its `calendar-data`. Throws `DAVFailure` if the answer is too long.
    func selected(
        _ served: ServedObject, _ selection: CalendarSelection?, of account: Account.ID, _ reader: Zone,
        _ budget: inout AnswerBudget
    ) throws -> SelectedObject {
        guard let selection else { return SelectedObject(served: served) }
        guard !selection.isWhole, let object = parsed(served, of: account, reader) else {
            try budget.take(bytes: served.bytes.count)
            return SelectedObject(served: served, data: served.bytes)
        }
        let data = try object.selected(selection, size: served.bytes.count, &budget)
        try budget.take(bytes: data.count)
        return SelectedObject(served: served, data: data)
    }

    /// Throws `DAVFailure` if the answer is too long or takes too long, `.tooMany` and `.unavailable` if too much waits.
    /// - Parameters: `isHeavy`: not to be done here; `isLight`: nothing is parsed.
    func run(
        on objects: [ServedObject], isHeavy: Bool, isLight: Bool, _ wanted: WantedProperties, _ context: AppContext,
        _ work: @escaping @Sendable ([ServedObject], inout AnswerBudget) throws -> [SelectedObject]
    ) async throws -> [SelectedObject] {
        var budget = AnswerBudget()
        return try await run(on: objects, isHeavy: isHeavy, isLight: isLight, &budget, wanted, context, work)
    }

    func run(
        on objects: [ServedObject], isHeavy: Bool, isLight: Bool, _ budget: inout AnswerBudget, _ wanted: WantedProperties,
        _ context: AppContext, _ work: @escaping @Sendable ([ServedObject], inout AnswerBudget) throws -> [SelectedObject]
    ) async throws -> [SelectedObject] {
        if isLight || !isHeavy && Self.isLittle(objects) { return try work(objects, &budget) }
        let start = budget
        let (found, rest) = try await study.run(for: wanted.account, on: context.channel) { search in
            Result {
                var (found, budget) = ([SelectedObject](), start)
                // One by one, so that it ends soon after its client leaves.
                for object in objects {
                    if search.isOver() { throw AnswerBudget.spent }
                    found += try work([object], &budget)
                }
                return (found, budget)
            }
        }.get()
        budget = rest
        return found
    }

    /// The same for work that makes something else of the objects.
    /// - Parameter work: ends when its second parameter says so.
    func run<Value: Sendable>(
        on objects: [ServedObject], of account: Account.ID, _ context: AppContext,
        _ work: @escaping @Sendable ([ServedObject], () -> Bool) throws -> Value
    ) async throws -> Value {
        if Self.isLittle(objects) { return try work(objects, { false }) }
        return try await study.run(for: account, on: context.channel) { search in
            Result { try work(objects, search.isOver) }
        }.get()
    }

    /// Series that are understood where the request runs. The worst rule takes some 20 ms.
    private static let mostSeriesHere = 16

    private static func isLittle(_ objects: [ServedObject]) -> Bool {
        objects.reduce(0) { $0 + $1.bytes.count } <= mostHere && objects.count(where: \.object.isLong) <= mostSeriesHere
    }

    /// The zone of days and floating times: the report's, else the calendar's, else that of the study settings (RFC 4791, 9.8).
    /// Throws `DAVFailure` for a zone that cannot be read.
    func reader(_ report: DAVElement, of calendar: CalendarCollection, by account: Account.ID) async throws -> Zone {
        let refusal = DAVFailure.object(
            "valid-calendar-data", "timezone is a VCALENDAR with one VTIMEZONE, or timezone-id a name such as Europe/Berlin.")
        if let text = report[.caldav("timezone")]?.text {
            guard let zone = Self.zone(text) else { throw refusal }
            return zone
        }
        if let name = report[.caldav("timezone-id")]?.text.trimmed {
            guard let zone = TimeZone(identifier: name) else { throw refusal }
            return Zone(zone)
        }
        if let text = calendar.properties[DAVName.caldav("calendar-timezone").key],
            let element = try? DAVReader.element(from: Array(text.utf8)), let zone = Self.zone(element.text)
        {
            return zone
        }
        return Zone(try await store.studySettings(of: account).zone ?? .gmt)
    }

    /// The zone that a VCALENDAR defines.
    private static func zone(_ text: String) -> Zone? {
        guard let calendar = try? Component.calendars(in: Array(text.utf8)).first,
            let definition = calendar.components.first(where: { $0.name == "VTIMEZONE" }), let name = definition.text("TZID")
        else { return nil }
        return ZoneTable(calendar).zone(name)
    }
}

extension CalendarObject {
    /// Whether it may be a series over many years.
    fileprivate var isLong: Bool {
        guard let firstStart, let lastEnd else { return true }
        return lastEnd.timeIntervalSince(firstStart) > 10 * 366 * 86_400
    }
}
