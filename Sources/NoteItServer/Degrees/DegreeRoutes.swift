import Hummingbird
import NoteItCore
import Planning

/// Audits, paths and parsed prerequisites that depend on the request alone, and on a programme that it names. Nothing is stored.
struct DegreeRoutes {
    let service: DegreeService

    var routes: Routes {
        Routes()
            .post("/v1/degrees/audit", limit: .degrees, use: audit)
            .post("/v1/degrees/path", limit: .degrees, use: path)
            .post("/v1/degrees/parse", limit: .degrees, use: parse)
    }

    func audit(_ request: Request, context: AppContext) async throws -> DegreeAudit {
        try await service.answer(to: request, context: context) { (wanted: AuditRequest, edition, isOver) in
            let wanted = try wanted.validated()
            return DegreeAuditor.audit(AuditProblem(wanted, to: try edition.programme(wanted.programme)), isOver: isOver)
        }
    }

    func path(_ request: Request, context: AppContext) async throws -> DegreePath {
        try await service.answer(to: request, context: context) { (wanted: PathRequest, edition, isOver) in
            let wanted = try wanted.validated()
            return try DegreePathfinder.path(PathProblem(wanted, to: try edition.programme(wanted.programme)), isOver: isOver)
        }
    }

    func parse(_ request: Request, context: AppContext) async throws -> ParsedRequirements {
        try await service.answer(to: request, context: context) { (wanted: ParseRequest, _, _) in
            let wanted = try wanted.validated()
            return PrerequisiteParser.parse(wanted.text, subject: wanted.subject)
        }
    }
}

extension AuditProblem {
    init(_ request: AuditRequest, to programme: Programme) {
        self.init(
            programme: programme, record: request.record?.items ?? [], terms: request.terms ?? [],
            courses: request.courses?.values ?? [:])
    }
}

extension PathProblem {
    init(_ request: PathRequest, to programme: Programme) {
        self.init(
            programme: programme, record: request.record?.items ?? [], from: request.from,
            creditsPerTerm: request.creditsPerTerm, offered: request.offered?.values ?? [:],
            prerequisites: request.prerequisites?.values ?? [:], courses: request.courses?.values ?? [:])
    }
}
