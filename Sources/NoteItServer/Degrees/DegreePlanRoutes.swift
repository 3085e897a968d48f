import HTTPTypes
import Hummingbird
import NoteItCore
import Planning

/// A person's plans with their checks, audits and paths, and the approvals and comments of advisers.
struct DegreePlanRoutes {
    let store: any Store
    let service: DegreeService

    var routes: Routes {
        Routes()
            .get("/v1/me/plans", token: .read(.everywhere), use: list)
            .post("/v1/me/plans", limit: .own, use: create)
            .get("/v1/me/plans/:plan", token: .read(.everywhere), use: show)
            .patch("/v1/me/plans/:plan", limit: .own, use: edit)
            .delete("/v1/me/plans/:plan", limit: .own, use: delete)
            .get("/v1/me/plans/:plan/check", use: check)
            .get("/v1/me/plans/:plan/picture", use: picture)
            .post("/v1/me/plans/:plan/check", limit: .degrees, use: checkDraft)
            .get("/v1/me/plans/:plan/audit", use: audit)
            .get("/v1/me/plans/:plan/path", use: path)
            .put("/v1/me/plans/:plan/approval", limit: .own, use: approve)
            .delete("/v1/me/plans/:plan/approval", limit: .own, use: withdrawApproval)
            .get("/v1/me/plans/:plan/replies", token: .read(.everywhere), use: replies)
            .post("/v1/me/plans/:plan/replies", limit: .replies, use: reply)
    }

    /// The caller's own plans, or those that they follow, oldest first.
    func list(_ request: Request, context: AppContext) async throws -> Page<DegreePlan> {
        let (account, query) = try (context.account(), request.query())
        let (page, isFollowed) = try (query.page(), query.flag("followed") ?? false)
        let plans = isFollowed ? try await store.followedPlans(of: account) : try await store.plans(of: account)
        return try Page(of: plans, page, by: \.id.description)
    }

    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<DegreePlan> {
        let account = try context.account()
        let new = try await service.decode(NewDegreePlan.self, from: request, context: context)
        let isStored = try await hasPlan(new.id, by: account)
        let unknown = isStored ? [] : try await findUnknown(new.terms, new.programme, for: account, context)
        try DomainError.requireValid({ () throws(DomainError) in _ = try new.validated() }, and: unknown)
        let (plan, created) = try await store.addPlan(new, by: account)
        return EditedResponse(plan, created: created, at: "/v1/me/plans/\(plan.id)")
    }

    /// Whether the person sent this id before: then the answer is the stored plan, whatever else the request says.
    private func hasPlan(_ id: DegreePlan.ID?, by account: Account.ID) async throws -> Bool {
        guard let id else { return false }
        do {
            return try await store.plan(id, by: account).owner.id == account
        } catch DomainError.notFound {
            return false
        }
    }

    /// The courses and the programme that neither the catalog nor the person's record has.
    /// - Parameter own: courses that are allowed in any case.
    private func findUnknown(
        _ terms: [PlanTerm]?, _ programme: Programme.ID?, besides own: [CourseCode] = [], for account: Account.ID,
        _ context: AppContext
    ) async throws -> [FieldError] {
        let edition = try await service.catalog.edition()
        var errors: [FieldError] = []
        if let programme, !edition.hasProgramme(programme) { errors = [edition.fault(of: programme, at: "programme")] }
        guard let terms else { return errors }
        let recorded = try await store.record(of: account).items.map(\.course)
        let known = KnownCourses(edition: edition, own: Set(recorded + own))
        let count = known.unknown(among: terms.flatMap(\.courses))
        return errors + (try await service.faults(unknown: count, context: context) { known.faults(in: terms) })
    }

