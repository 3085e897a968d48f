@testable import Planning

/// Small problems with few distinct times, so that sections often clash, fold and tie.
struct RandomProblem {
    private var numbers: SplitMix64
    private var crn = 100

    init(seed: UInt64) { numbers = SplitMix64(state: seed) }

    mutating func make() -> PlanProblem {
        var problem = PlanProblem(courses: (0..<pick(1...4)).map { PlanCourse(name: "C\($0)", primaries: primaries()) })
        if chance(3) { problem.wishes.append(.busy(days(), start: pick(16...20) * 30, end: pick(21...26) * 30)) }
        if chance(3) { problem.wishes.append(.dayOff(pick(0...4))) }
        if chance(4) { problem.wishes.append(.earliest(pick(15...20) * 30)) }
        if chance(4) { problem.wishes.append(.latest(pick(21...28) * 30)) }
        if chance(6) { problem.wishes.append(.excluded((0..<pick(1...2)).map { _ in pick(101...110) })) }
        if chance(8) { problem.wishes.append(.freeSeats) }
        if chance(8) { problem.wishes.append(.pinned([pick(101...104)])) }
        if chance(4) { problem.campuses = ["A"] }
        problem.preferences.weights.gap = [0, 1, 50][pick(0...2)]
        problem.preferences.weights.day = [0, 500, 3_000][pick(0...2)]
        problem.preferences.weights.rating = pick(0...1)
        if chance(4) { problem.preferences.weights.untimed = 2_000 }
        if chance(4) { problem.preferences.weights.full = 3_000 }
        if chance(3) { problem.preferences.weights.campus = [1, 4_000][pick(0...1)] }
        if chance(2) { problem.preferences.preferred = [600..<720] + (chance(2) ? [840..<900] : []) }
        (problem.preferences.weights.busy, problem.preferences.weights.dayAvoided) = (7, 700)
        if chance(3) { problem.preferences.softBusy = [.init(days: days(), minutes: 570..<640)] }
        if chance(3) { problem.preferences.softDaysOff = [pick(0...4)] }
        if chance(4) {
            problem.travel = Travel(
                fixedBreak: pick(0...1) * 15, known: [["X", "Y"]: [10, 40, 90][pick(0...2)]], vague: chance(3) ? ["X"] : [])
            problem.preferences.weights.walking = [0, 3, 90][pick(0...2)]
            let start = 540 + 30 * pick(0...6)
            problem.wishes.append(
                .busy(days(), start: start, end: start + 50, ways: ["X": pick(0...2) * 20, "": pick(0...1) * 15]))
        }
        if chance(5) && problem.courses.count > 2 {
            problem.groups = [PlanProblem.Group(courses: [0, 1, 2], pick: pick(1...2))]
        }
        return problem
    }

    private mutating func primaries() -> [PlanPrimary] {
        (0..<pick(1...4)).map { _ in
            let parts = (0..<(chance(3) ? pick(1...2) : 0)).map { name in
                PlanComponent(name: ["LAB", "TUT"][name], sections: (0..<pick(1...2)).map { _ in section() })
            }
            return PlanPrimary(
                section: section(), components: parts, creditTenths: [15, 30, 40][pick(0...2)],
                rating: chance(2) ? pick(2...4) * 100 : nil, grade: chance(3) ? pick(2...3) * 100 : nil)
        }
    }

    private mutating func section() -> PlanSection {
        crn += 1
        let meetings = (0..<[0, 1, 1, 1, 2][pick(0...4)]).map { _ in meeting() }
        return PlanSection(
            crn: crn, meetings: meetings, campuses: chance(2) ? [] : [chance(2) ? "A" : "B"], hasFreeSeat: !chance(5))
    }

    private mutating func meeting() -> PlanMeeting {
        let start = 540 + 30 * pick(0...6) + (chance(10) ? 7 : 0)
        let from = pick(4...18)
        let dates = chance(4) ? nil : chance(2) ? 4...31 : from...from + pick(0...13)
        return PlanMeeting(
            days: days(), start: start, end: start + [50, 80, 110][pick(0...2)], dates: dates,
            building: ["", "X", "Y"][pick(0...2)])
    }

    private mutating func days() -> PlanDays {
        [PlanDays(rawValue: 0b10101), PlanDays(rawValue: 0b01010), PlanDays(day: pick(0...4))][pick(0...2)]
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private mutating func chance(_ oneIn: Int) -> Bool { pick(1...oneIn) == 1 }
}
