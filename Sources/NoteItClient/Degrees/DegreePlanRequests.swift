import Foundation
import HTTPTransport
import NoteItCore

/// Degree plans: my own, those that I follow, and shared ones by their id.
extension APIClient {
    /// My plan, or a shared one. Throws `.problem` with 404.
    public func degreePlan(_ id: DegreePlan.ID) async throws -> DegreePlan { try await send(.plan(.GET, id)) }

    /// The link that shares a plan. A browser that opens it is told what it is.
    public func link(to id: DegreePlan.ID) -> String { "\(server.absoluteString)/degree/\(id)" }

    /// The plan that a link of this server leads to, also one of an older version.
    public func degreePlan(ofLink text: String) -> DegreePlan.ID? {
        let prefixes = ["degree", "v1/me/plans"].map { "\(server.absoluteString)/\($0)/" }
        return prefixes.first(where: text.hasPrefix).flatMap { DegreePlan.ID(String(text.dropFirst($0.count))) }
    }

    /// Adds a plan. Sending it again stores nothing twice: it gets an id here if it has none.
    public func createPlan(_ new: NewDegreePlan) async throws -> DegreePlan {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(Call(.POST, "v1", "me", "plans").with(body: new, repeatable: true))
    }

    /// Edits my plan. Throws `.problem` with 412 if there is a newer revision than `rev`.
    public func edit(_ id: DegreePlan.ID, with patch: DegreePlanPatch, rev: Int? = nil) async throws -> DegreePlan {
        try await send(.plan(.PATCH, id).with(body: patch).with(rev: rev))
    }

    /// Deletes my plan with its comments. Throws `.problem` with 412 if there is a newer revision than `rev`.
    public func delete(_ id: DegreePlan.ID, rev: Int? = nil) async throws {
        _ = try await send(.plan(.DELETE, id).with(rev: rev))
    }

    /// My plan, or a shared one, as an SVG picture that the server drew.
    public func picture(of id: DegreePlan.ID) async throws -> Data { try await send(.plan(.GET, id, "picture")).body }

    /// The problems of my plan, or of a shared one.
    public func check(_ id: DegreePlan.ID) async throws -> PlanCheck { try await send(.plan(.GET, id, "check")) }

    /// The problems that the plan would have after an edit, or with another record. Nothing is stored.
    public func check(
        _ id: DegreePlan.ID, after patch: DegreePlanPatch = DegreePlanPatch(name: nil), with record: AcademicRecord? = nil
    ) async throws -> PlanCheck {
        try await send(
            .plan(.POST, id, "check").with(body: DegreePlanDraft(edit: patch, record: record), repeatable: true))
    }

    /// The audit of my plan, or of a shared one.
    /// - Parameter programme: nil means the plan's own. Throws `.problem` with 422 if there is none.
    public func audit(_ id: DegreePlan.ID, for programme: Programme.ID? = nil) async throws -> DegreeAudit {
        try await send(.plan(.GET, id, "audit").with(["programme": programme?.text]))
    }

    /// The audit of what the request says. Nothing is stored.
    public func audit(_ request: AuditRequest) async throws -> DegreeAudit {
        try await send(Call(.POST, "v1", "degrees", "audit").with(body: request, repeatable: true))
    }

    /// The way to the earliest graduation. Nil takes the server's standard.
    /// - Parameter keeping: whether the courses and electives of the plan stay in their terms.
    public func path(
        _ id: DegreePlan.ID, for programme: Programme.ID? = nil, from: AcademicTerm? = nil, credits: CreditLimits? = nil,
        keeping: Bool = false
    ) async throws -> DegreePath {
        let every = credits.flatMap { $0.spring == $0.summer && $0.summer == $0.fall ? $0.fall : nil }
        let each = every == nil ? credits : nil
        return try await send(
            .plan(.GET, id, "path").with([
                "programme": programme?.text, "from": from?.description, "keep": keeping ? "true" : nil,
                "credits": every?.description,
                "spring": each?.spring.description, "summer": each?.summer.description, "fall": each?.fall.description,
            ]))
    }
}

/// Approvals and comments.
extension APIClient {
    /// Approves a plan of another person. Throws `.problem` with 412 if there is a newer revision than `rev`.
    public func approve(_ id: DegreePlan.ID, rev: Int? = nil) async throws -> DegreePlan {
        try await send(.plan(.PUT, id, "approval").with(rev: rev))
    }

    /// Takes my approval back.
    public func withdrawApproval(of id: DegreePlan.ID) async throws { _ = try await send(.plan(.DELETE, id, "approval")) }

    /// Comments on a plan, oldest first.
    public func replies(toPlan id: DegreePlan.ID) async throws -> [PlanReply] { try await all(.plan(.GET, id, "replies")) }

    /// Posts a comment. Sending it again stores nothing twice: it gets an id here if it has none.
    public func reply(_ new: NewReply, toPlan id: DegreePlan.ID) async throws -> PlanReply {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(.plan(.POST, id, "replies").with(body: new, repeatable: true))
    }
}

extension Call {
    fileprivate static func plan(_ method: HTTPMethod, _ id: DegreePlan.ID, _ part: String? = nil) -> Call {
        guard let part else { return Call(method, "v1", "me", "plans", id.description) }
        return Call(method, "v1", "me", "plans", id.description, part)
    }
}
