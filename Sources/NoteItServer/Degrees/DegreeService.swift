import Foundation
import Hummingbird
import NIOCore
import NoteItCore
import Planning

/// Runs checks, audits and paths on the planning threads, and reads the input of those of a stored plan.
struct DegreeService: Sendable {
    let store: any Store
    let catalog: DegreeCatalog
    let pool: PlanningPool
    let now: @Sendable () -> Date

    /// The longest time of one request's work. The steps of `Planning` end it long before, on a machine that is not stuck.
    private static let limit = Duration.seconds(60)

    /// Throws `.tooMany` and `.unavailable` if too much waits, `CancellationError` if the client left.
    func run<Value: Sendable>(
        for account: Account.ID, on channel: any Channel, _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        try await pool.run(for: account, within: Self.limit, on: channel, work)
    }

    /// The most bytes of a body that a request's own thread decodes: a few milliseconds.
    private static let littleBody = 16 << 10

    /// Answers a body in one turn on the planning threads. A large one is decoded there too, where plain requests do not wait for it.
    /// Throws as `JSONBody`, `run` and `work` do.
    /// - Parameter work: takes the body, the catalog, and whether the client left.
    func answer<Wanted: Decodable & Sendable, Value: Sendable>(
        to request: Request, context: AppContext,
        _ work: @escaping @Sendable (Wanted, CatalogEdition, @escaping () -> Bool) throws -> Value
    ) async throws -> Value {
        let body = try await JSONBody().body(of: request, context: context)
        defer { withExtendedLifetime(body) {} }
        let data = body.data
        let little = data.count > Self.littleBody ? nil : try JSONBody.value(Wanted.self, from: data)
        let edition = try await catalog.edition()
        return try await run(for: context.account(), on: context.channel) { budget in
            Result { try work(little ?? JSONBody.value(Wanted.self, from: data), edition, budget.isOver) }
        }.get()
    }

    /// The value of a body. A large one is decoded on the planning threads. Throws as `JSONBody` and `run` do.
    func decode<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, from request: Request, context: AppContext
    ) async throws -> Wanted {
        let body = try await JSONBody().body(of: request, context: context)
        defer { withExtendedLifetime(body) {} }
        let data = body.data
        if data.count <= Self.littleBody { return try JSONBody.value(type, from: data) }
        return try await run(for: context.account(), on: context.channel) { _ in
            Result { try JSONBody.value(Wanted.self, from: data) }
        }.get()
    }

    /// Looks for faults: of a few unknown courses where the request runs, of many on the planning threads. Throws as `run`.
    func faults(
        unknown courses: Int, context: AppContext, _ find: @escaping @Sendable () -> [FieldError]
    ) async throws -> [FieldError] {
        if courses <= Self.fewUnknown { return find() }
        return try await run(for: context.account(), on: context.channel) { _ in find() }
    }

    /// Each unknown one is compared with many of the catalog.
    private static let fewUnknown = 5

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
