import HTTPTypes
import Hummingbird
import NoteItCore

/// Calendar files under secret addresses.
struct CalendarFeedRoutes {
    let store: any Store
    let feeds: CalendarFeeds
    let reads: LastUseRecorder<CalendarFeed.ID>
    let address: ClientAddress

    var routes: Routes {
        Routes()
            .get("/v1/me/calendar-feeds", use: list)
            .post("/v1/me/calendar-feeds", limit: .own, use: create)
            .delete("/v1/me/calendar-feeds/:feed", limit: .own, use: revoke)
    }

    /// The route for calendar programs: the secret in the path is all that they have.
    var openRoutes: Routes { Routes().get("/calendars/:file", use: read) }

    func list(_ request: Request, context: AppContext) async throws -> Page<CalendarFeed> {
        let (account, page) = try (context.account(), request.query().page())
        return try Page(of: try await store.calendarFeeds(of: account), page, by: \.id.description)
    }

    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<MadeCalendarFeed> {
        let new = try await request.decode(as: NewCalendarFeed.self, context: context).validated()
        let secret = Secret.make()
        let feed = try await store.addCalendarFeed(new, hash: Secret.digest(secret), by: context.account())
        let url = "\(address.base(of: request))/calendars/\(secret).ics"
        return EditedResponse(status: .created, response: MadeCalendarFeed(id: feed.id, url: url))
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.revokeCalendarFeed(context.identifier("feed"), by: context.account())
        return .noContent
    }

    /// The secret is looked up by its hash, so an answer's time tells nothing about it.
    func read(_ request: Request, context: AppContext) async throws -> Response {
        let name = try context.path("file")
        guard name.hasSuffix(".ics"), name.utf8.count <= 128,
            let (feed, account) = try await store.calendarFeed(hash: Secret.digest(String(name.dropLast(4))))
        else { throw DomainError.notFound("calendar at this address") }
        context.share?.belongs(to: account)
        let file = try await feeds.file(of: feed, account: account)
        reads.record(feed.id)
        let body = request.acceptsGzip ? file.gzip : nil
        var headers: HTTPFields = [
            .eTag: "\"\(body == nil ? file.etag : file.gzipTag)\"", .cacheControl: "private, max-age=300",
            .vary: "Accept-Encoding",
        ]
        if request.knows(file.etag, file.gzipTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "text/calendar; charset=utf-8"
        if body != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body ?? file.plain))
    }
}

extension MadeCalendarFeed: ResponseEncodable {}
