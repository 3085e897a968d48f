import NoteItCore
import Planning

/// What is wrong with a path, by the plain rules.
extension PlainPathRules {
    /// What is wrong with a plan as such; empty if it finishes the programme.
    func breaks(_ plan: [Choice]) -> [String] {
        var (breaks, terms, before) = ([String](), [CourseCode: Int](), [Int: Int]())
        var sum = recordHalves
        for choice in plan {
            before[choice.term] = sum + (0..<max(0, choice.term)).reduce(0) { $0 + keptHalves($1) }
            for code in choice.courses {
                terms[code] = choice.term
                if record[code] == nil { sum += load(code) }
                if !isOffered(code, choice.term) { breaks.append("\(code) is not offered") }
            }
            sum += choice.electiveHalves
            let load = choice.courses.reduce(choice.electiveHalves) { $0 + self.load($1) }
            if load > limit(choice.term) { breaks.append("too many credits in term \(choice.term)") }
        }
        let planned = terms.keys.sorted()
        if planned.count != plan.reduce(0, { $0 + $1.courses.count }) { breaks.append("a course is planned twice") }
        for code in planned {
            let term = terms[code] ?? 0
            if !meetsTree(code, at: term, terms, before: before[term] ?? 0) { breaks.append("prerequisites of \(code)") }
            let isNamed =
                named.contains(code)
                || planned.contains { $0 != code && problem.prerequisites[$0]?.courses.contains(code) ?? false }
            if !isNamed { breaks.append("\(code) may not be planned") }
            if !mayRepeat(code, beside: planned) { breaks.append("\(code) is done") }
        }
        let electives = plan.flatMap(\.electives)
        let given = Dictionary(grouping: electives.filter { $0.requirement != nil }) { $0.requirement ?? "" }
            .mapValues { $0.reduce(0) { $0 + $1.credits.halves } }
        if electivesNeeded(planned, given: given) == nil { breaks.append("a requirement is not met") }
        if totalsLacking(planned) * 2 > electives.reduce(0, { $0 + $1.credits.halves }) {
            breaks.append("the totals are not reached")
        }
        return breaks
    }

    /// What is wrong with a feasible answer.
    func faults(_ answer: DegreePath) -> [String] {
        guard answer.feasible else { return answer.because?.isEmpty ?? true ? ["no cause"] : [] }
        let whole = answer.terms.map {
            Choice(term: $0.term.ordinal - problem.from.ordinal, courses: $0.courses, electives: $0.electives)
        }
        guard let plan = withoutKept(whole) else { return ["a kept term is not kept"] }
        var faults = breaks(plan)
        if plan.map(\.term) != plan.map(\.term).sorted() || Set(plan.map(\.term)).count != plan.count { faults.append("order") }
        if plan.contains(where: { !(0..<36).contains($0.term) }) { faults.append("horizon") }
        if plan.contains(where: { $0.courses.isEmpty && $0.electives.isEmpty }) { faults.append("an empty term") }
        if plan.contains(where: { $0.courses != $0.courses.sorted() }) { faults.append("courses not by code") }
        if answer.graduates != answer.terms.last?.term { faults.append("graduates") }
        if answer.because != nil { faults.append("because") }
        for (place, choice) in plan.enumerated() {
            for rank in choice.courses.indices {
                var fewer = plan
                fewer[place].courses.remove(at: rank)
                if breaks(fewer).isEmpty { faults.append("\(choice.courses[rank]) is superfluous") }
            }
            for (rank, elective) in choice.electives.enumerated() {
                let requirement = problem.programme.requirements.first { $0.id == elective.requirement }
                if elective.requirement != nil, !(requirement.map(takesElectives) ?? false) {
                    faults.append("electives of none")
                }
                if elective.credits.halves <= 0 || !elective.credits.halves.isMultiple(of: 2) { faults.append("part credits") }
                var fewer = plan
                fewer[place].electives[rank].credits = elective.credits - CreditAmount(1)
                if breaks(fewer).isEmpty { faults.append("electives too many in term \(choice.term)") }
            }
        }
        return faults + chainFaults(answer, plan)
    }

    /// What the path adds to the kept terms; nil if it does not have them.
    private func withoutKept(_ whole: [Choice]) -> [Choice]? {
        var whole = whole
        for kept in problem.kept where place(kept) >= 0 && (!kept.courses.isEmpty || kept.electives != nil) {
            guard let index = whole.firstIndex(where: { $0.term == place(kept) }) else { return nil }
            for code in kept.courses {
                guard let rank = whole[index].courses.firstIndex(of: code) else { return nil }
                whole[index].courses.remove(at: rank)
            }
            for elective in kept.electives ?? [] {
                guard let rank = whole[index].electives.firstIndex(where: { $0.requirement == elective.requirement }),
                    whole[index].electives[rank].credits >= elective.credits
                else { return nil }
                whole[index].electives[rank].credits = whole[index].electives[rank].credits - elective.credits
                if whole[index].electives[rank].credits == .zero { whole[index].electives.remove(at: rank) }
            }
        }
        return whole.filter { !$0.courses.isEmpty || !$0.electives.isEmpty || $0.term >= keptEnd }
    }

    private func chainFaults(_ answer: DegreePath, _ plan: [Choice]) -> [String] {
        guard let last = plan.last else { return answer.critical.isEmpty ? [] : ["a chain of nothing"] }
        let terms = Dictionary(uniqueKeysWithValues: plan.flatMap { choice in choice.courses.map { ($0, choice.term) } })
        if answer.critical.isEmpty {
            return longestChainEnd(terms) >= max(last.term, keptEnd - 1) ? ["a chain holds the term, and is not told"] : []
        }
        var faults = [String]()
        var term = -1
        var previous: CourseCode?
        for code in answer.critical {
            if terms[code] == nil { faults.append("\(code) of the chain is not planned") }
            var first = 0
            if let previous {
                let link = links(code).filter { $0.0 == previous }
                if link.isEmpty { faults.append("\(previous) is not in the tree of \(code)") }
                first = link.contains { $0.1 } ? term : term + 1
            }
            while first < 36, !isOffered(code, first) { first += 1 }
            (term, previous) = (first, code)
        }
        if term < max(last.term, keptEnd - 1) { faults.append("the chain can end earlier") }
        if Set(answer.critical).count != answer.critical.count { faults.append("the chain repeats") }
        return faults
    }

    /// Without courses for which the record stands.
    private func links(_ code: CourseCode) -> [(CourseCode, Bool)] {
        var links = [(CourseCode, Bool)]()
        trees[code]?.forEachLeaf { leaf in
            guard case .course(let other, let minimum, let concurrent) = leaf else { return }
            let isTaken = record[other]?.contains { $0.meets(minimum) } ?? false
            if !isTaken { links.append((other, concurrent)) }
        }
        return links
    }

    /// The latest end of a chain of planned courses, each planned before the next.
    private func longestChainEnd(_ terms: [CourseCode: Int]) -> Int {
        var end = [CourseCode: Int]()
        for _ in 0...terms.count {
            for (code, term) in terms {
                var first = 0
                for (other, _) in links(code) where other != code {
                    guard let own = terms[other], own < term, let done = end[other] else { continue }
                    first = max(first, links(code).contains { $0.0 == other && $0.1 } ? done : done + 1)
                }
                while first < 36, !isOffered(code, first) { first += 1 }
                end[code] = first
            }
        }
        return end.values.max() ?? -1
    }
}
