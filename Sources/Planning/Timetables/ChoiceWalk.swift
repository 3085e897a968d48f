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

    private struct Part {
        let crn: Int
        let pattern: Int?
        let violations: UInt64
    }

    init(rules: SectionRules, patterns: MeetingPatterns, wishes: [(bit: UInt64, crns: Set<Int>)], keepingViolators: Bool) {
        (self.rules, self.patterns, pins, self.keepingViolators) = (rules, patterns, wishes, keepingViolators)
    }

    /// Calls `found` with the patterns, the CRNs and the violated wishes of each choice.
    mutating func visit(_ primary: PlanPrimary, found: ([Int], [Int], UInt64) -> Void) {
        let sections = [[primary.section]] + primary.components.map(\.sections)
        count += sections.map(\.count).reduce(1, *)
        let parts = sections.map { $0.compactMap(part) }
        extend(parts[...], [], [], 0, found)
    }

    private func part(_ section: PlanSection) -> Part? {
        guard rules.isOnCampus(section) else { return nil }
        let pattern = patterns.id(section)
        let violations = rules.violations(section, pattern: pattern)
        return violations == 0 || keepingViolators ? Part(crn: section.crn, pattern: pattern, violations: violations) : nil
    }

    private func extend(
        _ parts: ArraySlice<[Part]>, _ taken: [Int], _ crns: [Int], _ violations: UInt64,
        _ found: ([Int], [Int], UInt64) -> Void
    ) {
        guard let next = parts.first else {
            let broken = pins.reduce(violations) { $1.crns.isDisjoint(with: crns) ? $0 | $1.bit : $0 }
            if broken == 0 || keepingViolators { found(taken, crns, broken) }
            return
        }
        for part in next {
            if let pattern = part.pattern, taken.contains(where: { patterns.clashes.has($0, pattern) }) { continue }
            extend(
                parts.dropFirst(), taken + (part.pattern.map { [$0] } ?? []), crns + [part.crn], violations | part.violations,
                found)
        }
    }
}
