import NoteItCore
import Planning

/// An audit by trying every assignment, written from the rules of `docs/degrees.md` one after the other. Small problems only.
struct AuditReference {
    typealias Status = DegreeAudit.Status

    /// A course of the record or of a plan, whether it counts or not.
    struct Attempt {
        var course: CourseCode
        var status: Status
        var term: AcademicTerm?
        var halves: Int
        var kind: RecordItem.Kind
        var grade: Grade?
    }

    let problem: AuditProblem
    private let attempts: [Attempt]
    private let codes: [CourseCode]

    init(_ problem: AuditProblem) {
        self.problem = problem
        func halves(_ course: CourseCode) -> Int { problem.courses[course]?.credits?.halves ?? 6 }
        var attempts: [Attempt] = []
        for item in problem.record {
            attempts.append(
                Attempt(
                    course: item.course, status: item.inProgress ? .inProgress : .done, term: item.term,
                    halves: item.kind == .waiver ? 0 : item.credits?.halves ?? halves(item.course), kind: item.kind,
                    grade: item.grade))
        }
        for term in problem.terms {
            for course in term.courses {
                attempts.append(
                    Attempt(course: course, status: .planned, term: term.term, halves: halves(course), kind: .taken))
            }
        }
        self.attempts = attempts.filter { $0.kind == .waiver || $0.grade?.passes ?? true }
        codes = Set(self.attempts.map(\.course)).sorted()
    }

    // MARK: Rules 2 to 7

    private func matches(_ pattern: CoursePattern, _ course: CourseCode) -> Bool {
        let isBase =
            switch pattern.base {
            case .any: true
            case .course(let named): named == course
            case .attribute(let attribute): problem.courses[course]?.attributes.contains(attribute) ?? false
            case .numbers(let subject, let from, let to):
                (subject == nil || subject == course.subject)
                    && (from.map { from in course.leadingDigits.map { $0 >= from } ?? false } ?? true)
                    && (to.map { to in course.leadingDigits.map { $0 <= to } ?? false } ?? true)
            }
        return isBase && !pattern.except.contains { matches($0, course) }
    }

    private func isEligible(_ attempt: Attempt, _ requirement: Programme.Requirement) -> Bool {
        guard requirement.from.contains(where: { matches($0, attempt.course) }) else { return false }
        if attempt.kind == .waiver, case .credits = requirement.need { return false }
        guard let minimum = requirement.minimumGrade else { return true }
        if attempt.kind == .waiver || attempt.status == .inProgress || attempt.status == .planned { return true }
        if let grade = attempt.grade { return grade.meets(minimum) }
        return attempt.kind == .transfer || attempt.kind == .exam
    }

    private func best(_ attempts: [Attempt]) -> Attempt? {
        let kinds: [RecordItem.Kind] = [.taken, .transfer, .exam, .waiver]
        func key(_ attempt: Attempt) -> [Int] {
            [
                attempt.status.place, attempt.term?.ordinal ?? -1, -attempt.halves, kinds.firstIndex(of: attempt.kind) ?? 0,
            ]
        }
        return attempts.min { key($0).lexicographicallyPrecedes(key($1)) }
    }

    func standing(_ course: CourseCode, in requirement: Programme.Requirement) -> Attempt? {
        best(attempts.filter { $0.course == course && isEligible($0, requirement) })
    }

    // MARK: Rules 8 to 14

    private var requirements: [Programme.Requirement] { problem.programme.requirements }

    private func mayShare(_ left: Programme.Requirement, _ right: Programme.Requirement) -> Bool {
        left.mayShareWith.contains(right.id) || right.mayShareWith.contains(left.id)
    }

    private func unit(_ requirement: Programme.Requirement, _ attempt: Attempt) -> Int {
        if case .credits = requirement.need { attempt.halves } else { 1 }
    }

    private func need(_ requirement: Programme.Requirement) -> Int {
        switch requirement.need {
        case .courses(let courses): courses
        case .credits(let credits): credits.halves
        }
    }

    /// The sets of requirements in which each course may stand.
    private var choices: [[[Int]]] {
        codes.map { code in
            let fitting = requirements.indices.filter { standing(code, in: requirements[$0]) != nil }
            var choices: [[Int]] = [[]] + fitting.map { [$0] }
            for left in fitting {
                for right in fitting where left < right && mayShare(requirements[left], requirements[right]) {
                    choices.append([left, right])
                }
            }
            return choices
        }
    }

    /// How many assignments there are to try.
    var size: Double { choices.reduce(1) { $0 * Double($1.count) } }

    private struct Key {
        var objective: [Int]
        /// Of each requirement, by term and code.
        var lists: [[(Int, String)]]

