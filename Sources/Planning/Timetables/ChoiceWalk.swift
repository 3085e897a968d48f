/// The wishes that each section violates by itself.
struct SectionRules {
    private let problem: PlanProblem
    /// For each pattern, the wishes about times that forbid it.
    private let ofPattern: [UInt64]

    init(_ problem: PlanProblem, _ patterns: MeetingPatterns) {
        self.problem = problem
        ofPattern = patterns.meetings.map { meetings in
            problem.wishes.enumerated().reduce(UInt64(0)) { bits, wish in
                meetings.contains(where: wish.element.forbids) ? bits | 1 << UInt64(wish.offset) : bits
            }
        }
    }

    func violations(_ section: PlanSection, pattern: Int?) -> UInt64 {
        var bits = pattern.map { ofPattern[$0] } ?? 0
        for (index, wish) in problem.wishes.enumerated() {
            let isBroken =
                switch wish {
                case .freeSeats: !section.hasFreeSeat
                case .excluded(let crns): crns.contains(section.crn)
                default: false
                }
            if isBroken { bits |= 1 << UInt64(index) }
        }
        return bits
    }

    /// Whether timetables differ in cost by their campuses.
    var countsCampuses: Bool { problem.preferences.weights.campus > 0 }

    func isOnCampus(_ section: PlanSection) -> Bool {
        problem.campuses.isEmpty || section.campuses.isEmpty || !section.campuses.isDisjoint(with: problem.campuses)
    }

    /// The pins that name a section of this course. Every choice must meet each of them.
    func pins(of course: PlanCourse) -> [(bit: UInt64, crns: Set<Int>)] {
        let pins = problem.wishes.enumerated().compactMap { index, wish -> (bit: UInt64, crns: Set<Int>)? in
            guard case .pinned(let crns) = wish else { return nil }
            return (1 << UInt64(index), Set(crns))
        }
        guard !pins.isEmpty else { return [] }
        let own = Set(course.primaries.flatMap { [$0.section] + $0.components.flatMap(\.sections) }.map(\.crn))
        return pins.filter { !$0.crns.isDisjoint(with: own) }
    }
}

/// Walks over the choices of a course: a primary section and one section of each component that do not clash with each other.
/// Skips choices with a section on the wrong campus and, unless `keepingViolators`, choices that a wish forbids.
struct ChoiceWalk {
    private let rules: SectionRules
    private let patterns: MeetingPatterns
    private let pins: [(bit: UInt64, crns: Set<Int>)]
    private let keepingViolators: Bool
    /// The choices so far, before any filter.
    private(set) var count = 0

    /// A choice, or the beginning of one.
    struct Choice {
        /// The patterns of the choice's sections with a fixed time.
        fileprivate(set) var patterns: [Int] = []
        fileprivate(set) var crns: [Int] = []
        fileprivate(set) var violations: UInt64 = 0
        /// The number of sections without a free seat.
        fileprivate(set) var full = 0
        /// The campuses of the choice; empty if their number has no cost.
        fileprivate(set) var campuses: Set<String> = []
    }

    private struct Part {
        let crn: Int
        let pattern: Int?
        let violations: UInt64
        let isFull: Bool
        let campuses: Set<String>
    }

    init(rules: SectionRules, patterns: MeetingPatterns, wishes: [(bit: UInt64, crns: Set<Int>)], keepingViolators: Bool) {
        (self.rules, self.patterns, pins, self.keepingViolators) = (rules, patterns, wishes, keepingViolators)
    }

    mutating func visit(_ primary: PlanPrimary, found: (Choice) -> Void) {
        let sections = [[primary.section]] + primary.components.map(\.sections)
        count += sections.map(\.count).reduce(1, *)
        let parts = sections.map { $0.compactMap(part) }
        extend(parts[...], Choice(), found)
    }

    private func part(_ section: PlanSection) -> Part? {
        guard rules.isOnCampus(section) else { return nil }
        let pattern = patterns.id(section)
        let violations = rules.violations(section, pattern: pattern)
        guard violations == 0 || keepingViolators else { return nil }
        return Part(
            crn: section.crn, pattern: pattern, violations: violations, isFull: !section.hasFreeSeat,
            campuses: rules.countsCampuses ? section.campuses : [])
    }

    private func extend(_ parts: ArraySlice<[Part]>, _ choice: Choice, _ found: (Choice) -> Void) {
        var choice = choice
        guard let next = parts.first else {
            choice.violations = pins.reduce(choice.violations) { $1.crns.isDisjoint(with: choice.crns) ? $0 | $1.bit : $0 }
            if choice.violations == 0 || keepingViolators { found(choice) }
            return
        }
        for part in next {
            if let pattern = part.pattern, choice.patterns.contains(where: { patterns.clashes.has($0, pattern) }) { continue }
            var longer = choice
            if let pattern = part.pattern { longer.patterns.append(pattern) }
            longer.crns.append(part.crn)
            longer.violations |= part.violations
            if part.isFull { longer.full += 1 }
            longer.campuses.formUnion(part.campuses)
            extend(parts.dropFirst(), longer, found)
        }
    }
}
