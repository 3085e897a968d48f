import NoteItCore

/// The attempts of a record that count, best first for each code.
struct PathRecord {
    private(set) var attempts: [CourseCode: [RecordItem]] = [:]
    /// The attempts of each code, without those of kept terms.
    private var done: [CourseCode: [RecordItem]] = [:]
    private let facts: [CourseCode: CourseFacts]
    /// Codes that give no credit, and count for no requirement.
    private let excluded: Set<CourseCode>

    init(_ items: [RecordItem], kept: [RecordItem], facts: [CourseCode: CourseFacts], excluded: Set<CourseCode>) {
        (self.facts, self.excluded) = (facts, excluded)
        done = sorted(items)
        attempts = kept.isEmpty ? done : sorted(items + kept)
    }

    private func sorted(_ items: [RecordItem]) -> [CourseCode: [RecordItem]] {
        Dictionary(grouping: items.filter(\.counts), by: \.course).mapValues { $0.sorted(by: isBetter) }
    }

    private func isBetter(_ left: RecordItem, _ right: RecordItem) -> Bool {
        if left.inProgress != right.inProgress { return right.inProgress }
        if left.term != right.term { return AuditTable.isEarlier(left.term, right.term) }
        let (own, other) = (credits(of: left), credits(of: right))
        return own == other ? left.kind == .taken && right.kind != .taken : own > other
    }

    func credits(of item: RecordItem) -> CreditAmount {
        item.kind == .waiver ? .zero : item.credits ?? facts[item.course]?.credits ?? .unknown
    }

    /// The halves of a code towards a programme's credits, each code once; nil if it does not count.
    func halves(of code: CourseCode) -> Int? { halves(of: code, attempts) }

    /// The halves of a code before the first kept term, each code once; nil if it does not count.
    func halvesBefore(of code: CourseCode) -> Int? { halves(of: code, done) }

    /// The halves that a kept course adds to the programme's credits and to standing.
    func keptHalves(of code: CourseCode) -> Int { max(0, (halves(of: code) ?? 0) - (halvesBefore(of: code) ?? 0)) }

    private func halves(of code: CourseCode, _ attempts: [CourseCode: [RecordItem]]) -> Int? {
        guard !excluded.contains(code), let own = attempts[code] else { return nil }
        return (own.first { $0.kind != .waiver }).map { credits(of: $0).halves } ?? 0
    }

    /// The halves of a code that was taken at this university; nil if it was not, or does not count.
    func residencyHalves(of code: CourseCode) -> Int? {
        if excluded.contains(code) { return nil }
        return attempts[code]?.first { $0.kind == .taken }.map { credits(of: $0).halves }
    }

    func meets(_ code: CourseCode, _ minimum: Grade?) -> Bool {
        attempts[code]?.contains { Self.meets($0, minimum) } ?? false
    }

    /// Whether an attempt before the first kept term meets a minimum grade.
    func meetsBefore(_ code: CourseCode, _ minimum: Grade?) -> Bool {
        done[code]?.contains { Self.meets($0, minimum) } ?? false
    }

    static func meets(_ item: RecordItem, _ minimum: Grade?) -> Bool {
        guard let minimum, item.kind != .waiver, !item.inProgress else { return true }
        guard let grade = item.grade else { return item.kind != .taken }
        return grade.meets(minimum)
    }

    /// The value of a code for a requirement: 1 or its halves; nil if no attempt is eligible.
    func value(of code: CourseCode, in requirement: Programme.Requirement) -> Int? {
        if excluded.contains(code) { return nil }
        let eligible = attempts[code]?.filter { Self.meets($0, requirement.minimumGrade) } ?? []
        switch requirement.need {
        case .courses: return eligible.isEmpty ? nil : 1
        case .credits: return eligible.first { $0.kind != .waiver }.map { credits(of: $0).halves }
        }
    }
}
