import NoteItCore
import Planning

/// The campuses and buildings of a search, found in the places of meetings, and the travel times between them.
struct LocationNames: Sendable {
    /// The travel times; nil if no break and no travel time matters to the meetings.
    let travel: Travel?
    private let campuses: [String]
    /// The names in all travel times.
    private let names: Set<String>
    /// Whether buildings without a name in `names` matter.
    private let hasBreak: Bool
    /// The names of the places; empty for one that is not known.
    private let buildings: Set<String>

    /// - Parameters: `times`: those of the catalog; the request's win. `places`: of all meetings and busy times of the search.
    init(_ wanted: TimetableSearch, times: [TravelTime], places: Set<String>) {
        campuses = wanted.campuses ?? []
        let (own, given) = (Self.table(wanted.ways ?? []), Self.table(times))
        let ownNames = Set(own.keys.joined())
        let names = ownNames.union(given.keys.joined())
        let pause = wanted.breakMinutes ?? 0
        (self.names, hasBreak) = (names, pause > 0)
        var known: [Set<String>: Int] = [:]
        var vague: Set<String> = []
        let labels = Dictionary(grouping: places) { Self.building(of: $0, names, hasBreak: pause > 0) }
        for (label, members) in labels where !label.isEmpty {
            // A name of the catalog that says less than a building leaves the request's break as it is.
            let isVague = !ownNames.contains(label) && members.contains { Self.withoutRoom($0) != label }
            if isVague { vague.insert(label) }
        }
        let sorted = labels.keys.filter { !$0.isEmpty }.sorted()
        for (index, one) in sorted.enumerated() {
            for other in sorted[..<index] {
                if let minutes = Self.minutes(one, other, own) ?? Self.minutes(one, other, given) {
                    known[[one, other]] = minutes
                }
            }
        }
        buildings = Set(labels.keys)
        let matters = pause > 0 || known.values.contains { $0 > 0 }
        travel = matters ? Travel(fixedBreak: pause, known: known, vague: vague) : nil
    }

    /// The campus of the search that `place` begins with, in any case, else `place` itself; nil if it is empty.
    func campus(of place: String) -> String? {
        if place.isEmpty { return nil }
        let folded = place.lowercased()
        return campuses.first { folded == $0.lowercased() || folded.hasPrefix($0.lowercased() + " ") } ?? place
    }

    /// Throws `.invalid` if the search names campuses, the sections have campuses, and none is both.
    func requireCampus(of sections: [Section]) throws {
        let there = sections.reduce(into: Set<String>()) { $0.formUnion(campuses(of: $1)) }
        if campuses.isEmpty || there.isEmpty || !there.isDisjoint(with: campuses) { return }
        let known = Set(sections.compactMap(\.campus)).sorted()
        let choice = known.isEmpty ? "leave it out" : "these courses have \(known.joined(separator: ", "))"
        throw DomainError.invalid("campuses", "names no campus of these courses; \(choice)")
    }

    /// Where a section is taught, in the words of the search if it names campuses. A section that is taught online has no campus
    /// otherwise.
    func campuses(of section: Section) -> Set<String> {
        let own = [section.campus].compactMap(\.self)
        if !campuses.isEmpty { return Set((section.meetings.map(\.place) + own).compactMap(campus(of:))) }
        let isOnline = (own + [section.delivery].compactMap(\.self)).contains { $0.localizedCaseInsensitiveContains("online") }
        return isOnline ? [] : Set(own)
    }

    /// The building of a place; empty if `travel` is nil, or the building is not known.
    func building(of place: String) -> String { travel == nil ? "" : Self.building(of: place, names, hasBreak: hasBreak) }

    /// The minutes from a place to each building of the search to which it is a way.
    func ways(from place: String) -> [String: Int] {
        guard let travel else { return [:] }
        let from = building(of: place)
        return Dictionary(uniqueKeysWithValues: buildings.map { ($0, travel.minutes(from, $0)) }).filter { $0.value > 0 }
    }

    /// What travel asks for, in the words of an explanation: `time between classes (Burnaby to Surrey 75 minutes)`.
    var text: String {
        guard let travel else { return "time between classes" }
        let times = travel.known.filter { $0.value > 0 }.map { (places: $0.key.sorted(), minutes: $0.value) }
            .sorted { $0.places.lexicographicallyPrecedes($1.places) }
        var parts = times.prefix(3).map { "\($0.places.joined(separator: " to ")) \($0.minutes) minutes" }
        if times.count > 3 { parts.append("and \(times.count - 3) other ways") }
        if travel.fixedBreak > 0 { parts.append("other buildings \(travel.fixedBreak) minutes") }
        return "time between classes (\(parts.joined(separator: ", ")))"
    }

    /// A place is campus, building and room. The building is the longest beginning that a travel time names, or, if breaks count, all but
    /// the room if that is longer.
    private static func building(of place: String, _ names: Set<String>, hasBreak: Bool) -> String {
        let (named, rest) = (beginnings(of: place).first(where: names.contains) ?? "", hasBreak ? withoutRoom(place) : "")
        return named.count >= rest.count ? named : rest
    }

    private static func withoutRoom(_ place: String) -> String { place.split(separator: " ").dropLast().joined(separator: " ") }

    /// `place`, then its beginnings that end before a space, longest first.
    private static func beginnings(of place: String) -> [String] {
        [place] + place.indices.filter { place[$0] == " " }.reversed().map { String(place[..<$0]) }
    }

    /// The first travel time between two places counts.
    private static func table(_ times: [TravelTime]) -> [Set<String>: Int] {
        Dictionary(times.map { (Set([$0.from, $0.to]), $0.minutes) }, uniquingKeysWith: { first, _ in first })
    }

    /// The minutes whose names say most about the two places; of equal ones, the most.
    private static func minutes(_ one: String, _ other: String, _ times: [Set<String>: Int]) -> Int? {
        if times.isEmpty { return nil }
        let pairs = beginnings(of: one).flatMap { from in beginnings(of: other).map { (from, $0) } }
        let found = pairs.compactMap { from, to in
            times[[from, to]].map { (detail: from.count + to.count, minutes: $0) }
        }
        return found.max { ($0.detail, $0.minutes) < ($1.detail, $1.minutes) }?.minutes
    }
}
