import Hummingbird
import NoteItCore

/// Terms, subjects and courses.
struct CatalogRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("terms", use: terms)
            .get("terms/:term/subjects", use: subjects)
            .get("terms/:term/courses", use: courses)
            .get("courses/:course", use: course)
    }

    func terms(_ request: Request, context: AppContext) async throws -> Page<Term> {
        try Page(of: try await store.terms(), try request.query().page(), by: \.id)
    }

    func subjects(_ request: Request, context: AppContext) async throws -> Page<Subject> {
        let page = try request.query().page()
        return try Page(of: try await store.subjects(of: try context.path("term")), page, by: \.code)
    }

    func courses(_ request: Request, context: AppContext) async throws -> Page<CourseSummary> {
        let query = try request.query()
        let wanted = CourseQuery(
            subject: try query.text("subject"), number: try query.text("number"), text: try query.text("q"),
            attribute: try query.text("attribute"), open: try query.flag("open"))
        return try await store.courses(of: try context.path("term"), matching: wanted, page: try query.page())
    }

    func course(_ request: Request, context: AppContext) async throws -> Course {
        try await store.course(try context.path("course"))
    }
}
