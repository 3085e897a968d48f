import Hummingbird
import NIOCore
import NoteItCore
import Planning

/// The courses over all terms, with what they demand.
struct CourseCatalogRoutes {
    let service: DegreeService

    var routes: Routes {
        Routes()
            .get("/v1/courses", token: .read(.everywhere), use: list)
            .get("/v1/courses/:course/requirements", token: .read(.course), use: requirements)
    }

    /// The courses that match the query, by code.
    func list(_ request: Request, context: AppContext) async throws -> Page<CatalogEntry> {
        let (account, query) = try (context.account(), request.query())
        let (asked, page, ready) = try (CatalogFilter(query), query.page(), query.flag("ready"))
        let plan: DegreePlan.ID? = try query.identifier("towards")
        let edition = try await service.catalog.edition()
        var filter = asked
        filter.attribute = asked.attribute.map(edition.attribute)
        // Only searches of texts and trees take long.
        if filter.words.isEmpty, ready == nil, plan == nil { return try edition.page(page, matching: filter) }
        var missing: MissingCourses?
        if let plan { missing = try await coursesMissing(in: plan, for: account, on: context.channel) }
        let record = ready == nil ? [] : try await service.store.record(of: account).items
        let found = try await service.run(for: account, on: context.channel) { [missing, filter] _ in
            Result {
                try edition.page(page, matching: filter) { listing in
                    if let missing, !missing.contain(listing.entry) { return false }
                    guard let ready else { return true }
                    let tree = listing.requirements.prerequisites
                    return ready == (PlanChecker.isMet(tree, by: record, listings: edition.byCode) == true)
                }
            }
        }
        return try found.get()
    }

    /// Throws `.notFound` for the plan, and `.invalid` if it has no programme.
    private func coursesMissing(
        in plan: DegreePlan.ID, for account: Account.ID, on channel: any Channel
    ) async throws -> MissingCourses {
        let situation = try await service.situation(plan, by: account)
        guard let id = situation.plan.programme else {
            throw DomainError.invalid("towards", "must be a plan with a programme")
        }
        let programme = try situation.edition.programme(id, at: "towards")
        let problem = situation.auditProblem(of: programme)
        return try await service.run(for: account, on: channel) { budget in
            MissingCourses(situation, of: programme, in: DegreeAuditor.audit(problem, isOver: budget.isOver))
        }
    }

    /// The requirements of a course. The path names a code in any form, or a course of a term.
    func requirements(_ request: Request, context: AppContext) async throws -> CourseRequirementsAnswer {
        let (name, edition) = (try context.path("course"), try await service.catalog.edition())
        if let listing = edition.listing(named: name) { return edition.answer(listing) }
        if name.contains(".") {
            let course = try await service.store.course(Course.ID(name))
            let code = CourseCode(subject: course.subject, number: course.number)
            if let listing = edition.byCode[code] { return edition.answer(listing) }
        }
        let suggestion = CourseCode(name).map(edition.suggestion) ?? ""
        throw DomainError.notFound("course \(name.prefix(64))\(suggestion)")
    }
}

extension CatalogEdition {
    fileprivate func answer(_ listing: CatalogListing) -> CourseRequirementsAnswer {
        CourseRequirementsAnswer(course: listing.entry.code, listing.requirements, opens: opens(listing.entry.code))
    }
}
