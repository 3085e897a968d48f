import NoteItCore
import Planning

/// Programmes in the shape of RPI's of 2024, with courses, prerequisites and seasons drawn at random.
enum ProgrammeShapes {
    /// For each programme: required courses, credits (0: not told), and for each list the number to pick / of how many; * is any
    /// course of a subject.
    static let all = [
        "28 128 1/2 1/2 1/3 1/3 1/2 1/*",
        "30 128 1/2 1/2 1/3 1/*",
        "20 128 1/7",
        "21 128 1/2 1/2 1/4 1/2 1/19 2/6",
        "23 0 1/2 1/2 1/3 1/7",
        "18 128 1/2 1/2 2/*",
        "28 128 2/* 2/*",
        "18 0 1/2 1/11 1/4",
        "15 130 1/*",
        "22 124 2/* 1/6 1/2",
        "19 124 2/* 1/2 1/2 3/*",
        "32 0 1/2 1/* 1/2 1/*",
        "28 128 1/2 1/2 1/4 2/4",
        "29 128 1/4",
        "27 128 1/2 1/2 1/4",
        "22 127 1/* 1/4 1/4 1/4 1/*",
        "11 128 1/7 1/3 1/2 1/4 3/36",
        "6 124 1/3 2/* 4/* 2/* 3/*",
        "18 128 1/2 1/2 1/2 1/2",
        "25 128 1/2 1/3 2/* 1/* 1/8",
        "11 128 1/2 1/2",
        "9 124 2/* 4/* 1/2 1/*",
        "9 0 4/* 3/* 1/13 1/*",
        "24 0 1/2 1/3 2/* 1/* 1/8",
        "7 0 1/2 1/2 3/*",
        "25 128 1/3 1/4 1/4 1/4 1/2 1/6 1/* 1/*",
        "12 0 1/2 1/2",
        "18 124 1/2 2/10 1/2",
        "18 0 1/* 1/2 1/2",
        "25 130 1/2 1/2 1/* 1/8 1/8",
        "9 128 2/* 1/* 1/2 1/3",
        "8 124 1/2 13/*",
        "27 127 2/11 2/10",
        "12 0 1/*",
        "29 128 1/2 1/4 1/* 1/*",
        "6 0 1/2 1/2 4/* 1/9 1/7 1/5",
        "28 0 1/2 1/2 1/2 2/*",
        "4 0 1/2 1/7 1/2 4/* 1/3 1/5 3/*",
        "19 128 2/7",
        "5 0 1/2 1/2 4/* 4/8 2/*",
    ]

    /// A problem whose prerequisites lead from lower to higher numbers.
    static func problem(_ shape: String, seed: UInt64) -> PathProblem {
        var random = RandomPathProblem.Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 99)
        for _ in 0..<8 { _ = random.next() }
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let subjects = ["ARTS", "BIOL", "CSCI", "MATH", "PHYS"]
        var codes = Set<CourseCode>()
        func course() -> CourseCode {
            while true {
                let code = CourseCode(subject: subjects[number(0...4)], number: "\(number(1...4))\(100 + 10 * number(0...89))")
                if codes.insert(code).inserted { return code }
            }
        }
        let words = shape.split(separator: " ")
        let (required, credits) = (Int(words[0]) ?? 0, Int(words[1]) ?? 0)
        var requirements = [Programme.Requirement]()
        func require(_ count: Int, _ patterns: [CoursePattern]) {
            let id = "r\(requirements.count)"
            requirements.append(Programme.Requirement(id: id, name: id, need: .courses(count), from: patterns))
        }
        for _ in 0..<required { require(1, [CoursePattern(.course(course()))]) }
        for word in words.dropFirst(2) {
            let parts = word.split(separator: "/")
            let count = Int(parts[0]) ?? 1
            if let options = Int(parts[1]) {
                require(count, (0..<options).map { _ in CoursePattern(.course(course())) })
            } else {
                require(count, [CoursePattern(.numbers(subject: subjects[number(0...4)], from: 4_000, to: nil))])
            }
        }
        let sorted = codes.sorted { ($0.number, $0) < ($1.number, $1) }
        var trees = [CourseCode: RequirementTree]()
        for (rank, code) in sorted.enumerated() where rank > 3 && number(0...9) < 6 {
            let leaves = (0..<number(1...3)).map { _ in
                RequirementTree.course(sorted[number(0...rank - 1)], concurrent: number(0...9) == 0)
            }
            trees[code] = number(0...1) == 0 ? .any(leaves) : .all([.any(leaves), leaves[0]])
            if number(0...19) == 0 { trees[code] = .all([.level(number(2...3)), .permission]) }
        }
        var offered = [CourseCode: [AcademicTerm.Season]]()
        var facts = [CourseCode: CourseFacts]()
        for code in sorted {
            if number(0...2) == 0 { offered[code] = [[.fall], [.spring], [.spring, .fall]][number(0...2)] }
            facts[code] = CourseFacts(credits: CreditAmount([1, 2, 3, 4, 4, 4][number(0...5)]))
        }
        let record = sorted.prefix(number(0...12)).map {
            RecordItem(course: $0, term: AcademicTerm(2025, .fall), grade: .letter(.b))
        }
        return PathProblem(
            programme: Programme(
                id: Programme.ID("shape"), name: "shape", catalogYear: 2024, credits: credits > 0 ? CreditAmount(credits) : nil,
                requirements: requirements),
            record: record, from: AcademicTerm(2026, .fall),
            creditsPerTerm: CreditLimits(
                spring: CreditAmount(number(14...18)), summer: CreditAmount(number(0...1) * 6),
                fall: CreditAmount(number(14...18))),
            offered: offered, prerequisites: trees, courses: facts)
    }
}
