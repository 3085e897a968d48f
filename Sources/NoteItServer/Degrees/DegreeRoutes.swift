import Hummingbird
import NoteItCore
import Planning

/// Audits, paths and parsed prerequisites that depend on the request alone, and on a programme that it names. Nothing is stored.
struct DegreeRoutes {
    let desk: DegreeDesk

    var routes: Routes {
        Routes()
            .post("/v1/degrees/audit", limit: .degrees, use: audit)
            .post("/v1/degrees/path", limit: .degrees, use: path)
            .post("/v1/degrees/parse", limit: .degrees, use: parse)
    }

    func audit(_ request: Request, context: AppContext) async throws -> DegreeAudit {
        let account = try context.account()
        let wanted = try await desk.decode(AuditRequest.self, from: request, context: context).validated()
        let problem = AuditProblem(wanted, to: try await desk.programme(wanted.programme))
        return try await desk.run(.audit, for: account, on: context.channel) {
            DegreeAuditor.audit(problem, isOver: $0.isOver)
        }
    }

    func path(_ request: Request, context: AppContext) async throws -> DegreePath {
        let account = try context.account()
        let wanted = try await desk.decode(PathRequest.self, from: request, context: context).validated()
        let problem = PathProblem(wanted, to: try await desk.programme(wanted.programme))
        return try await desk.run(.path, for: account, on: context.channel) {
            DegreePathfinder.path(problem, isOver: $0.isOver)
        }
    }

    func parse(_ request: Request, context: AppContext) async throws -> ParsedRequirements {
        let account = try context.account()
        let wanted = try await desk.decode(ParseRequest.self, from: request, context: context).validated()
        return try await desk.run(.other, for: account, on: context.channel) { _ in
            PrerequisiteParser.parse(wanted.text, subject: wanted.subject)
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
