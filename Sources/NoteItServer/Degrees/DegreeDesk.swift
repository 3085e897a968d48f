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
    /// - Parameter decoding: time that the work may take besides that of its kind.
    func run<Value: Sendable>(
        _ kind: Work, for account: Account.ID, on channel: any Channel, decoding: Duration = .zero,
        _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        let permit = try pool.permit(for: account)
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await pool.run(with: permit, within: kind.limit + decoding, until: { watch.isGone }, work)
    }

    /// The most bytes of a body that a request's own thread decodes: a few milliseconds.
    private static let littleBody = 16 << 10

    /// Answers a body in one turn on the planning threads. A large one is decoded there too, where plain requests do not wait for it.
    /// Throws as `JSONBody`, `run` and `work` do.
    /// - Parameter work: takes the body, the catalog, and whether time is over, which begins after the body is decoded.
    func answer<Wanted: Decodable & Sendable, Value: Sendable>(
        _ kind: Work, to request: Request, context: AppContext,
        _ work: @escaping @Sendable (Wanted, CatalogEdition, @escaping () -> Bool) throws -> Value
    ) async throws -> Value {
        let body = try await JSONBody().body(of: request, context: context)
        defer { withExtendedLifetime(body) {} }
        let data = body.data
        let little = data.count > Self.littleBody ? nil : try JSONBody.value(Wanted.self, from: data)
        let edition = try await catalog.edition()
        return try await run(kind, for: context.account(), on: context.channel, decoding: .seconds(10)) { budget in
            Result {
                let wanted = try little ?? JSONBody.value(Wanted.self, from: data)
                let end = ContinuousClock.now + kind.limit
                return try work(wanted, edition) { budget.isOver() || ContinuousClock.now >= end }
            }
        }.get()
    }

    /// Throws `.notFound`.
    func situation(_ plan: DegreePlan.ID, by account: Account.ID) async throws -> PlanSituation {
        let plan = try await store.plan(plan, by: account)
        return PlanSituation(
            plan: plan, record: try await store.record(of: plan.owner.id).items, edition: try await catalog.edition())
    }

    var currentTerm: AcademicTerm { AcademicTerm(of: Day(now(), in: .gmt)) }
}

extension CatalogEdition {
    /// Throws `.invalid` for a programme that the server does not have.
    func programme(_ choice: ProgrammeChoice) throws(DomainError) -> Programme {
        switch choice {
        case .whole(let programme): programme
        case .stored(let id): try programme(id, at: "programme")
        }
    }
}
