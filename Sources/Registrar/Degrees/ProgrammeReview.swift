import NoteItCore

/// The oddities of a valid programme.
struct ProgrammeReview {
    struct Finding: Equatable {
        /// The place of the requirement; nil for the programme as a whole.
        var requirement: Int?
        var detail: String
    }

    private(set) var findings: [Finding] = []

    init(of programme: Programme) {
        if programme.requirements.isEmpty { findings.append(Finding(requirement: nil, detail: "it has no requirements")) }
        for (index, requirement) in programme.requirements.enumerated() { review(requirement, at: index) }
        reviewTogether(programme.requirements)
    }

    private mutating func review(_ requirement: Programme.Requirement, at index: Int) {
        for (place, pattern) in requirement.from.enumerated() where requirement.from[..<place].contains(pattern) {
            findings.append(Finding(requirement: index, detail: "it lists \(pattern.name) twice; it counts once"))
        }
        if requirement.from.isEmpty {
            findings.append(Finding(requirement: index, detail: "it lists no courses, so it can never be met"))
        } else if let courses = requirement.named, case .courses(let needed) = requirement.need, courses.count < needed {
            findings.append(
                Finding(
                    requirement: index,
                    detail: "it needs \(needed) courses and lists \(courses.count), so it can never be met"))
        }
    }

    /// Requirements that could each be met, but not all, because a course counts once. Those that may share are left out.
    private mutating func reviewTogether(_ requirements: [Programme.Requirement]) {
        let shared = Set(requirements.flatMap { $0.mayShareWith + ($0.mayShareWith.isEmpty ? [] : [$0.id]) })
        var slots: [(requirement: Int, courses: [CourseCode])] = []
        for (index, requirement) in requirements.enumerated() where !shared.contains(requirement.id) {
            guard let courses = requirement.named, case .courses(let needed) = requirement.need, needed <= courses.count else {
                continue
            }
            slots += Array(repeating: (index, courses), count: needed)
        }
        var matching = SlotMatching(slots: slots.map(\.courses))
        guard let group = matching.firstDeficit() else { return }
        let places = Set(group.slots.map { slots[$0].requirement }).sorted()
        findings.append(
            Finding(
                requirement: places[0],
                detail:
                    "\(places.map { "'\(requirements[$0].name)'" }.joined(separator: " and ")) need \(group.slots.count) courses "
                    + "and list \(group.courses) between them, so they can never all be met"))
    }
}

extension Programme.Requirement {
    /// The courses that it lists, each once; nil if it also has patterns of other kinds.
    var named: [CourseCode]? {
        var courses: [CourseCode] = []
        for pattern in from {
            guard case .course(let code) = pattern.base else { return nil }
            if !courses.contains(code), pattern.matches(code, attributes: []) { courses.append(code) }
        }
        return courses
    }
}

extension CoursePattern {
    /// The pattern as people say it: `MATH 1010`, `MANE from 4000`.
    var name: String {
        switch base {
        case .course(let code): code.description
        case .numbers(let subject, let from, let to):
            [subject ?? "courses", from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap(\.self).joined(separator: " ")
        case .attribute(let attribute): attribute
        case .any: "any course"
        }
    }
}

/// Assigns courses to slots, one each (Kuhn 1955, by augmenting paths).
private struct SlotMatching {
    let slots: [[CourseCode]]
    private var holder: [CourseCode: Int] = [:]

    init(slots: [[CourseCode]]) { self.slots = slots }

    /// The first slot that gets no course and the slots that compete with it, with the number of their courses, which are too few
    /// (Hall 1935). Nil if every slot gets a course.
    mutating func firstDeficit() -> (slots: [Int], courses: Int)? {
        for slot in slots.indices {
            var seen: Set<CourseCode> = []
            guard !place(slot, &seen) else { continue }
            return (([slot] + seen.compactMap { holder[$0] }).sorted(), seen.count)
        }
        return nil
    }

    private mutating func place(_ slot: Int, _ seen: inout Set<CourseCode>) -> Bool {
        for course in slots[slot] where seen.insert(course).inserted {
            guard let other = holder[course] else {
                holder[course] = slot
                return true
            }
            if place(other, &seen) {
                holder[course] = slot
                return true
            }
        }
        return false
    }
}