        func isBetter(than other: Key) -> Bool {
            if objective != other.objective { return objective.lexicographicallyPrecedes(other.objective) }
            for (own, others) in zip(lists, other.lists) {
                for place in 0..<max(own.count, others.count) {
                    guard place < others.count else { return true }
                    guard place < own.count else { return false }
                    if own[place] != others[place] { return own[place] < others[place] }
                }
            }
            return false
        }
    }

    func audit() -> DegreeAudit {
        let standings = codes.map { code in requirements.map { standing(code, in: $0) } }
        let choices = choices
        var chosen = [[Int]](repeating: [], count: codes.count)
        var held = [[Int]](repeating: [], count: requirements.count)
        var found: (key: Key, chosen: [[Int]])?

        func judge() {
            var (unsatisfied, missing) = (0, 0)
            for (number, requirement) in requirements.enumerated() {
                let values = held[number].compactMap { standings[$0][number] }.map { unit(requirement, $0) }
                let (has, need) = (values.reduce(0, +), need(requirement))
                for value in values where value == 0 || has - value >= need { return }
                if has < need {
                    unsatisfied += 1
                    if case .credits = requirement.need { missing += need - has } else { missing += 6 * (need - has) }
                }
            }
            let statuses = chosen.indices.map { code in
                chosen[code].compactMap { standings[code][$0]?.status }.min { $0.place < $1.place }
            }
            let lists = held.enumerated().map { number, codes in
                codes.map { (standings[$0][number]?.term?.ordinal ?? -1, self.codes[$0].description) }.sorted { $0 < $1 }
            }
            let key = Key(
                objective: [unsatisfied, missing, -statuses.count { $0 == .done }, -statuses.count { $0 == .inProgress }],
                lists: lists)
            if found.map({ key.isBetter(than: $0.key) }) ?? true { found = (key, chosen) }
        }
        func tryAll(_ code: Int) {
            guard code < codes.count else { return judge() }
            for choice in choices[code] {
                chosen[code] = choice
                for requirement in choice { held[requirement].append(code) }
                tryAll(code + 1)
                for requirement in choice { held[requirement].removeLast() }
            }
        }
        tryAll(0)
        guard let found else { preconditionFailure("no course held breaks no rule") }
        return answer(found.key.objective, found.chosen)
    }

    private func answer(_ objective: [Int], _ chosen: [[Int]]) -> DegreeAudit {
        func isEarlier(_ left: Attempt, _ right: Attempt) -> Bool {
            (left.term?.ordinal ?? -1, left.course.description) < (right.term?.ordinal ?? -1, right.course.description)
        }
        let answers = requirements.enumerated().map { number, requirement in
            let held = codes.indices.filter { chosen[$0].contains(number) }
                .compactMap { standing(codes[$0], in: requirement) }.sorted(by: isEarlier)
            let has = held.reduce(0) { $0 + unit(requirement, $1) }
            let status = has < need(requirement) ? .missing : held.map(\.status).max { $0.place < $1.place } ?? .done
            let scale = if case .courses = requirement.need { 2 } else { 1 }
            return DegreeAudit.Requirement(
                id: requirement.id, name: requirement.name, status: status,
                needs: CreditAmount(halves: need(requirement) * scale), has: CreditAmount(halves: has * scale),
                courses: held.map { attempt in
                    DegreeAudit.Row(
                        course: attempt.course, status: attempt.status, term: attempt.term,
                        credits: CreditAmount(halves: attempt.halves), kind: attempt.kind,
                        matches: requirement.from.first { matches($0, attempt.course) } ?? CoursePattern(.any))
                })
        }
        /// Each code once, by its best attempt of those that `isCounted`.
        func total(_ needs: CreditAmount?, _ isCounted: (Attempt) -> Bool) -> DegreeAudit.Total? {
            guard let needs else { return nil }
            let halves = codes.compactMap { code in best(attempts.filter { $0.course == code && isCounted($0) })?.halves }
            return DegreeAudit.Total(needs: needs, has: CreditAmount(halves: halves.reduce(0, +)))
        }
        let credits = total(problem.programme.credits) { $0.kind != .waiver }
        let residency = total(problem.programme.residencyCredits) { $0.kind == .taken }
        let isReached = [credits, residency].allSatisfy { $0.map { $0.has >= $0.needs } ?? true }
        let leftOver = codes.indices.filter { chosen[$0].isEmpty }
            .compactMap { code in best(attempts.filter { $0.course == codes[code] }) }.sorted(by: isEarlier).map(\.course)
        return DegreeAudit(
            satisfied: objective[0] == 0 && isReached, requirements: answers, leftOver: leftOver,
            objective: [
                CreditAmount(objective[0]), CreditAmount(halves: objective[1]), CreditAmount(-objective[2]),
                CreditAmount(-objective[3]),
            ], optimal: true, credits: credits, residencyCredits: residency)
    }
}

extension DegreeAudit.Status {
    /// The best is 0.
    var place: Int { [.done, .inProgress, .planned, .missing].firstIndex(of: self) ?? 0 }
}
