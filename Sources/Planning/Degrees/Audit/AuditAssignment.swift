import NoteItCore

/// The best assignment of the candidates of a table to their requirements, and its audit.
struct AuditAssignment {
    private let requirements: [Programme.Requirement]
    private let table: AuditTable
    private var isHeld: [[Bool]]
    private var isOptimal: Bool

    /// - Parameter isComplete: whether the table has all candidates.
    init(_ programme: Programme, _ table: AuditTable, isComplete: Bool) {
        isOptimal = isComplete
        requirements = programme.requirements
        self.table = table
        isHeld = table.candidates.map { $0.map { _ in false } }
    }

    mutating func solve(_ effort: Effort) {
        let sharing = Sharing(requirements)
        for group in groups() {
            var (edges, places): ([AuditModel.Edge], [(requirement: Int, candidate: Int)]) = ([], [])
            var codes: [Int: Int] = [:]
            var members: [AuditModel.Requirement] = []
            for number in group {
                let isCredits = requirements[number].isCredits
                let need = requirements[number].needAmount
                for (place, candidate) in table.candidates[number].enumerated() {
                    let value = isCredits ? min(candidate.attempt.credits.halves, need) : 1
                    guard value > 0 else { continue }
                    let code = codes[candidate.code, default: codes.count]
                    codes[candidate.code] = code
                    edges.append(
                        AuditModel.Edge(
                            requirement: members.count, code: code, value: value, worth: .init(candidate.attempt.status)))
                    places.append((number, place))
                }
                members.append(AuditModel.Requirement(isCredits: isCredits, need: need))
            }
            guard !edges.isEmpty else { continue }
            let model = AuditModel(requirements: members, edges: edges, codes: codes.count) {
                sharing.allows(group[$0], group[$1])
            }
            let search = AuditSearch(model, effort)
            isOptimal = isOptimal && search.isProved
            for (edge, place) in places.enumerated() { isHeld[place.requirement][place.candidate] = search.best[edge] }
        }
    }

    /// Groups of requirements that compete for courses, each in the order of the programme.
    private func groups() -> [[Int]] {
        var parents = Array(requirements.indices)
        func root(_ number: Int) -> Int {
            var number = number
            while parents[number] != number {
                parents[number] = parents[parents[number]]
                number = parents[number]
            }
            return number
        }
        var owners: [Int: Int] = [:]
        for number in requirements.indices {
            for candidate in table.candidates[number] {
                if let owner = owners[candidate.code] {
                    parents[root(number)] = root(owner)
                } else {
                    owners[candidate.code] = number
                }
            }
        }
        return Dictionary(grouping: requirements.indices, by: root).values.sorted { $0[0] < $1[0] }
    }

    func audit(_ programme: Programme) -> DegreeAudit {
        var (unsatisfied, missing) = (0, 0)
        var worths: [Int: AuditTable.Status] = [:]
        let answers = requirements.indices.map { number in
            let requirement = requirements[number]
            var (has, worst) = (0, AuditTable.Status.done)
            var rows: [DegreeAudit.Row] = []
            for (candidate, isHeld) in zip(table.candidates[number], isHeld[number]) where isHeld {
                let attempt = candidate.attempt
                has += requirement.isCredits ? attempt.credits.halves : 1
                if attempt.status.order > worst.order { worst = attempt.status }
                if attempt.status.order < worths[candidate.code]?.order ?? .max { worths[candidate.code] = attempt.status }
                rows.append(
                    DegreeAudit.Row(
                        course: table.codes[candidate.code], status: attempt.status, term: attempt.term,
                        credits: attempt.credits, kind: attempt.kind, matches: requirement.from[candidate.pattern]))
            }
            let lack = max(0, requirement.needAmount - has)
            if lack > 0 {
                unsatisfied += 1
                missing += requirement.isCredits ? lack : lack * CreditAmount.unknown.halves
                worst = .missing
            }
            let unit = requirement.isCredits ? 1 : 2
            return DegreeAudit.Requirement(
                id: requirement.id, name: requirement.name, status: worst,
                needs: CreditAmount(halves: requirement.needAmount * unit), has: CreditAmount(halves: has * unit), courses: rows
            )
        }
        let credits = programme.credits.map { DegreeAudit.Total(needs: $0, has: table.credits) }
        let residency = programme.residencyCredits.map { DegreeAudit.Total(needs: $0, has: table.residencyCredits) }
        let areTotalsReached = [credits, residency].allSatisfy { $0.map { $0.has >= $0.needs } ?? true }
        return DegreeAudit(
            satisfied: unsatisfied == 0 && areTotalsReached, requirements: answers,
            leftOver: table.sortedCodes { worths[$0] == nil },
            objective: [
                CreditAmount(unsatisfied), CreditAmount(halves: missing),
                CreditAmount(worths.values.count { $0 == .done }), CreditAmount(worths.values.count { $0 == .inProgress }),
            ], optimal: isOptimal, credits: credits, residencyCredits: residency)
    }
}

/// The pairs of requirements that may share a course: one of the two names the other.
private struct Sharing {
    private let count: Int
    private var isAllowed: [Bool]

    init(_ requirements: [Programme.Requirement]) {
        count = requirements.count
        isAllowed = [Bool](repeating: false, count: count * count)
        let places = requirements.places(by: \.id)
        for (number, requirement) in requirements.enumerated() {
            for other in requirement.mayShareWith.compactMap({ places[$0] }) {
                isAllowed[number * count + other] = true
                isAllowed[other * count + number] = true
            }
        }
    }

    func allows(_ left: Int, _ right: Int) -> Bool { isAllowed[left * count + right] }
}

extension Programme.Requirement {
    fileprivate var isCredits: Bool {
        if case .credits = need { true } else { false }
    }

    /// The need of the requirement, in courses or half credits.
    fileprivate var needAmount: Int {
        switch need {
        case .courses(let courses): min(courses, 1 << 32)
        case .credits(let credits): credits.halves
        }
    }
}

extension AuditModel.Worth {
    fileprivate init(_ status: DegreeAudit.Status) {
        switch status {
        case .done: self = .done
        case .inProgress: self = .inProgress
        case .planned, .missing: self = .nothing
        }
    }
}
