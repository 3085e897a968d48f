import Planning

/// A reference planner in the simplest form: date by date, slot by slot, all combinations.
struct PlainEnumeration {
    let problem: PlanProblem

    /// Five weeks from Monday the 5th of January 1970; the dates of random problems lie in the first four.
    private static let dates = 4..<39

    struct Option {
        let course: Int
        let crns: [Int]
        let meetings: [PlanMeeting]
        /// A minute's slot on a date of the five weeks, and on a day of the week.
        let dated: Set<Int>
        let weekly: Set<Int>
        let campuses: Set<String>
        let cost: Int
    }

    struct Table: Equatable {
        let cost: Int
        let crns: [Int]
    }

    /// The choices of each course that meet `wishes`.
    func options(_ wishes: [Wish]) -> [[Option]] {
        problem.courses.enumerated().map { index, course in
            course.primaries.flatMap { primary in
                combinations([[primary.section]] + primary.components.map(\.sections)).compactMap {
                    option(index, primary, $0, wishes)
                }
            }
        }
    }

    private func option(_ course: Int, _ primary: PlanPrimary, _ sections: [PlanSection], _ wishes: [Wish]) -> Option? {
        for (index, section) in sections.enumerated() {
            if !problem.campuses.isEmpty && !section.campuses.isEmpty && section.campuses.isDisjoint(with: problem.campuses) {
                return nil
            }
            for other in sections[..<index] where clash(section.meetings, other.meetings) { return nil }
        }
        let crns = sections.map(\.crn)
        let meetings = sections.flatMap(\.meetings)
        let weekly = Set(
            meetings.flatMap { meeting in meeting.days.numbers.flatMap { day in slots(meeting).map { day * 288 + $0 } } })
        let own = problem.courses[course].primaries.flatMap { [$0.section] + $0.components.flatMap(\.sections) }.map(\.crn)
        for wish in wishes {
            switch wish {
            case .freeSeats: if !sections.allSatisfy(\.hasFreeSeat) { return nil }
            case .excluded(let not): if !Set(not).isDisjoint(with: crns) { return nil }
            case .pinned(let pins): if !Set(pins).isDisjoint(with: own) && Set(pins).isDisjoint(with: crns) { return nil }
            case .busy(_, _, _, let ways) where meetings.contains { isTooFar($0, from: wish, ways) }: return nil
            default: if weekly.contains(where: { forbids(wish, $0 / 288, $0 % 288 * 5) }) { return nil }
            }
        }
        let dated = meetings.flatMap { meeting in
            Self.dates.filter { happens(meeting, on: $0) }.flatMap { date in slots(meeting).map { date * 288 + $0 } }
        }
        return Option(
            course: course, crns: crns, meetings: meetings, dated: Set(dated), weekly: weekly,
            campuses: sections.reduce(into: []) { $0.formUnion($1.campuses) }, cost: cost(primary, sections, weekly))
    }

    private func cost(_ primary: PlanPrimary, _ sections: [PlanSection], _ weekly: Set<Int>) -> Int {
        let (preferences, weights) = (problem.preferences, problem.preferences.weights)
        var cost = weights.rating * primary.creditTenths * (500 - (primary.rating ?? 300))
        cost += weights.grade * primary.creditTenths * (400 - (primary.grade ?? 300))
        cost += weights.untimed * sections.count { $0.meetings.isEmpty } + weights.full * sections.count { !$0.hasFreeSeat }
        for slot in weekly {
            let minute = slot % 288 * 5
            if !preferences.preferred.isEmpty && !preferences.preferred.contains(where: { $0.contains(minute) }) {
                cost += 5 * weights.preferred
            }
            for busy in preferences.softBusy where busy.days.numbers.contains(slot / 288) && busy.minutes.contains(minute) {
                cost += 5 * weights.busy
            }
        }
        return cost
    }

    /// Whether there is too little time between a busy time and a class for the way between them.
    private func isTooFar(_ meeting: PlanMeeting, from wish: Wish, _ ways: [String: Int]) -> Bool {
        guard case .busy(let days, let start, let end, _) = wish, !days.isDisjoint(with: meeting.days) else { return false }
        let (busy, own) = (start / 5..<(end + 4) / 5, slots(meeting))
        return max(own.lowerBound - busy.upperBound, busy.lowerBound - own.upperBound) * 5 < ways[meeting.building] ?? 0
    }

