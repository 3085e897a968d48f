import Foundation

/// The courses of one term of a plan.
public struct PlanTerm: Codable, Equatable, Sendable, JSONObject {
    public var term: AcademicTerm
    public var courses: [CourseCode]
    /// Credits that no course is named for yet. Nil means none, and in an edit those that the plan has in this term.
    public var electives: [DegreePath.Elective]?

    public init(term: AcademicTerm, courses: [CourseCode], electives: [DegreePath.Elective]? = nil) {
        (self.term, self.courses) = (term, courses)
        self.electives = electives?.isEmpty ?? true ? nil : electives
    }

    /// The sum of the credits that no course is named for.
    public var electiveCredits: CreditAmount { (electives ?? []).map(\.credits).reduce(.zero, +) }

    /// The most electives of a term.
    public static let mostElectives = 20
    /// The most terms of a plan.
    public static let mostTerms = 60
    /// The most courses of a plan, in all terms together.
    public static let mostCourses = 200

    /// Adds a fault for each invalid term or course.
    /// - Parameter field: the name of the field that holds the terms.
    static func check(_ terms: [PlanTerm], at field: String, _ faults: inout Faults) {
        if terms.count > mostTerms { faults.check(field, "must list at most \(mostTerms) terms, not \(terms.count)") }
        let courses = terms.reduce(0) { $0 + $1.courses.count }
        if courses > mostCourses { faults.check(field, "must list at most \(mostCourses) courses in all, not \(courses)") }
        var (known, places) = (Set<AcademicTerm>(), Set<Place>())
        for (index, term) in terms.enumerated() {
            if !known.insert(term.term).inserted {
                faults.check("\(field).\(index).term", "must stand once: \(term.term) stands twice")
            }
            let electives = term.electives ?? []
            if electives.count > mostElectives {
                faults.check("\(field).\(index).electives", "must list at most \(mostElectives), not \(electives.count)")
            }
            for (place, elective) in electives.enumerated().prefix(mostElectives) {
                let name = "\(field).\(index).electives.\(place)"
                faults.check("\(name).requirement", elective.requirement?.fault(length: TextLimit.title))
                if !(CreditAmount(halves: 1)...CreditAmount(100)).contains(elective.credits) {
                    faults.check("\(name).credits", "must be above 0 and at most 100")
                }
            }
            for (place, course) in term.courses.enumerated()
            where !places.insert(Place(term: term.term, course: course)).inserted {
                faults.check("\(field).\(index).courses.\(place)", "must stand once in its term: \(course) stands twice")
            }
        }
    }

    private struct Place: Hashable { let term: AcademicTerm, course: CourseCode }

    /// This term with the electives of the plan's term, unless it names its own. A client that does not know electives takes
    /// none away.
    fileprivate func keepingElectives(of terms: [PlanTerm]) -> PlanTerm {
        let electives = electives ?? terms.first { $0.term == term }?.electives
        return PlanTerm(term: term, courses: courses, electives: electives)
    }
}

extension [PlanTerm] {
    /// These terms in the order of time.
    public var inOrder: [PlanTerm] { sorted { $0.term < $1.term } }
}

/// A problem of a plan that its owner keeps knowingly. It is asked again when the course moves to another term.
public struct AcceptedProblem: Codable, Hashable, Sendable, Memberwise, JSONObject {
    public var term: AcademicTerm
    public var course: CourseCode
    public var kind: DegreePlanProblem.Kind

    /// The most that a plan may have: one for each course and kind.
    public static let most = PlanTerm.mostCourses * DegreePlanProblem.Kind.allCases.count
}

