import NoteItCore

/// The courses of a record and a plan that give no credit, because the catalog excludes them beside another one that counts.
///
/// What is taken comes before what is planned, then the earlier term. An exclusion holds in one direction: CMPT 120 gives no credit
/// after CMPT 125, but CMPT 125 after CMPT 120 is the usual way. Of two courses of a term that exclude each other, the smaller code
/// counts. A waiver gives no credit, so it excludes nothing.
public struct CreditExclusions: Sendable {
    /// The courses beside which a course gives no credit, by code.
    public private(set) var beside: [CourseCode: [CourseCode]] = [:]

    private struct Place: Hashable, Comparable {
        var isPlanned: Bool
        /// `.min` for a course without a term.
        var term: Int

        static func < (left: Self, right: Self) -> Bool {
            left.isPlanned == right.isPlanned ? left.term < right.term : !left.isPlanned
        }
    }

    public init(record: [RecordItem], terms: [PlanTerm], listings: [CourseCode: CatalogListing]) {
        let taken = record.filter { $0.counts && $0.kind != .waiver }
            .map { ($0.course, Place(isPlanned: false, term: $0.term?.ordinal ?? .min)) }
        let planned = terms.flatMap { term in
            term.courses.map { ($0, Place(isPlanned: true, term: term.term.ordinal)) }
        }
        let first = Dictionary(taken + planned, uniquingKeysWith: min)
        var excluding: [CourseCode: Set<CourseCode>] = [:]
        for code in first.keys {
            let others = (listings[code]?.requirements.exclusions ?? []).filter { $0 != code && first[$0] != nil }
            if !others.isEmpty { excluding[code] = Set(others) }
        }
        guard !excluding.isEmpty else { return }
        var counted = Set<CourseCode>()
        let terms = Dictionary(grouping: first, by: \.value).sorted { $0.key < $1.key }
        for (_, group) in terms {
            var open = group.map(\.key).sorted()
            while !open.isEmpty {
                let free = open.firstIndex { code in
                    !open.contains { Self.goesBefore($0, code, excluding) }
                }
                let code = open.remove(at: free ?? 0)
                let others = excluding[code, default: []].intersection(counted)
                if others.isEmpty { counted.insert(code) } else { beside[code] = others.sorted() }
            }
        }
    }

    /// Whether a course of the same term decides first, because the other one gives no credit beside it.
    private static func goesBefore(
        _ code: CourseCode, _ other: CourseCode, _ excluding: [CourseCode: Set<CourseCode>]
    ) -> Bool {
        guard excluding[other]?.contains(code) ?? false else { return false }
        return code < other || !(excluding[code]?.contains(other) ?? false)
    }
}
