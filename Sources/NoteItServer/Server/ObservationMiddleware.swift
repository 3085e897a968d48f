import HTTPTypes
import Hummingbird

/// Counts and logs each request, and puts on each answer what browsers and caches must know.
///
/// The log names the path without its query: a query can hold a ticket or what somebody searched.
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
            context.logger.debug("\(request.method) \(request.uri.path) \(status) in \(took)")
        }
        var response = try await next(request, context)
        status = response.status.code
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
