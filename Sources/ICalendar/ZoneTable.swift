import Foundation
import Synchronization

/// The zones that a calendar names.
public struct ZoneTable: Sendable {
    /// The zone that X-WR-TIMEZONE names: of floating times, in calendars by Apple and Google. A day is the same day in each zone.
    public let calendarZone: Zone?
    private let defined: [String: Zone]
    /// The VTIMEZONEs, by their names.
    private let definitions: [String: Component]
    /// Why a definition cannot be used, by its name.
    private let faults: [String: String]
    /// Whether a time of an unknown zone is read as a floating one.
    var unknownIsFloating = false

    /// - Parameters:
    ///   - calendar: its VTIMEZONEs define zones. One whose name is of the IANA database, and whose rules agree with it between 2000 and
    ///     2040, is that zone. So is one that lists changes without a rule, if these are changes of that zone.
    ///   - limit: the most transitions of one definition.
    public init(_ calendar: Component, limit: Int = 2_000) {
        var steps = Self.mostSteps
        self.init(calendar, limit: limit, steps: &steps)
    }

    /// How many periods and days the rules of all definitions may look at.
    public static let mostSteps = ZoneDefinition.stepLimit

    /// - Parameter steps: as `mostSteps`; those that were taken are taken off. If none are left, a definition may be missing.
    public init(_ calendar: Component, limit: Int = 2_000, steps: inout Int) {
        var (defined, definitions, faults) = ([String: Zone](), [String: Component](), [String: String]())
        for component in calendar.components where component.name == "VTIMEZONE" {
            guard let property = component["TZID"] else { continue }
            let names = Set([property.text, property.value].map(Self.plain))
            guard names.allSatisfy({ defined[$0] == nil }) else { continue }
            do throws(CalendarError) {
                let zone = try Self.zone(of: component, names, limit: limit, steps: &steps)
                for name in names { (defined[name], definitions[name]) = (zone, component) }
            } catch {
                for name in names { faults[name] = error.detail }
            }
        }
        (self.defined, self.definitions, self.faults) = (defined, definitions, faults)
        calendarZone = calendar["X-WR-TIMEZONE"].flatMap { Self.find($0.text, defined) }
    }

    /// The zone of a TZID: defined by the calendar, of the IANA database (also with a prefix such as `/freeassociation.sourceforge.net/`),
    /// or a Windows name (CLDR's windowsZones). Nil if it is unknown.
    public func zone(_ name: String) -> Zone? { Self.find(name, defined) }

    /// The VTIMEZONE that defines the zone of a TZID; nil if the calendar has none that can be used.
    public func definition(_ name: String) -> Component? { definitions[Self.plain(name)] }

    /// The error of a name that has no zone.
    func unknown(_ name: String) -> CalendarError {
        let shown = "\"\(name.prefix(80))\""
        if let fault = faults[Self.plain(name)] { return CalendarError("The VTIMEZONE \(shown) cannot be used: \(fault)") }
        return CalendarError("The zone \(shown) is unknown; define it in a VTIMEZONE, or use a name such as America/Chicago.")
    }

    /// The zones of definitions that were read before: most objects of a calendar have the same one.
    private static let cache = Mutex<[Definition: Zone]>([:])

    private struct Definition: Hashable {
        let component: Component
        let limit: Int
    }

    /// The zone of a VTIMEZONE, or the one of the database with which it agrees.
    private static func zone(
        of component: Component, _ names: Set<String>, limit: Int, steps: inout Int
    ) throws(CalendarError) -> Zone {
        let key = Definition(component: component, limit: limit)
        // Larger ones would let a hostile calendar fill memory.
        let isSmall = component.weight < 20_000
        if isSmall, let zone = cache.withLock({ $0[key] }) { return zone }
        guard steps > 0 else { throw CalendarError("the definitions take too long to follow.") }
        let definition = try ZoneDefinition(component, limit: limit, steps: &steps)
        // 2,000 weeks are compared.
        steps -= 4_000
        let known = names.lazy.compactMap(Self.database).first { definition.agrees(with: $0) }
        let zone = known ?? definition.zone
        if isSmall {
            cache.withLock { zones in
                if zones.count >= 100 { zones.removeAll() }
                zones[key] = zone
            }
        }
        return zone
    }

    private static func find(_ name: String, _ defined: [String: Zone]) -> Zone? {
        let name = plain(name)
        return defined[name] ?? database(name)
    }

    /// A name without the quotes that some write into it.
    private static func plain(_ name: String) -> String {
        let name = name.trimmed
        guard name.utf8.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") else { return name }
        return String(name.dropFirst().dropLast())
    }

    /// A zone that is known without a definition.
    private static func database(_ name: String) -> Zone? {
        guard name.utf8.count <= 200 else { return nil }
        if let zone = iana(name) ?? WindowsZones.name(name).flatMap(iana) { return zone }
        guard name.hasPrefix("/") else { return nil }
        // The prefix of a globally unique name ends somewhere before the name of the database (3.8.3.1).
        var rest = Substring(name)
        for _ in 0..<6 {
            guard let slash = rest.firstIndex(of: "/") else { break }
            rest = rest[rest.index(after: slash)...]
            if let zone = iana(String(rest)) { return zone }
        }
        return nil
    }

    private static let utcNames: Set = [
        "UTC", "Etc/UTC", "Etc/UCT", "UCT", "Etc/GMT", "GMT", "Etc/Zulu", "Zulu", "Z", "Etc/Universal",
    ]
    /// The names of three letters in the IANA database. ICU reads others, such as IST, of which each means several zones.
    private static let shortNames: Set = ["CET", "EET", "EST", "HST", "MET", "MST", "PRC", "ROC", "ROK", "WET"]

    private static func iana(_ name: String) -> Zone? {
        if utcNames.contains(name) { return .utc }
        guard name.utf8.count > 3 || shortNames.contains(name) else { return nil }
        return TimeZone(identifier: name).map(Zone.init)
    }
}

extension Component {
    /// About how many bytes it takes.
    fileprivate var weight: Int {
        let parameters = properties.reduce(0) {
            $0 + $1.parameters.reduce(0) { $0 + 32 + $1.values.reduce(0) { $0 + $1.utf8.count } }
        }
        let values = properties.reduce(0) { $0 + 64 + $1.value.utf8.count }
        return 64 + parameters + values + components.reduce(0) { $0 + $1.weight }
    }
}
