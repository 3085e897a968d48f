import NoteItCore
import Testing

@testable import Planning

/// Three-valued logic by its meaning: a tree is true if it is true however its unknown leaves turn out, false if it is false
/// however they do.
private struct PlainTree {
    let record: [RecordItem]
    let plan: [PlanTerm]
    let credits: [CourseCode: CreditAmount]
    let term: AcademicTerm
    let isCorequisite: Bool

    func judge(_ tree: RequirementTree) -> Bool? {
        var unknown = 0
        tree.forEachLeaf { if leaf($0) == nil { unknown += 1 } }
        let outcomes = Set(
            (0..<(1 << unknown)).map { bits in
                var next = 0
                return value(tree) { leaf in
                    if let known = self.leaf(leaf) { return known }
                    defer { next += 1 }
                    return bits >> next & 1 == 1
                }
            })
        return outcomes.count == 1 ? outcomes.first : nil
    }

    /// Visits every leaf, in order.
    func value(_ tree: RequirementTree, _ leaf: (RequirementTree) -> Bool) -> Bool {
        switch tree {
        case .all(let parts): return parts.map { value($0, leaf) }.allSatisfy(\.self)
        case .any(let parts): return parts.map { value($0, leaf) }.contains(true)
        case .atLeast(let least, let parts): return parts.map { value($0, leaf) }.count { $0 } >= least
        default: return leaf(tree)
        }
    }

    func leaf(_ leaf: RequirementTree) -> Bool? {
        switch leaf {
        case .course(let code, let minimum, let concurrent):
            let sameTerm = concurrent || isCorequisite
            for term in plan where term.courses.contains(code) && (term.term < self.term || sameTerm && term.term == self.term)
            {
                return true
            }
            return record.contains { item in
                item.course == code && (item.term.map { $0 < term || sameTerm && $0 == term } ?? true) && item.counts
                    && (minimum == nil || item.inProgress || item.kind == .waiver
                        || (item.grade == nil ? item.kind != .taken : minimum.map { item.grade?.meets($0) ?? false } ?? true))
            }
        case .level(let level): return earned { _ in true } >= 60 * (level - 1)
        case .credits(let credits, let subject, let from, let to):
            return earned { code in
                (subject == nil || code.subject == subject) && (from == nil && to == nil || code.leadingDigits != nil)
                    && (code.leadingDigits ?? 0) >= from ?? 0 && (code.leadingDigits ?? 0) <= to ?? 9_999
            } >= credits.halves
        default: return nil
        }
    }

    /// In halves, each code once. The tests' records have a code once, so no attempt is chosen.
    func earned(_ matches: (CourseCode) -> Bool) -> Int {
        var sum = 0
        var seen = Set<CourseCode>()
        for item in record where item.counts && matches(item.course) && (item.term.map { $0 < term } ?? true) {
            seen.insert(item.course)
            sum += item.kind == .waiver ? 0 : item.credits?.halves ?? credits[item.course]?.halves ?? 6
        }
        for planned in plan where planned.term < term {
            for code in planned.courses where matches(code) && seen.insert(code).inserted { sum += credits[code]?.halves ?? 6 }
        }
        return sum
    }
}

private struct RandomPlan {
    var random: SplitMix64

    static let codes = (1...6).map { CourseCode(subject: $0 > 3 ? "MATH" : "CMPT", number: "\($0)05") }
    static let terms = (0..<4).map { AcademicTerm(2026, .spring).advanced(by: $0) }
    static let grades: [Grade?] = ["A", "C-", "D", "F", "P", "W", "80", nil].map { $0.flatMap { Grade($0) } }

    mutating func record() -> [RecordItem] {
        Self.codes.compactMap { code in
            guard Bool.random(using: &random) else { return nil }
            let kind = RecordItem.Kind.allCases.randomElement(using: &random) ?? .taken
            return RecordItem(
                course: code, term: (Self.terms + [nil]).randomElement(using: &random) ?? nil,
                credits: [nil, CreditAmount(halves: 9)].randomElement(using: &random) ?? nil,
                grade: Self.grades.randomElement(using: &random) ?? nil, kind: kind,
                inProgress: kind != .waiver && Int.random(in: 0..<4, using: &random) == 0)
        }
    }

