import Hummingbird
import NoteItCore

/// Terms, subjects and courses.
struct CatalogRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/terms", token: .read(.everywhere), use: terms)
            .get("/v1/terms/:term/subjects", token: .read(.everywhere), use: subjects)
            .get("/v1/terms/:term/courses", token: .read(.everywhere), use: courses)
            .get("/v1/courses/:course", token: .read(.course), use: course)
    }

    func terms(_ request: Request, context: AppContext) async throws -> Page<Term> {
        try Page(of: try await store.terms(), try request.query().page(), by: \.id.text)
    }

    func subjects(_ request: Request, context: AppContext) async throws -> Page<Subject> {
        let page = try request.query().page()
        return try Page(of: try await store.subjects(of: try context.termID()), page, by: \.code)
    }

    func courses(_ request: Request, context: AppContext) async throws -> Page<CourseSummary> {
        let query = try request.query()
        let wanted = CourseQuery(
            subject: try query.text("subject"), number: try query.text("number"), text: try query.text("q"),
            attribute: try query.text("attribute"), open: try query.flag("open"))
        let (term, page) = try (context.termID(), query.page())
        let read = { @Sendable in try await store.courses(of: term, matching: wanted, page: page) }
        return wanted.text == nil ? try await read() : try await context.longRead(read)
    }

    func course(_ request: Request, context: AppContext) async throws -> Course {
        try await store.course(try context.courseID())
    }
}