    func show(_ request: Request, context: AppContext) async throws -> EditedResponse<DegreePlan> {
        EditedResponse(try await store.plan(try context.planID(), by: context.account()))
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<DegreePlan> {
        let (account, id) = try (context.account(), context.planID())
        let patch = try await service.decode(DegreePlanPatch.self, from: request, context: context)
        let plan = try await store.plan(id, by: account)
        try plan.requireOwner(account)
        try await requireValid(patch, of: plan, context)
        return EditedResponse(try await store.edit(id, with: patch, ifRev: Revision.demanded(by: request), by: account))
    }

    /// Throws `.invalid` also for a programme and for courses that neither the plan, the catalog nor its owner's record has.
    private func requireValid(_ patch: DegreePlanPatch, of plan: DegreePlan, _ context: AppContext) async throws {
        let programme = patch.programme?.value
        let unknown = try await findUnknown(
            patch.terms, programme == plan.programme ? nil : programme, besides: plan.terms.flatMap(\.courses),
            for: plan.owner.id, context)
        try DomainError.requireValid({ () throws(DomainError) in _ = try patch.validated() }, and: unknown)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (account, id) = try (context.account(), context.planID())
        try await store.plan(id, by: account).requireOwner(account)
        try await store.delete(id, ifRev: Revision.demanded(by: request), by: account)
        return .noContent
    }

    func check(_ request: Request, context: AppContext) async throws -> PlanCheck {
        let (account, id) = try (context.account(), context.planID())
        let problem = try await service.situation(id, by: account).checkProblem
        return try await service.run(for: account, on: context.channel) { _ in PlanChecker.check(problem) }
    }

    /// The plan as a picture, with the problems of its check: worked out and drawn where checks are.
    func picture(_ request: Request, context: AppContext) async throws -> Response {
        let (account, id) = try (context.account(), context.planID())
        let situation = try await service.situation(id, by: account)
        let (plan, problem) = (situation.plan, situation.checkProblem)
        return .picture(
            try await service.run(for: account, on: context.channel) { _ in
                PlanPicture(plan: plan, check: PlanChecker.check(problem)).svg
            })
    }

    /// How the plan would stand after an edit, or with another record. Nothing is stored. For its owner alone: another's drafts could ask for grades.
    func checkDraft(_ request: Request, context: AppContext) async throws -> PlanCheck {
        let (account, id) = try (context.account(), context.planID())
        let draft = try await service.decode(DegreePlanDraft.self, from: request, context: context)
        let situation = try await service.situation(id, by: account)
        try situation.plan.requireOwner(account)
        try await requireValid(draft.edit, of: situation.plan, context)
        _ = try draft.record?.validated(at: "record.")
        let problem = situation.edited(by: draft).checkProblem
        return try await service.run(for: account, on: context.channel) { _ in PlanChecker.check(problem) }
    }

    func audit(_ request: Request, context: AppContext) async throws -> DegreeAudit {
        let (account, id, query) = try (context.account(), context.planID(), request.query())
        let situation = try await service.situation(id, by: account)
        let problem = situation.auditProblem(of: try situation.programme(insteadOfOwn: try query.text("programme")))
        return try await service.run(for: account, on: context.channel) {
            DegreeAuditor.audit(problem, isOver: $0.isOver)
        }
    }

    func path(_ request: Request, context: AppContext) async throws -> DegreePath {
        let (account, id, query) = try (context.account(), context.planID(), request.query())
        let (from, limits) = try (query.firstTerm(), query.creditLimits())
        let keeping = try query.flag("keep") ?? false
        let situation = try await service.situation(id, by: account)
        let current = service.currentTerm
        let first = from ?? current.advanced(by: 1)
        if keeping { try DegreePathfinder.requireReach(situation.plan.terms, from: first) }
        let problem = situation.pathProblem(
            to: try situation.programme(insteadOfOwn: try query.text("programme")), from: first,
            limits: limits ?? situation.plan.creditsPerTerm ?? .standard, current: current, keeping: keeping)
        return try await service.run(for: account, on: context.channel) { budget in
            Result { try DegreePathfinder.path(problem, isOver: budget.isOver) }
        }.get()
    }

    /// Approves a plan. Takes no body.
    func approve(_ request: Request, context: AppContext) async throws -> EditedResponse<DegreePlan> {
        let (account, id) = try (context.account(), context.planID())
        return EditedResponse(try await store.approve(id, true, ifRev: Revision.demanded(by: request), by: account))
    }

    func withdrawApproval(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (account, id) = try (context.account(), context.planID())
        _ = try await store.approve(id, false, ifRev: Revision.demanded(by: request), by: account)
        return .noContent
    }

    func replies(_ request: Request, context: AppContext) async throws -> Page<PlanReply> {
        let (account, page) = try (context.account(), request.query().page())
        try await context.share?.reservePage()
        return try await store.replies(toPlan: try context.planID(), page: page, by: account)
    }

    func reply(_ request: Request, context: AppContext) async throws -> EditedResponse<PlanReply> {
        let (account, id) = try (context.account(), context.planID())
        let new = try await request.decode(as: NewReply.self, context: context).validated()
        let (reply, created) = try await store.reply(new, toPlan: id, by: account)
        return EditedResponse(reply, created: created, at: "/v1/replies/\(reply.id)")
    }
}

extension AppContext {
    fileprivate func planID() throws -> DegreePlan.ID { try identifier("plan") }
}

extension DomainError {
    /// Throws `.invalid` with the faults that `validate` throws, and with others.
    fileprivate static func requireValid(
        _ validate: () throws(DomainError) -> Void, and others: [FieldError]
    ) throws(DomainError) {
        var errors: [FieldError] = []
        do { try validate() } catch .invalid(let found) { errors = found } catch { throw error }
        errors += others
        if !errors.isEmpty { throw .invalid(errors) }
    }
}

extension Query {
    /// `?from=`.
    fileprivate func firstTerm() throws -> AcademicTerm? {
        let term = try term("from")
        if let fault = term.flatMap(PathRequest.fault) { throw DomainError.invalid("from", fault) }
        return term
    }

    /// `?credits=` for every season; `?spring=`, `?summer=` and `?fall=` for one. Nil without any of them.
    fileprivate func creditLimits() throws -> CreditLimits? {
        CreditLimits(
            every: try credits("credits"), spring: try credits("spring"), summer: try credits("summer"),
            fall: try credits("fall"))
    }
}
