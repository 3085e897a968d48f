import Hummingbird
import NoteItCore

/// The programmes of the server.
struct ProgrammeRoutes {
    let catalog: DegreeCatalog

    var routes: Routes {
        Routes()
            .get("/v1/programmes", token: .read(.everywhere), use: list)
            .get("/v1/programmes/:programme", token: .read(.everywhere), use: show)
    }

    /// All programmes, by name, then id.
    func list(_ request: Request, context: AppContext) async throws -> Page<ProgrammeSummary> {
        let page = try request.query().page()
        return try Page(of: try await catalog.edition().programmes.map(ProgrammeSummary.init), page, by: \.id.text)
    }

    func show(_ request: Request, context: AppContext) async throws -> Programme {
        let id = Programme.ID(try context.path("programme"))
        return try await catalog.edition().programme(id)
    }
}
