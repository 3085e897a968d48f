import HTTPTypes
import Hummingbird

/// Counts and logs each request, and sets the response headers for browsers and caches.
///
/// The log omits the query, which can hold a ticket or the words of a search, and the secret in the address of a feed.
struct ObservationMiddleware: RouterMiddleware {
    let metrics: Metrics

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        metrics.requestBegan()
        var status = 400
        defer {
            let took = ContinuousClock.now - start
            metrics.requestEnded(request.method, route: context.endpointPath ?? "", status: status, took: took)
            context.logger.debug("\(request.method) \(request.shownPath) \(status) in \(took)")
        }
        var response = try await next(request, context)
        status = response.status.code
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
