import NoteItCore

/// The courses that may stand in each requirement, by rules 1 to 7 of `docs/degrees.md`.
///
/// The rules leave some cases open. They are decided so:
/// - A code that is in the record and planned again has an attempt of each. A failed one does not count, so the planned one stands.
/// - An attempt is eligible or not by its grade, and under credits by not being a waiver. Its number of credits does not matter: a
///   code whose best eligible attempt gives 0 credits is not held under credits, even if a worse attempt gives some.
/// - One code may stand with different attempts in two requirements. In the objective it is one course, of the better of the two.
/// - A planned attempt takes its credits from the catalog: an item of the record beats the catalog for its own attempt only.
/// - The totals count a code with its best attempt that may count there: in all credits any but a waiver, in residency one that was
///   taken here or is planned. `leftOver` sorts a code by its best attempt of all.
/// - A grade decides whether a course in progress counts, but not whether it meets a minimum.
struct AuditTable {
    typealias Status = DegreeAudit.Status

    /// A course of the record that counts, or a planned one.
    struct Attempt {
        var status: Status
        var term: AcademicTerm?
        var credits: CreditAmount
        var kind: RecordItem.Kind
        /// The item of the record; nil if the attempt is planned.
        var item: RecordItem?

        /// A planned course meets every minimum.
        func meets(_ minimum: Grade?) -> Bool { item?.meets(minimum) ?? true }

        /// The order of rule 4.
        func isBetter(than other: Attempt) -> Bool {
            if status != other.status { return status.order < other.status.order }
            if term != other.term { return AuditTable.isEarlier(term, other.term) }
            if credits != other.credits { return credits > other.credits }
            return kind.order < other.kind.order
        }
    }

    /// A course that may stand in a requirement, as it stands there.
    struct Candidate {
        /// The index of the attempt's code in `codes`.
        var code: Int
        var attempt: Attempt
        /// The index of the first pattern that it matches.
        var pattern: Int
    }

    private(set) var codes: [CourseCode] = []
    /// The best attempt of each code, which is its place in `leftOver`.
    private(set) var best: [Attempt] = []
    /// The candidates of each requirement, by term and code.
    private(set) var candidates: [[Candidate]] = []
    /// Every counting code once. A waiver gives no credits, so it does not stand for a course that was also taken.
    private(set) var credits = CreditAmount.zero
    /// The credits of courses taken or planned at this university.
    private(set) var residencyCredits = CreditAmount.zero

    init(_ problem: AuditProblem, _ effort: Effort) {
        var attempts: [[Attempt]] = []
        var places: [CourseCode: Int] = [:]
        func add(_ attempt: Attempt, at code: CourseCode) {
            if let place = places[code] {
                attempts[place].append(attempt)
            } else {
                places[code] = codes.count
                codes.append(code)
                attempts.append([attempt])
            }
        }
        for item in problem.record where item.counts {
            let credits = item.credits ?? problem.courses[item.course]?.credits ?? .unknown
            let isWaiver = item.kind == .waiver
            add(
                Attempt(
                    status: item.inProgress && !isWaiver ? .inProgress : .done, term: item.term,
                    credits: isWaiver ? .zero : credits,
                    kind: item.kind, item: item), at: item.course)
        }
        for term in problem.terms {
            for code in term.courses {
                add(
                    Attempt(
                        status: .planned, term: term.term, credits: problem.courses[code]?.credits ?? .unknown, kind: .taken),
                    at: code)
            }
        }
        let texts = codes.map(\.description)
        for place in attempts.indices {
            attempts[place] = Self.sorted(attempts[place])
            best.append(attempts[place][0])
            if problem.excluded[codes[place]] != nil { continue }
            credits += attempts[place].first { $0.kind != .waiver }?.credits ?? .zero
            residencyCredits += attempts[place].first { $0.kind == .taken }?.credits ?? .zero
        }
        let patterns = PatternIndex(problem.programme.requirements, effort: effort)
        let courses = codes.map { patterns.course($0, attributes: problem.courses[$0]?.attributes ?? []) }
        candidates = problem.programme.requirements.enumerated().map { number, requirement in
            var found: [Candidate] = []
            for (place, course) in courses.enumerated() {
                guard problem.excluded[codes[place]] == nil,
                    let pattern = patterns.first(matching: course, in: number),
                    let attempt = attempts[place].first(where: { requirement.admits($0) })
                else { continue }
                found.append(Candidate(code: place, attempt: attempt, pattern: pattern))
            }
            return found.sorted { Self.isEarlier(($0.attempt.term, texts[$0.code]), ($1.attempt.term, texts[$1.code])) }
        }
    }

    /// The codes for which `isWanted` holds, by the term of their best attempt and by code.
    func sortedCodes(where isWanted: (Int) -> Bool) -> [CourseCode] {
        codes.indices.filter(isWanted).map { (best[$0].term, codes[$0].description, codes[$0]) }
            .sorted { Self.isEarlier(($0.0, $0.1), ($1.0, $1.1)) }.map(\.2)
    }

    /// The best first; equal attempts in the order of the record.
    private static func sorted(_ attempts: [Attempt]) -> [Attempt] {
        guard attempts.count > 1 else { return attempts }
        return attempts.enumerated().sorted {
            if $0.element.isBetter(than: $1.element) { return true }
            return !$1.element.isBetter(than: $0.element) && $0.offset < $1.offset
        }.map(\.element)
    }

    /// Whether a term comes before another; a missing one comes first.
    static func isEarlier(_ left: AcademicTerm?, _ right: AcademicTerm?) -> Bool {
        guard let right else { return false }
        return left.map { $0 < right } ?? true
    }

    private static func isEarlier(_ left: (AcademicTerm?, String), _ right: (AcademicTerm?, String)) -> Bool {
        if left.0 != right.0 { return isEarlier(left.0, right.0) }
        return left.1.utf8.lexicographicallyPrecedes(right.1.utf8)
    }
}

extension Programme.Requirement {
    /// A waiver never counts towards credits.
    fileprivate func admits(_ attempt: AuditTable.Attempt) -> Bool {
        if case .credits = need, attempt.kind == .waiver { return false }
        return attempt.meets(minimumGrade)
    }
}

extension DegreeAudit.Status {
    /// The best is 0.
    var order: Int {
        switch self {
        case .done: 0
        case .inProgress: 1
        case .planned: 2
        case .missing: 3
        }
    }
}

extension RecordItem.Kind {
    fileprivate var order: Int {
        switch self {
        case .taken: 0
        case .transfer: 1
        case .exam: 2
        case .waiver: 3
        }
    }
}