/// A person's plan for the terms to come.
public struct DegreePlan: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
    public typealias ID = Identifier<DegreePlan>

    /// An adviser's consent. An edit of what the plan says takes it away.
    public struct Approval: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var by: Author
        public var at: Date
    }

    public var id: ID
    public var owner: Author
    public var name: String
    @Nullable public var programme: Programme.ID?
    /// The terms in the order of time. Terms without courses are kept.
    public var terms: [PlanTerm]
    @Nullable public var creditsPerTerm: CreditLimits?
    public var accepted: [AcceptedProblem]
    /// Whether every signed-in person may read it by its id, comment on it and approve it.
    public var shared: Bool
    @Nullable public var approved: Approval?
    /// The approval that an edit took away, until the next one.
    @Nullable public var approvalLost: Approval?
    /// The number of comments.
    public var replyCount: Int
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int

    /// The most plans that one person may have.
    public static let most = 50
    /// The most people who may follow a plan: every change is logged for each of them.
    public static let mostFollowers = 100

    /// Throws `.forbidden` for anyone but the owner.
    public func requireOwner(_ account: Account.ID) throws(DomainError) {
        guard owner.id == account else { throw .onlyOwnerEditsPlan }
    }
}

/// `POST /v1/me/plans`.
public struct NewDegreePlan: Codable, Sendable, Equatable, Memberwise, Validated {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: DegreePlan.ID? = nil
    public var name: String
    public var programme: Programme.ID? = nil
    public var terms: [PlanTerm]? = nil
    public var creditsPerTerm: CreditLimits? = nil
    public var accepted: [AcceptedProblem]? = nil
    public var shared: Bool? = nil

    public func check(_ faults: inout Faults) throws(DomainError) {
        faults.check("name", name.fault(length: TextLimit.title))
        PlanTerm.check(terms ?? [], at: "terms", &faults)
        try faults.check("accepted", accepted, atMost: AcceptedProblem.most)
    }
}

extension NewDegreePlan {
    /// As a stored plan that is new.
    public func plan(_ id: DegreePlan.ID, of owner: Author, at createdAt: Date) -> DegreePlan {
        DegreePlan(
            id: id, owner: owner, name: name, programme: programme, terms: (terms ?? []).inOrder,
            creditsPerTerm: creditsPerTerm,
            accepted: accepted ?? [], shared: shared ?? false, approved: nil, approvalLost: nil, replyCount: 0,
            createdAt: createdAt, editedAt: nil, rev: 1)
    }
}

/// `PATCH /v1/me/plans/{id}`. Nil leaves a field as it is; a JSON null removes `programme` and `creditsPerTerm`.
public struct DegreePlanPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var name: String? = nil
    public var programme: Clearable<Programme.ID>? = nil
    public var terms: [PlanTerm]? = nil
    public var creditsPerTerm: Clearable<CreditLimits>? = nil
    public var accepted: [AcceptedProblem]? = nil
    public var shared: Bool? = nil

    public func check(_ faults: inout Faults) throws(DomainError) {
        faults.check("name", name?.fault(length: TextLimit.title))
        PlanTerm.check(terms ?? [], at: "terms", &faults)
        try faults.check("accepted", accepted, atMost: AcceptedProblem.most)
    }

    /// The plan after this edit, with its terms in the order of time. Its approval and revision stay as they were.
    public func applied(to old: DegreePlan) -> DegreePlan {
        var plan = old
        plan.name = name ?? old.name
        plan.programme = programme.or(old.programme)
        plan.terms = terms?.inOrder.map { $0.keepingElectives(of: old.terms) } ?? old.terms
        plan.creditsPerTerm = creditsPerTerm.or(old.creditsPerTerm)
        plan.accepted = accepted ?? old.accepted
        plan.shared = shared ?? old.shared
        return plan
    }
}

/// `POST /v1/me/plans/{id}/check`: an edit, and a record in place of the stored one.
public struct DegreePlanDraft: Codable, Sendable, Equatable, Memberwise {
    public var edit: DegreePlanPatch
    public var record: AcademicRecord? = nil
}

extension DegreePlanDraft {
    private enum CodingKeys: CodingKey { case record }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            edit: try DegreePlanPatch(from: decoder),
            record: try container.decodeIfPresent(AcademicRecord.self, forKey: .record))
    }

    public func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(record, forKey: .record)
    }
}
