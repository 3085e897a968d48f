import NoteItCore
import Planning

/// What a search demands, as the planner takes it, and in words again.
struct ScheduleWishes: Sendable {
    /// Each once.
    private(set) var all: [Wish] = []
    /// Of wishes that stand for a person.
    private var names: [Wish: String] = [:]

    /// Throws `.invalid` for a pinned CRN that is of none of `courses`, and for a person who teaches none of them.
    init(_ wanted: ScheduleSearch, courses: [PlannableCourse]) throws {
        for busy in (wanted.busy ?? []) where busy.hard ?? true {
            add(.busy(PlanDays(busy.days) ?? [], start: busy.start.minute, end: busy.end.minute))
        }
        for day in Self.days(wanted.daysOff) { add(.dayOff(day)) }
        if let earliest = wanted.earliest { add(.earliest(earliest.minute)) }
        if let latest = wanted.latest { add(.latest(latest.minute)) }
        if wanted.openOnly == true { add(.freeSeats) }
        var faults: [FieldError] = []
        addPins(wanted.pinned ?? [], courses, &faults)
        for crn in wanted.excluded ?? [] { add(.excluded([crn])) }
        addPeople(wanted, courses, &faults)
        if !faults.isEmpty { throw DomainError.invalid(faults) }
    }

    private mutating func add(_ wish: Wish, as name: String? = nil) {
        if !all.contains(wish) { all.append(wish) }
        if let name { names[wish] = name }
    }

    /// Numbers of the days that letters name, in the letters' order.
    static func days(_ letters: String?) -> [Int] {
        (letters ?? "").flatMap { PlanDays(String($0))?.numbers ?? [] }
    }

    /// Pins of one kind of section of one course are alternatives, pins of different kinds must all be met.
    private mutating func addPins(_ crns: [Int], _ courses: [PlannableCourse], _ faults: inout [FieldError]) {
        var known: Set<Int> = []
        for entry in courses {
            let own = entry.course.sections.filter { Int($0.crn).map(crns.contains) ?? false }
            known.formUnion(own.compactMap { Int($0.crn) })
            let kinds = Dictionary(grouping: own) { entry.primaries.contains($0.id) ? "" : $0.kind }
            for kind in kinds.sorted(by: { $0.key < $1.key }) { add(.pinned(kind.value.compactMap { Int($0.crn) })) }
        }
        for (index, crn) in crns.enumerated() where !known.contains(crn) {
            faults.append(FieldError(field: "pinned.\(index)", detail: "is no section of these courses: \(crn)"))
        }
    }

    /// Whom one wants teaches a section that is taken, in each course where they teach; whom one does not, none at all.
    private mutating func addPeople(_ wanted: ScheduleSearch, _ courses: [PlannableCourse], _ faults: inout [FieldError]) {
        for (index, name) in (wanted.instructors ?? []).enumerated() {
            let sections = courses.map { Self.sections(of: $0.course, taughtBy: name) }.filter { !$0.isEmpty }
            for crns in sections { add(.pinned(crns), as: "instructor \(name)") }
            if sections.isEmpty { faults.append(Self.unknown("instructors.\(index)", name, courses)) }
        }
        for (index, name) in (wanted.excludedInstructors ?? []).enumerated() {
            let crns = courses.flatMap { Self.sections(of: $0.course, taughtBy: name) }
            if crns.isEmpty { faults.append(Self.unknown("excludedInstructors.\(index)", name, courses)) }
            add(.excluded(crns), as: "not instructor \(name)")
        }
    }

    private static func sections(of course: Course, taughtBy name: String) -> [Int] {
        course.sections.filter { $0.instructors.contains { PersonName.matches($0, name) } }.compactMap { Int($0.crn) }
    }

    private static func unknown(_ field: String, _ name: String, _ courses: [PlannableCourse]) -> FieldError {
        let teaching = Set(courses.flatMap { $0.course.sections.flatMap(\.instructors) }).sorted()
        let known = teaching.isEmpty ? "" : "; those who do: \(teaching.prefix(8).joined(separator: ", "))"
        let more = teaching.count > 8 ? ", ..." : ""
        return FieldError(field: field, detail: "teaches none of these courses: \(name)\(known)\(more)")
    }

    /// As the explanations say it.
    func text(of wish: Wish) -> String {
        if let name = names[wish] { return name }
        let time = { (minute: Int) in WallTime(minute: minute).map(String.init) ?? "" }
        return switch wish {
        case .busy(let days, let start, let end): "busy \(days.text) \(time(start))-\(time(end))"
        case .dayOff(let day): "day off \(PlanDays.letters[day])"
        case .earliest(let minute): "no class before \(time(minute))"
        case .latest(let minute): "no class after \(time(minute))"
        case .freeSeats: "free seats"
        case .pinned(let crns): "pinned \(crns.map(String.init).joined(separator: " or "))"
        case .excluded(let crns): "excluded \(crns.map(String.init).joined(separator: " and "))"
        }
    }
}

/// Names of campuses and buildings, as far as a search needs them.
struct PlaceNames: Sendable {
    private let campuses: [String]
    private let ways: [ScheduleSearch.Way]
    private let breakMinutes: Int?

    init(_ wanted: ScheduleSearch) {
        campuses = wanted.campuses ?? []
        ways = wanted.ways ?? []
        breakMinutes = wanted.breakMinutes
    }

    /// Nil if ways do not matter.
    var travel: Travel? {
        guard breakMinutes ?? 0 > 0 || !ways.isEmpty else { return nil }
        let known = ways.map { (Set([$0.from, $0.to]), $0.minutes) }
        return Travel(fixedBreak: breakMinutes ?? 0, known: Dictionary(known, uniquingKeysWith: { first, _ in first }))
    }

    /// A place begins with its campus, if that is known; nil where it is empty.
    func campus(of place: String) -> String? {
        place.isEmpty ? nil : campuses.first { Self.isIn($0, place) } ?? place
    }

    /// A place is campus, building and room: the longest beginning that a way names, else all but the room. Empty where ways
    /// do not matter.
    func building(of place: String) -> String {
        guard travel != nil else { return "" }
        let named = ways.flatMap { [$0.from, $0.to] }.filter { Self.isIn($0, place) }.max { $0.count < $1.count }
        return named ?? place.split(separator: " ").dropLast().joined(separator: " ")
    }

    private static func isIn(_ name: String, _ place: String) -> Bool { place == name || place.hasPrefix(name + " ") }
}
