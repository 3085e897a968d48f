import NoteItCore
@testable import Planning

/// Small audits with everything that the rules mention.
struct RandomAudits {
    private var dice: SplitMix64
    private var codes: [CourseCode] = []
    private let grades = ["A", "B", "C-", "D", "F", "P", "W", "85", "70", "40", "IP", "TR"].compactMap { Grade($0) }

    init(seed: Int) { dice = SplitMix64(state: UInt64(seed * 7919 + 13)) }

    /// A problem whose assignments can all be tried.
    mutating func problem(atMost size: Double = 20_000) -> AuditProblem {
        while true {
            let problem = any()
            let count = AuditReference(problem).size
            if count <= size, count > 1 { return problem }
        }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &dice)] }

    private mutating func any() -> AuditProblem {
        let subjects = dice.chance(50) ? ["CMPT"] : ["CMPT", "MATH"]
        let numbers = ["100", "105W", "120", "225", "X99", "300", "310", "401"]
        let pool = subjects.flatMap { subject in numbers.map { CourseCode(subject: subject, number: $0) } }
        codes = Array(pool.shuffled(using: &dice).prefix(Int.random(in: 2...7, using: &dice)))
        let sizes = pick([[3], [3, 4], [1, 2, 3, 4], [0, 1.5, 3, 4.5], [2, 4, 6], [0.5, 1, 9]])
        var courses: [CourseCode: CourseFacts] = [:]
        for code in codes where dice.chance(80) {
            courses[code] = CourseFacts(
                credits: dice.chance(85) ? CreditAmount(pick(sizes)) : nil,
                attributes: ["WRIT", "QUANT"].filter { _ in dice.chance(35) })
        }
        var record: [RecordItem] = []
        var terms: [PlanTerm] = []
        for code in codes {
            for _ in 0..<(dice.chance(25) ? 2 : 1) where dice.chance(70) { record.append(item(code, sizes)) }
        }
        for term in [202530, 202610, 202620].compactMap({ AcademicTerm("\($0)") }) where dice.chance(60) {
            terms.append(PlanTerm(term: term, courses: codes.filter { _ in dice.chance(20) }))
        }
        let programme = programme()
        return AuditProblem(programme: programme, record: record, terms: terms, courses: courses)
    }

    private mutating func item(_ code: CourseCode, _ sizes: [Double]) -> RecordItem {
        let kind = dice.chance(70) ? RecordItem.Kind.taken : pick(RecordItem.Kind.allCases)
        return RecordItem(
            course: code, term: dice.chance(75) ? AcademicTerm(pick([2023, 2024]), pick(AcademicTerm.Season.allCases)) : nil,
            credits: dice.chance(30) ? CreditAmount(pick(sizes)) : nil, grade: dice.chance(60) ? pick(grades) : nil, kind: kind,
            inProgress: kind != .waiver && dice.chance(20))
    }

    private mutating func programme() -> Programme {
        let count = Int.random(in: 1...5, using: &dice)
        let ids = (1...count).map { "r\($0)" }
        let sharing = pick([0, 0, 20, 50, 100])
        let requirements = ids.map { id in
            Programme.Requirement(
                id: id, name: "Requirement \(id)",
                need: dice.chance(50)
                    ? .courses(Int.random(in: 1...3, using: &dice))
                    : .credits(CreditAmount(halves: Int.random(in: 1...18, using: &dice))),
                from: (0..<Int.random(in: 1...3, using: &dice)).map { _ in pattern(depth: 0) },
                minimumGrade: dice.chance(25) ? pick(["C", "B-", "D", "60"].compactMap { Grade($0) }) : nil,
                mayShareWith: ids.filter { $0 != id && dice.chance(sharing / 2) })
        }
        return Programme(
            id: "random", name: "Random", catalogYear: nil, credits: dice.chance(50) ? CreditAmount(9) : nil,
            residencyCredits: dice.chance(30) ? CreditAmount(6) : nil, requirements: requirements)
    }

    private mutating func pattern(depth: Int) -> CoursePattern {
        let except = depth < 2 && dice.chance(20) ? [pattern(depth: depth + 1)] : []
        switch Int.random(in: 0..<6, using: &dice) {
        case 0, 1: return CoursePattern(.course(pick(codes)), except: except)
        case 2:
            return CoursePattern(
                .numbers(subject: dice.chance(70) ? "CMPT" : nil, from: pick([nil, 100, 200]), to: 310), except: except)
        case 3: return CoursePattern(.numbers(subject: pick(["CMPT", "MATH"]), from: nil, to: nil), except: except)
        case 4: return CoursePattern(.attribute(pick(["WRIT", "QUANT"])), except: except)
        default: return CoursePattern(.any, except: except)
        }
    }
}

extension SplitMix64 {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
