import Foundation
import ICalendar
import NoteItCore
import Synchronization

/// A calendar object as it is understood.
struct ParsedObject: Sendable {
    let calendar: Component
    let series: [CalendarSeries]
    let zones: ZoneTable
    /// The zone of days and floating times.
    let reader: Zone

    /// Throws `CalendarError`.
    init(_ calendar: Component, reader: Zone) throws {
        var steps = WorkSteps(WorkSteps.most)
        try self.init(calendar, reader: reader, &steps)
    }

    /// Throws `CalendarError`, `WorkSteps.Spent`.
    init(_ calendar: Component, reader: Zone, _ steps: inout WorkSteps) throws {
        (self.calendar, self.reader) = (calendar, reader)
        zones = try ZoneTable(calendar, &steps)
        series = try CalendarSeries.all(
            in: calendar, zones: zones, reader: reader, kinds: Set(CalendarSeries.Kind.allCases), gapKinds: [.todo, .journal])
    }

    /// The moment of a property such as DTSTART; nil if it is not a time.
    func moment(of property: Property) -> Date? { time(of: property)?.moment(in: reader) }

    /// The time of a property such as DTSTART; nil if it is not a time.
    func time(of property: Property) -> CalendarTime? { property.time(among: zones) }
}

/// The objects that were parsed last: calendar programs ask for the same ones again and again.
final class ParsedObjects: Sendable {
    private struct Key: Hashable {
        var account: Account.ID
        var name, etag: String
        var reader: Zone
    }

    private struct Kept {
        var objects: [Key: ParsedObject] = [:]
        /// Oldest first, with the bytes of the text.
        var order: [(key: Key, bytes: Int)] = []
        var bytes = 0
    }

    private let kept = Mutex(Kept())
    /// The most bytes of text; a parsed object takes some ten times as much.
    private let capacity: Int

    init(capacity: Int = 4 << 20) { self.capacity = capacity }

    /// The parsed object; nil if it cannot be understood, such as one of an import that an earlier version stored. Throws
    /// `WorkSteps.Spent`.
    func parsed(
        _ served: ServedObject, of account: Account.ID, reader: Zone, _ steps: inout WorkSteps
    ) throws -> ParsedObject? {
        let key = Key(account: account, name: served.object.name, etag: served.object.etag, reader: reader)
        try steps.spend(1)
        if let object = kept.withLock({ $0.objects[key] }) { return object }
        try steps.spend(bytes: served.bytes.count)
        do {
            guard let calendar = try Component.calendars(in: served.bytes, limits: .imported).first else { return nil }
            let object = try ParsedObject(calendar, reader: reader, &steps)
            keep(object, key, bytes: served.bytes.count)
            return object
        } catch is CalendarError {
            return nil
        }
    }

    private func keep(_ object: ParsedObject, _ key: Key, bytes: Int) {
        if bytes > capacity / 16 { return }
        kept.withLock { kept in
            guard kept.objects.updateValue(object, forKey: key) == nil else { return }
            kept.order.append((key, bytes))
            kept.bytes += bytes
            guard kept.bytes > capacity else { return }
            // Half at a time, so that it is seldom.
            var gone = 0
            while kept.bytes > capacity / 2 {
                kept.bytes -= kept.order[gone].bytes
                kept.objects[kept.order[gone].key] = nil
                gone += 1
            }
            kept.order.removeFirst(gone)
        }
    }
}
