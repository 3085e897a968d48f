import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// The page in a browser: its shell at every room, and its files.
struct PageRoutes {
    static let nothing = DomainError.notFound("page at this address")

    private let source: PageSource
    /// Nil if the page is read from a folder.
    private let made: MadePage?

    init(_ source: PageSource) {
        self.source = source
        if case .files(let files) = source { made = MadePage(files) } else { made = nil }
    }

    var routes: Routes {
        Rooms.paths.reduce(Routes()) { $0.get(RouterPath(stringLiteral: $1), use: room) }
            .get("/degree/:plan", use: plan)
            .get("/worker.js", use: worker)
            .get("/page/:hash/**", use: file)
    }

    func room(_ request: Request, context: AppContext) async throws -> Response {
        try Rooms.require(context)
        return answer(try await page().shell, to: request)
    }

    /// The link that shares a plan. Tells programs what to do with it. The answer is the same whether there is such a plan or not.
    func plan(_ request: Request, context: AppContext) async throws -> Response {
        let _: DegreePlan.ID = try context.identifier("plan")
        var response =
            if request.wantsHTML { answer(try await page().shell, to: request) } else {
                Response(
                    status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                    body: ResponseBody(
                        byteBuffer: ByteBuffer(
                            string:
                                "This is a link to a degree plan on NoteIt. Sign in with noteit, then: noteit plan show LINK\n")
                    ))
            }
        response.headers[.vary] = "Accept, Accept-Encoding"
        return response
    }

    func worker(_ request: Request, context: AppContext) async throws -> Response {
        guard let worker = try await page().worker else { throw Self.nothing }
        var response = answer(worker, to: request)
        response.headers[.serviceWorkerAllowed] = "/"
        return response
    }

    /// A file below the hash of its version. A folder's version may have changed since the shell was sent.
    func file(_ request: Request, context: AppContext) async throws -> Response {
        let (page, path) = (try await page(), context.parameters.getCatchAll().joined(separator: "/"))
        guard made == nil || context.parameters.get("hash") == page.hash, let file = page[path] else { throw Self.nothing }
        return answer(file, to: request, caching: "public, max-age=31536000, immutable")
    }

    /// `404` for people. Nil if there is no page for it.
    func absent(_ request: Request) async -> Response? {
        guard let absent = (try? await page())?.absent else { return nil }
        var response = answer(absent, to: request, caching: "no-store")
        response.status = .notFound
        response.headers[.eTag] = nil
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    private func page() async throws -> WebPage {
        let page = if let made { await made.page } else { try WebPage(source.read(), isWhole: false) }
        guard let page else { throw Self.nothing }
        return page
    }

    private func answer(_ file: WebPage.File, to request: Request, caching: String = "no-cache") -> Response {
        let (gzip, gzipTag) = (request.acceptsGzip ? file.gzip : nil, "\(file.tag)-gzip")
        var headers = Self.headers
        headers[.eTag] = "\"\(gzip == nil ? file.tag : gzipTag)\""
        headers[.cacheControl] = made == nil ? "no-store" : caching
        headers[.vary] = "Accept-Encoding"
        if caching != "no-store", request.knows(file.tag, gzipTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = file.mediaType
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip ?? file.plain))
    }

    /// What browsers do for no page of this server, whatever its files and people's texts say.
    private static let headers: HTTPFields = [
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
        require-trusted-types-for 'script'; trusted-types noteit
        """,
        .referrerPolicy: "no-referrer", .crossOriginOpenerPolicy: "same-origin",
    ]
}

/// The page of the program, made when it is first asked for: more work than all else of a start.
private actor MadePage {
    private let files: [String: [UInt8]]
    private(set) lazy var page = WebPage(JoinedModules.joined(from: Comments.removed(from: files)), isWhole: true)

    init(_ files: [String: [UInt8]]) { self.files = files }
}

extension Request {
    /// Whether a person reads the answer in a browser, and not a program.
    var wantsHTML: Bool {
        [.get, .head].contains(method) && headers[values: .accept].contains { $0.lowercased().contains("text/html") }
    }
}
