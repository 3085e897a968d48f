/// The courses over all terms, and the programmes.
public protocol DegreeCatalogStore: Sendable {
    /// A counter that grows whenever the answers of the other methods may change.
    func degreeCatalogVersion() async throws -> Int64
    /// The registrar's corrections. `listings`, `programmes` and `programme` have them applied.
    func catalogCorrections() async throws -> CatalogCorrections
    /// Every imported entry, and an entry for every other course of a term, by code. An entry without given seasons has those that
    /// the imported terms show: a season is excluded only if the course stands in some term, and terms of that season were
    /// imported, none of which has the course.
    func listings() async throws -> [CatalogListing]
    /// All programmes, by name, then id.
    func programmes() async throws -> [Programme]
}

/// The result of an import of courses or programmes.
public struct DegreeImportReport: Sendable, Equatable {
    public var added = 0
    public var changed = 0
    public var unchanged = 0
    /// One line for each added or changed item.
    public var lines: [String] = []

    public init() {}
}

/// The courses that each person has taken.
public protocol RecordStore: Sendable {
    func record(of account: Account.ID) async throws -> AcademicRecord
    /// Replaces the record. Throws `.stale` if `rev` is given and not the newest.
    func setRecord(_ items: [RecordItem], ifRev rev: Int?, of account: Account.ID) async throws -> AcademicRecord
}

/// The plans of a person, and those of others that they comment on or approved: they follow these.
public protocol DegreePlanStore: Sendable {
    /// The person's own plans, oldest first.
    func plans(of account: Account.ID) async throws -> [DegreePlan]
    /// The shared plans of others that the person follows, oldest first.
    func followedPlans(of account: Account.ID) async throws -> [DegreePlan]
    /// A plan, for its owner, or for everyone if it is shared. Throws `.notFound`.
    func plan(_ id: DegreePlan.ID, by account: Account.ID) async throws -> DegreePlan
    /// `created` is false if the person sent this id before. Throws `.invalid` for an unknown programme (with suggestions),
    /// `.conflict` if the id is taken or the person has too many.
    func addPlan(_ new: NewDegreePlan, by account: Account.ID) async throws -> (plan: DegreePlan, created: Bool)
    /// Edits a plan, for its owner only. Takes an approval away unless only `name` or `shared` change. Without `shared` its
    /// followers lose it. Throws `.notFound`, `.invalid`, `.stale`.
    func edit(_ id: DegreePlan.ID, with patch: DegreePlanPatch, ifRev rev: Int?, by account: Account.ID) async throws
        -> DegreePlan
    /// Deletes a plan, for its owner only. Throws `.notFound`, `.stale`.
    func delete(_ id: DegreePlan.ID, ifRev rev: Int?, by account: Account.ID) async throws
    /// Approves a shared plan of another person, or takes one's own approval back. Throws `.notFound`, `.forbidden` for the owner
    /// and for another's approval, `.conflict` if too many people follow the plan, `.stale` if `rev` is given and not the newest:
    /// an adviser approves what they have read.
    func approve(_ id: DegreePlan.ID, _ isApproved: Bool, ifRev rev: Int?, by account: Account.ID) async throws -> DegreePlan
    /// Oldest first. Throws `.notFound` if `account` may not see the plan.
    func replies(toPlan plan: DegreePlan.ID, page: PageRequest, by account: Account.ID) async throws -> Page<PlanReply>
    /// `created` is false if the author sent this id before. Throws `.notFound`, `.conflict` if the id is taken or too many people
    /// follow the plan, `.invalid` for the parent, for attachments and for `anonymous`.
    func reply(_ new: NewReply, toPlan plan: DegreePlan.ID, by account: Account.ID) async throws -> (
        reply: PlanReply, created: Bool
    )
    /// Edits a comment, for its author only. Throws `.notFound`, `.forbidden`, `.stale`.
    func editPlanReply(_ id: PlanReply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID) async throws
        -> PlanReply
    /// Deletes a comment, for its author and the plan's owner. Throws `.notFound`, `.forbidden`, `.stale`.
    func deletePlanReply(_ id: PlanReply.ID, ifRev rev: Int?, by account: Account.ID) async throws
}
