import NoteItCore

/// The courses of a record and a plan, with their terms.
struct CourseHistory {
    /// A course of the record, or of the plan.
    struct Attempt {
        /// The attempt's term; nil comes before all terms.
        var term: AcademicTerm?
        var credits: CreditAmount
        /// The item of the record; nil if the attempt is planned.
        var item: RecordItem?

        /// Done before in progress before planned; then the earlier term, more credits, a course taken here.
        func isBetter(than other: Attempt) -> Bool {
            if rank != other.rank { return rank < other.rank }
            let (own, its) = (term?.ordinal ?? .min, other.term?.ordinal ?? .min)
            if own != its { return own < its }
            if credits != other.credits { return credits > other.credits }
            return item?.kind == .taken && other.item?.kind != .taken
        }

        private var rank: Int { item.map { $0.inProgress ? 1 : 0 } ?? 2 }

        /// A planned course meets every minimum.
        func meets(_ minimum: Grade?) -> Bool { item?.meets(minimum) ?? true }
    }

    /// The attempts of each course, without those that do not count, such as failed ones.
    private(set) var attempts: [CourseCode: [Attempt]] = [:]
    /// The planned credits that no course is named for.
    private let electives: [(term: AcademicTerm, credits: CreditAmount)]

    init(record: [RecordItem], plan: [PlanTerm], listings: [CourseCode: CatalogListing]) {
        electives = plan.map { ($0.term, $0.electiveCredits) }
        for item in record where item.counts {
            let credits = item.kind == .waiver ? .zero : item.credits ?? listings.credits(of: item.course)
            attempts[item.course, default: []].append(Attempt(term: item.term, credits: credits, item: item))
        }
        for term in plan {
            for course in term.courses {
                attempts[course, default: []].append(Attempt(term: term.term, credits: listings.credits(of: course)))
            }
        }
    }

    /// The credits without a course of the terms before a term; nil means of all.
    func electives(before term: AcademicTerm?) -> CreditAmount {
        electives.reduce(.zero) { sum, own in term.map { own.term < $0 } ?? true ? sum + own.credits : sum }
    }

    /// A judge of trees by the courses before a term; nil means by all courses.
    func upTo(_ term: AcademicTerm?) -> TreeJudge { TreeJudge(history: self, term: term) }
}

extension [CourseCode: CatalogListing] {
    func credits(of course: CourseCode) -> CreditAmount { self[course]?.entry.facts.credits ?? .unknown }
}