    private func forbids(_ wish: Wish, _ day: Int, _ minute: Int) -> Bool {
        switch wish {
        case .busy(let days, let start, let end, _): days.numbers.contains(day) && (start..<max(start, end)).contains(minute)
        case .dayOff(let off): day == off
        case .earliest(let first): minute < first
        case .latest(let last): minute >= last
        default: false
        }
    }

    private func slots(_ meeting: PlanMeeting) -> Range<Int> { meeting.start / 5..<(meeting.end + 4) / 5 }

    private func happens(_ meeting: PlanMeeting, on date: Int) -> Bool {
        meeting.days.numbers.contains((date - 4) % 7) && meeting.dates?.contains(date) ?? true
    }

    private func clash(_ left: [PlanMeeting], _ right: [PlanMeeting]) -> Bool {
        left.contains { a in
            right.contains { b in
                let way = problem.travel.map { travel in
                    a.building == b.building && !a.building.isEmpty && !travel.vague.contains(a.building)
                        ? 0 : travel.known[[a.building, b.building]] ?? travel.fixedBreak
                }
                let (early, late) = slots(a).lowerBound <= slots(b).lowerBound ? (slots(a), slots(b)) : (slots(b), slots(a))
                guard early.overlaps(late) || (late.lowerBound - early.upperBound) * 5 < way ?? 0 else { return false }
                return Self.dates.contains { happens(a, on: $0) && happens(b, on: $0) }
            }
        }
    }

    /// All timetables of the courses, as the indices of their options.
    func timetables(_ options: [[Option]], _ courses: [Int]) -> [[Option]] {
        combinations(courses.map { options[$0] }).filter { chosen in
            chosen.indices.allSatisfy { right in (0..<right).allSatisfy { !clash(chosen[$0].meetings, chosen[right].meetings) }
            }
        }
    }

    func table(_ chosen: [Option]) -> Table {
        var cost = chosen.map(\.cost).reduce(0, +)
        let week = chosen.reduce(into: Set<Int>()) { $0.formUnion($1.weekly) }
        for day in 0..<7 {
            let slots = week.filter { $0 / 288 == day }
            guard let first = slots.min(), let last = slots.max() else { continue }
            cost += problem.preferences.weights.gap * 5 * (last - first + 1 - slots.count)
            cost += problem.preferences.weights.day
            if problem.preferences.softDaysOff.contains(day) { cost += problem.preferences.weights.dayAvoided }
        }
        let campuses = chosen.reduce(into: Set<String>()) { $0.formUnion($1.campuses) }
        cost += problem.preferences.weights.campus * max(0, campuses.count - 1)
        cost += problem.preferences.weights.walking * walking(chosen.flatMap(\.meetings))
        return Table(cost: cost, crns: chosen.flatMap(\.crns))
    }

    /// The walking minutes from class to class of each day.
    private func walking(_ meetings: [PlanMeeting]) -> Int {
        guard let travel = problem.travel else { return 0 }
        var minutes = 0
        for day in 0..<7 {
            let classes = meetings.filter { $0.days.numbers.contains(day) }
                .map { [String(10_000 + slots($0).lowerBound), String(10_000 + slots($0).upperBound), $0.building] }
            let order = Set(classes).sorted { $0.lexicographicallyPrecedes($1) }.map { $0[2] }
            for (from, to) in zip(order, order.dropFirst()) where from != to || from.isEmpty || travel.vague.contains(from) {
                minutes += travel.known[[from, to]] ?? travel.fixedBreak
            }
        }
        return minutes
    }

    /// The sets of courses that the groups allow.
    func courseSets(_ fixed: [Int], _ groups: [PlanProblem.Group]) -> [[Int]] {
        let all = Set(groups.flatMap(\.courses)).sorted()
        return (0..<1 << all.count).compactMap { bits in
            let taken = all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] }
            guard groups.allSatisfy({ group in group.courses.count { taken.contains($0) } == group.pick }) else { return nil }
            return (fixed + taken).sorted()
        }
    }

    static func precedes(_ left: Table, _ right: Table) -> Bool {
        left.cost != right.cost ? left.cost < right.cost : left.crns.lexicographicallyPrecedes(right.crns)
    }
}

/// The Cartesian product of some lists.
func combinations<Element>(_ lists: [[Element]]) -> [[Element]] {
    lists.reduce([[]]) { tuples, list in tuples.flatMap { tuple in list.map { tuple + [$0] } } }
}
