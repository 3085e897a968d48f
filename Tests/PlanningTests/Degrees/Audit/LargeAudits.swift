import NoteItCore
@testable import Planning

/// Programmes as universities have them, and others.
struct LargeAudits {
    private var dice: SplitMix64

    init(seed: Int) { dice = SplitMix64(state: UInt64(seed * 104_729 + 7)) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    private mutating func code(_ subjects: [String]) -> CourseCode {
        CourseCode(subject: subjects[number(0...subjects.count - 1)], number: "\(number(10...49) * 10)")
    }

    /// Thirty named courses, choices, a subject's credits, free electives, and writing, which may count twice.
    mutating func programme(courses count: Int) -> AuditProblem {
        let subjects = ["CMPT", "MATH", "PHIL", "ECON", "PHYS"]
        var requirements: [Programme.Requirement] = []
        var codes: [CourseCode] = []
        for place in 0..<30 {
            let code = code(subjects)
            requirements.append(
                Programme.Requirement(id: "course \(place)", name: "", need: .courses(1), from: [CoursePattern(.course(code))]))
            if dice.chance(85) { codes.append(code) }
        }
        for (place, subject) in ["CMPT", "MATH"].enumerated() {
            let upper = CoursePattern(
                .numbers(subject: subject, from: 300, to: 499), except: [CoursePattern(.course(codes[place]))])
            requirements.append(
                Programme.Requirement(
                    id: "upper \(subject)", name: "", need: .courses(number(2...4)), from: [upper], minimumGrade: Grade("C")))
        }
        requirements.append(
            Programme.Requirement(
                id: "breadth", name: "", need: .credits(CreditAmount(number(9...18))),
                from: [CoursePattern(.numbers(subject: "PHIL", from: nil, to: nil)), CoursePattern(.attribute("BREADTH"))]))
        requirements.append(
            Programme.Requirement(
                id: "writing", name: "", need: .courses(2), from: [CoursePattern(.attribute("WRIT"))],
                mayShareWith: requirements.map(\.id)))
        requirements.append(
            Programme.Requirement(
                id: "electives", name: "", need: .credits(CreditAmount(number(9...15))), from: [CoursePattern(.any)],
                mayShareWith: ["writing"]))
        while codes.count < count { codes.append(code(subjects)) }
        return student(Array(Set(codes)).sorted(), requirements, sizes: [3, 3, 3, 3, 4, 4, 1])
    }

    mutating func hopeless(requirements count: Int, taken: Int, planned: Int) -> AuditProblem {
        let ids = (0..<count).map { "r\($0)" }
        let requirements = ids.map { id in
            Programme.Requirement(
                id: id, name: "", need: .credits(CreditAmount(halves: number(5...60))), from: [CoursePattern(.any)],
                mayShareWith: ids.filter { $0 != id })
        }
        let codes = (0..<taken + planned).map { CourseCode(subject: "CMPT", number: "\($0)") }
        return student(codes, requirements, sizes: (1...19).map { Double($0) / 2 })
    }

    private mutating func student(_ codes: [CourseCode], _ requirements: [Programme.Requirement], sizes: [Double])
        -> AuditProblem
    {
        var (record, planned): ([RecordItem], [CourseCode]) = ([], [])
        var courses: [CourseCode: CourseFacts] = [:]
        let terms = (0..<12).map { AcademicTerm(2022, .fall).advanced(by: $0) }
        for code in codes {
            courses[code] = CourseFacts(
                credits: CreditAmount(sizes[number(0...sizes.count - 1)]),
                attributes: ["WRIT", "BREADTH"].filter { _ in dice.chance(15) })
            if dice.chance(30), planned.count < PlanTerm.mostCourses {
                planned.append(code)
            } else {
                let grade = Grade(["A", "B+", "C", "C-", "P"][number(0...4)])
                record.append(
                    RecordItem(
                        course: code, term: terms[number(0...8)], grade: dice.chance(15) ? nil : grade,
                        inProgress: dice.chance(10)))
            }
        }
        return AuditProblem(
            programme: Programme(
                id: "large", name: "Large", catalogYear: nil, credits: CreditAmount(120), requirements: requirements),
            record: record, terms: [PlanTerm(term: terms[10], courses: planned)], courses: courses)
    }
}
