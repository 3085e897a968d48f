import NoteItCore
import Planning

/// Small problems of every kind.
struct RandomPathProblem {
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let mixed = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ (mixed >> 29)
        }
    }

    private var random: Generator
    private var codes: [CourseCode] = []

    init(seed: UInt64) {
        random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        for _ in 0..<8 { _ = random.next() }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &random)] }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func make() -> PathProblem {
        let count = number(2...7)
        codes = (0..<count).map { CourseCode(subject: $0 % 3 == 2 ? "MATH" : "CMPT", number: "\(100 + 50 * $0)") }
        var facts = [CourseCode: CourseFacts]()
        for code in codes where chance(85) {
            let credits = chance(12) ? CreditAmount(halves: number(1...9)) : CreditAmount(number(chance(10) ? 0...1 : 2...5))
            facts[code] = CourseFacts(credits: chance(10) ? nil : credits, attributes: chance(30) ? ["W"] : [])
        }
        var trees = [CourseCode: RequirementTree]()
        for code in codes where chance(60) { trees[code] = tree(depth: 2, below: chance(93) ? code : nil) }
        var offered = [CourseCode: [AcademicTerm.Season]]()
        for code in codes where chance(40) {
            offered[code] = chance(4) ? [] : AcademicTerm.Season.allCases.filter { _ in chance(55) }
        }
        let most = number(4...9)
        let limits =
            chance(25)
            ? CreditLimits(every: CreditAmount(most))
            : CreditLimits(
                spring: CreditAmount(halves: 2 * number(3...9) + (chance(5) ? 1 : 0)),
                summer: CreditAmount(chance(70) ? 0 : number(2...6)),
                fall: CreditAmount(most))
        return PathProblem(
            programme: programme(), record: record(),
            from: AcademicTerm(2026, pick(AcademicTerm.Season.allCases)), creditsPerTerm: limits, offered: offered,
            prerequisites: trees, courses: facts)
    }

    /// A problem with terms that are kept.
    mutating func makeKeeping() -> PathProblem {
        var problem = make()
        let ids = problem.programme.requirements.map(\.id)
        problem.kept = ((chance(15) ? -1 : 0)..<number(1...6)).map { place in
            let courses = Set(
                (0..<number(0...2)).map { _ in chance(80) ? pick(codes) : CourseCode(subject: "HIST", number: "90") })
            let electives = (0..<number(0...2)).map { _ in
                DegreePath.Elective(requirement: chance(70) ? pick(ids) : nil, credits: CreditAmount(halves: 2 * number(1...4)))
            }
            return PlanTerm(term: problem.from.advanced(by: place), courses: courses.sorted(), electives: electives)
        }.filter { _ in chance(60) }
        return problem
    }

    private mutating func record() -> [RecordItem] {
        guard chance(60) else { return [] }
        return (0..<number(1...3)).map { _ in
            let kind = pick([RecordItem.Kind.taken, .taken, .taken, .transfer, .exam, .waiver])
            let isInProgress = kind == .taken && chance(20)
            return RecordItem(
                course: chance(80) ? pick(codes) : CourseCode(subject: "HIST", number: "\(number(1...9))X"),
                term: chance(20) ? nil : AcademicTerm(2025, pick(AcademicTerm.Season.allCases)),
                credits: chance(50) ? nil : CreditAmount(number(0...4)),
                grade: isInProgress || chance(20)
                    ? nil : pick(["A", "B", "C", "D", "F", "P", "72%", "W"].compactMap(Grade.init)),
                kind: kind, inProgress: isInProgress)
        }
    }

    private mutating func programme() -> Programme {
        let ids = ["a", "b", "c", "d"].prefix(number(1...4))
        let requirements = ids.map { id in
            var patterns = codes.shuffled(using: &random).prefix(number(1...4)).map { CoursePattern(.course($0)) }
            if chance(25) { patterns[0] = wide() }
            let named = Set(patterns.map { "\($0)" }).count
            return Programme.Requirement(
                id: id, name: id,
                need: chance(75)
                    ? .courses(chance(3) ? 4 : chance(70) ? 1 : max(1, named - 1))
                    : .credits(CreditAmount(halves: number(2...(4 * named)))),
                from: patterns, minimumGrade: chance(15) ? Grade(pick(["C", "B", "60%"])) : nil,
                mayShareWith: chance(30) ? [pick(Array(ids))] : [])
        }
        return Programme(
            id: Programme.ID("p"), name: "p", catalogYear: nil, credits: chance(30) ? CreditAmount(number(6...24)) : nil,
            residencyCredits: chance(15) ? CreditAmount(number(3...15)) : nil, requirements: requirements)
    }

    private mutating func wide() -> CoursePattern {
        let except = chance(30) ? [CoursePattern(.course(pick(codes)))] : []
        switch number(0...3) {
        case 0: return CoursePattern(.numbers(subject: "CMPT", from: nil, to: nil), except: except)
        case 1: return CoursePattern(.numbers(subject: chance(50) ? "MATH" : nil, from: 150, to: 300), except: except)
        case 2: return CoursePattern(.attribute("W"), except: except)
        default: return CoursePattern(.any, except: except)
        }
    }

    /// - Parameter code: only earlier courses are named, so that there are no cycles; nil: all.
    private mutating func tree(depth: Int, below code: CourseCode?) -> RequirementTree {
        if depth == 0 || chance(35) { return leaf(below: code) }
        let parts = (0..<number(1...3)).map { _ in tree(depth: depth - 1, below: code) }
        switch number(0...4) {
        case 0, 1: return .all(parts)
        case 2, 3: return .any(parts)
        default: return .atLeast(number(1...parts.count), of: parts)
        }
    }

    private mutating func leaf(below code: CourseCode?) -> RequirementTree {
        let earlier = code.map { code in codes.filter { $0.leadingDigits ?? 0 < code.leadingDigits ?? 0 } } ?? codes
        switch number(0...19) {
        case 0: return .unknown("an interview")
        case 1: return .permission
        case 2: return .highSchool("Pre-Calculus 12")
        case 3: return .credits(CreditAmount(number(3...12)))
        case 4:
            return .credits(
                CreditAmount(number(2...6)), subject: pick(["CMPT", "MATH"]), from: chance(50) ? 150 : nil,
                to: chance(30) ? 250 : nil)
        case 5: return chance(30) ? .level(2) : .level(1)
        case 6: return .course(pick(codes), concurrent: true)
        default:
            guard !earlier.isEmpty else { return .none }
            return .course(
                pick(earlier), minimumGrade: chance(20) ? Grade(pick(["C", "B", "60%"])) : nil, concurrent: chance(20))
        }
    }
}
