import HTTPTypes
import Hummingbird
import NoteItCore

/// Admits calendar programs with an app password, and scripts with an access token.
struct DAVAuthenticationMiddleware: RouterMiddleware {
    let basic: BasicAuthentication

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let caller = try await basic.caller(of: request, context: context) else {
            throw DomainError.unauthenticated("Sign in with your email and an app password.")
        }
        var context = context
        (context.caller, context.requireOpenSession) = (caller, basic.authenticator.requireOpen)
        context.share?.belongs(to: caller.account)
        return try await next(request, context)
    }
}

/// Answers errors below `/dav/` in XML. Errors that no client caused go on.
struct DAVErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let failure as DAVFailure {
            return failure.response()
        } catch {
            guard let problem = Problem(error) else { throw error }
            var response = DAVXML.error(HTTPResponse.Status(code: problem.status), nil, problem.detail)
            for field in Problem.headers(of: error) { response.headers[field.name] = field.value }
            if response.status == .unauthorized { response.headers[.wwwAuthenticate] = BasicAuthentication.challenge }
            return response
        }
    }
}
