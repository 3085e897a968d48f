import NoteItCore

/// The faults of a catalog of courses that an import reports.
public struct ListingReview: Sendable, Equatable {
    /// Courses that nobody can take, because each needs another of them first, in every way. Each sorted; by first code.
    public private(set) var cycles: [[CourseCode]] = []
    /// Courses that nobody can take, because they need a course of a cycle. Sorted.
    public private(set) var blocked: [CourseCode] = []
    /// Courses that their own prerequisites name. Sorted.
    public private(set) var selfRequiring: [CourseCode] = []
    /// Codes in trees that are not in the catalog. Sorted.
    public private(set) var unknownCodes: [CourseCode] = []

    /// - Complexity: O(r s) for trees of s nodes in all, and courses that can be taken in r terms at the earliest; r is small.
    public init(_ listings: [CatalogListing]) {
        let trees = Dictionary(listings.map { ($0.entry.code, $0.requirements) }, uniquingKeysWith: { $1 })
        var unknown = Set<CourseCode>()
        for (code, requirements) in trees {
            let named = Set(requirements.prerequisites.courses + requirements.corequisites.courses)
            if requirements.prerequisites.courses.contains(code) { selfRequiring.append(code) }
            unknown.formUnion(named.filter { trees[$0] == nil })
        }
        selfRequiring.sort()
        unknownCodes = unknown.sorted()

        let stuck = Self.stuck(trees)
        let needs = stuck.mapValues { requirements in
            (requirements.prerequisites.courses + requirements.corequisites.courses).filter { stuck[$0] != nil }
        }
        for component in StrongComponents(of: needs).components {
            if component.count > 1 || needs[component[0], default: []].contains(component[0]) {
                cycles.append(component.sorted())
            } else {
                blocked.append(component[0])
            }
        }
        cycles.sort { $0[0] < $1[0] }
        blocked.sort()
    }

    /// The courses that can never be taken, with their requirements: those that are left after every course is taken in
    /// the first term that allows it. Requirements other than courses of the catalog count as met.
    private static func stuck(_ trees: [CourseCode: CourseRequirements]) -> [CourseCode: CourseRequirements] {
        var left = trees
        while true {
            // Begins with all courses that this term might allow, and removes those that lack another one, until none is removed.
            var now = left.filter { isOpen($0.value.prerequisites, without: left, now: left) }
            while true {
                let kept = now.filter { _, requirements in
                    isOpen(requirements.prerequisites, without: left, now: now)
                        && isOpen(requirements.corequisites, without: left, now: now, sameTerm: true)
                }
                if kept.count == now.count { break }
                now = kept
            }
            if now.isEmpty { return left }
            left = left.filter { now[$0.key] == nil }
        }
    }

    /// - Parameters: `left`: courses not taken in earlier terms; `now`: those of them that may be taken in this term.
    private static func isOpen(
        _ tree: RequirementTree, without left: [CourseCode: CourseRequirements], now: [CourseCode: CourseRequirements],
        sameTerm: Bool = false
    ) -> Bool {
        func isOpen(_ tree: RequirementTree) -> Bool {
            switch tree {
            case .all(let parts): parts.allSatisfy(isOpen)
            case .any(let parts): parts.contains(where: isOpen)
            case .atLeast(let least, let parts): parts.count(where: isOpen) >= least
            case .course(let code, _, let concurrent): left[code] == nil || ((sameTerm || concurrent) && now[code] != nil)
            case .credits, .level, .permission, .unknown, .highSchool: true
            }
        }
        return isOpen(tree)
    }
}
