import Foundation
import Hummingbird
import NIOCore
import NoteItCore
import Planning

/// Runs checks, audits and paths on the planning threads, and reads the input of those of a stored plan.
struct DegreeDesk: Sendable {
    let store: any Store
    let catalog: DegreeCatalog
    let pool: PlanningPool
    let now: @Sendable () -> Date

    /// The kind of a request's work. It sets the time limit, after which a search returns the best that it found.
    enum Work {
        case audit, path, other

        fileprivate var limit: Duration {
            switch self {
            case .audit: .seconds(1)
            case .path: .seconds(2)
            case .other: .seconds(10)
            }
        }
    }

    /// Throws `.tooMany` and `.unavailable` if too much waits, `CancellationError` if the client left.
    func run<Value: Sendable>(
        _ kind: Work, for account: Account.ID, on channel: any Channel, _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        let permit = try pool.permit(for: account)
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await pool.run(with: permit, within: kind.limit, until: { watch.isGone }, work)
    }

    /// Decodes a body on the planning threads: the largest take as long as many plain requests, which must not wait for them.
    /// Throws as `JSONBody` and `run` do.
    func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, from request: Request, context: AppContext
    ) async throws -> Value {
        let body = try await JSONBody().body(of: request, context: context)
        return try await run(.other, for: context.account(), on: context.channel) { _ in
            Result { try JSONBody.value(type, from: body.data) }
        }.get()
    }

    /// Throws `.notFound`.
    func situation(_ plan: DegreePlan.ID, by account: Account.ID) async throws -> PlanSituation {
        let plan = try await store.plan(plan, by: account)
        return PlanSituation(
            plan: plan, record: try await store.record(of: plan.owner.id).items, edition: try await catalog.edition())
    }

    /// Throws `.invalid` for a programme that the server does not have.
    func programme(_ choice: ProgrammeChoice) async throws -> Programme {
        switch choice {
        case .whole(let programme): programme
        case .stored(let id): try await catalog.edition().programme(id, at: "programme")
        }
    }

    var currentTerm: AcademicTerm { AcademicTerm(of: Day(now(), in: .gmt)) }
}
