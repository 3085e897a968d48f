import NoteItCore
import Planning

/// The demands of a search: as the planner takes them, and in words for explanations.
struct TimetableWishes: Sendable {
    /// The wishes without duplicates.
    private(set) var all: [Wish] = []
    /// The names of wishes that stand for a person, a CRN or a way of teaching: all that mean the same.
    private var names: [Wish: [String]] = [:]

    /// Throws `.invalid` for a pinned CRN that none of `courses` has, and for a person who teaches none of them.
    init(_ wanted: TimetableSearch, courses: [PlannableCourse], _ locations: LocationNames) throws {
        for busy in (wanted.busy ?? []) where busy.hard ?? true {
            let (start, end) = (busy.start.minute, busy.end.minute)
            let ways = busy.place.map(locations.ways) ?? [:]
            let name = ways.isEmpty ? nil : busy.place.map { "busy \(busy.days) \(busy.start)-\(busy.end) at \($0)" }
            add(.busy(PlanDays(busy.days) ?? [], start: start, end: end, ways: ways), as: name)
        }
        for day in Self.days(wanted.daysOff) { add(.dayOff(day)) }
        if let earliest = wanted.earliest { add(.earliest(earliest.minute)) }
        if let latest = wanted.latest { add(.latest(latest.minute)) }
        if wanted.openOnly == true { add(.freeSeats) }
        var faults: [FieldError] = []
        addPins(wanted.pinned ?? [], courses, &faults)
        for crn in wanted.excluded ?? [] { add(.excluded([crn]), as: "excluded \(crn)") }
        addDelivery(wanted.delivery ?? .any, courses)
        addPeople(wanted, courses, &faults)
        if !faults.isEmpty { throw DomainError.invalid(faults) }
    }

    private mutating func add(_ wish: Wish, as name: String? = nil) {
        if !all.contains(wish) { all.append(wish) }
        if let name, !(names[wish] ?? []).contains(name) { names[wish, default: []].append(name) }
    }

    /// The numbers of the days, in the order of their letters.
    static func days(_ letters: String?) -> [Int] {
        (letters ?? "").flatMap { PlanDays(String($0))?.numbers ?? [] }
    }

    /// Pins of one kind of section of one course are alternatives. Pins of different kinds must all be met.
    private mutating func addPins(_ crns: [Int], _ courses: [PlannableCourse], _ faults: inout [FieldError]) {
        var known: Set<Int> = []
        for entry in courses {
            let own = entry.course.sections.filter { Int($0.crn).map(crns.contains) ?? false }
            known.formUnion(own.compactMap { Int($0.crn) })
            let kinds = Dictionary(grouping: own) { entry.primaries.contains($0.id) ? "" : $0.kind }
            for kind in kinds.sorted(by: { $0.key < $1.key }) {
                let crns = kind.value.compactMap { Int($0.crn) }
                add(.pinned(crns), as: "pinned \(crns.map(String.init).joined(separator: " or "))")
            }
        }
        for (index, crn) in crns.enumerated() where !known.contains(crn) {
            faults.append(FieldError(field: "pinned.\(index)", detail: "is not a section of these courses: \(crn)"))
        }
    }

    /// Leaves out the sections that are known to be taught otherwise.
    private mutating func addDelivery(_ delivery: TimetableSearch.Delivery, _ courses: [PlannableCourse]) {
        let (unfit, name): ((DeliveryWords) -> Bool, String) =
            switch delivery {
            case .any: ({ _ in false }, "")
            case .inPerson: ({ $0.isOnline && !$0.isInPerson }, "taught in person")
            case .online: ({ $0.isInPerson }, "taught online")
            }
        let sections = courses.flatMap(\.course.sections).filter { unfit(DeliveryWords($0)) }
        let crns = sections.compactMap { Int($0.crn) }
        if !crns.isEmpty { add(.excluded(crns), as: name) }
    }

    /// A wanted person teaches a chosen section in each course where they teach. An excluded person teaches none.
    private mutating func addPeople(_ wanted: TimetableSearch, _ courses: [PlannableCourse], _ faults: inout [FieldError]) {
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
        let known = teaching.isEmpty ? "" : "; choose from: \(teaching.prefix(8).joined(separator: ", "))"
        let more = teaching.count > 8 ? ", ..." : ""
        return FieldError(field: field, detail: "teaches none of these courses: \(name)\(known)\(more)")
    }

    /// A wish in the words of an explanation.
    func text(of wish: Wish) -> String {
        if let names = names[wish] { return names.joined(separator: " and ") }
        let time = { (minute: Int) in WallTime(minute: minute).map(String.init) ?? "" }
        return switch wish {
        case .busy(let days, let start, let end, _): "busy \(days.text) \(time(start))-\(time(end))"
        case .dayOff(let day): "day off \(PlanDays.letters[day])"
        case .earliest(let minute): "no class before \(time(minute))"
        case .latest(let minute): "no class after \(time(minute))"
        case .freeSeats: "free seats"
        case .pinned(let crns): "pinned \(crns.map(String.init).joined(separator: " or "))"
        case .excluded(let crns): "excluded \(crns.map(String.init).joined(separator: " and "))"
        }
    }
}
