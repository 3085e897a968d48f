import Hummingbird
import NoteItCore

/// The courses that a person has taken.
struct RecordRoutes {
    let store: any Store
    let service: DegreeService

    var routes: Routes {
        Routes()
            .get("/v1/me/record", token: .read(.everywhere), use: show)
            .put("/v1/me/record", limit: .own, use: replace)
    }

    func show(_ request: Request, context: AppContext) async throws -> EditedResponse<AcademicRecord> {
        EditedResponse(try await store.record(of: context.account()))
    }

    /// Replaces all items, or none.
    func replace(_ request: Request, context: AppContext) async throws -> EditedResponse<AcademicRecord> {
        let (account, allowsUnknown) = try (context.account(), request.query().allowsUnknown())
        let body = try await service.decode(RecordBody.self, from: request, context: context)
        let record = try AcademicRecord(items: body.items).validated()
        if !allowsUnknown {
            let present = try await store.record(of: account).items.map(\.course)
            let known = KnownCourses(edition: try await service.catalog.edition(), own: Set(present))
            let count = known.unknown(among: record.items.filter { $0.kind == .taken }.map(\.course))
            let errors = try await service.faults(unknown: count, context: context) { known.faults(in: record.items) }
            if !errors.isEmpty { throw DomainError.invalid(errors) }
        }
        return EditedResponse(try await store.setRecord(record.items, ifRev: Revision.demanded(by: request), of: account))
    }
}

/// The body of a record. A bare list would let a mistaken `[]` empty the record.
private struct RecordBody: Codable, Sendable {
    var items: [RecordItem]
}

extension Query {
    private enum Unknown: String, CaseIterable { case allow }

    /// `?unknown=allow`.
    fileprivate func allowsUnknown() throws -> Bool { try choice("unknown") as Unknown? == .allow }
}