    mutating func plan() -> [PlanTerm] {
        Self.terms.map { term in
            PlanTerm(term: term, courses: Self.codes.filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
        }
    }

    mutating func tree(depth: Int) -> RequirementTree {
        let kind = Int.random(in: 0..<(depth == 0 ? 6 : 10), using: &random)
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        switch kind {
        case 0...2:
            let minimum = [nil, nil, Grade("C-"), Grade("65")].randomElement(using: &random) ?? nil
            return .course(
                Self.codes[number(0..<6)], minimumGrade: minimum, concurrent: Bool.random(using: &random))
        case 3: return .level(number(1..<3))
        case 4:
            return .credits(
                CreditAmount(halves: number(0..<20)), subject: [nil, "CMPT"][number(0..<2)], from: [nil, 200][number(0..<2)],
                to: [nil, 400][number(0..<2)])
        case 5: return [RequirementTree.permission, .unknown("?"), .highSchool("Math 12")][number(0..<3)]
        default:
            let parts = (0..<number(0..<4)).map { _ in tree(depth: depth - 1) }
            return kind < 8 ? .all(parts) : kind == 8 ? .any(parts) : .atLeast(number(0..<4), of: parts)
        }
    }
}

@Suite("The logic of requirement trees")
struct TreeLogicTests {
    @Test(arguments: 0..<20)
    func randomTreesAreJudgedByTheirMeaning(seed: Int) async {
        var cases = RandomPlan(random: SplitMix64(state: UInt64(seed)))
        for _ in 0..<150 {
            await giveWay()
            let record = cases.record()
            // A code once, so that the reference need not choose among attempts.
            var known = Set(record.map(\.course))
            let plan = cases.plan().map { planned in
                PlanTerm(term: planned.term, courses: planned.courses.filter { known.insert($0).inserted })
            }
            let (tree, corequisite) = (cases.tree(depth: 3), cases.random.next() % 2 == 0)
            let term = RandomPlan.terms[Int(cases.random.next() % 4)]
            let plain = PlainTree(record: record, plan: plan, credits: [:], term: term, isCorequisite: corequisite)
            var judge = CourseHistory(record: record, plan: plan, listings: [:]).upTo(term)
            judge.sameTerm = corequisite
            #expect(judge.judge(tree) == plain.judge(tree), "\(tree)")

            guard let missing = judge.missing(tree) else { continue }
            #expect(plain.judge(missing) == plain.judge(tree), "\(tree) misses \(missing)")
            missing.forEachLeaf { #expect(plain.leaf($0) != true) }
        }
    }

    /// Done before in progress before planned, then the earlier term, then more credits.
    @Test func creditsAreThoseOfTheBestAttempt() {
        let code = CourseCode(subject: "CMPT", number: "105")
        func item(_ term: AcademicTerm?, _ credits: Int, inProgress: Bool = false) -> RecordItem {
            RecordItem(course: code, term: term, credits: CreditAmount(credits), grade: nil, inProgress: inProgress)
        }
        func earned(_ items: [RecordItem]) -> Int? {
            let history = CourseHistory(
                record: items, plan: [PlanTerm(term: RandomPlan.terms[0], courses: [code])], listings: [:])
            return (0...20).last { history.upTo(nil).judge(.credits(CreditAmount($0))) == true }
        }
        let (first, second) = (RandomPlan.terms[0], RandomPlan.terms[1])
        #expect(earned([]) == 3)
        #expect(earned([item(second, 5, inProgress: true)]) == 5)
        #expect(earned([item(first, 5, inProgress: true), item(second, 4)]) == 4)
        #expect(earned([item(first, 2), item(second, 4)]) == 2)
        #expect(earned([item(first, 2), item(nil, 1)]) == 1)
        #expect(earned([item(first, 2), item(first, 6)]) == 6)
    }
}
