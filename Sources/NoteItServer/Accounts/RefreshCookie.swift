import HTTPTypes
import Hummingbird
import NoteItCore

/// The cookie in which a browser keeps its refresh token: no script reads it, and it goes to the routes of sessions alone.
///
/// A browser sends a cookie whichever page makes the request. So `SameSite` keeps it from other sites, and whatever sets or
/// takes the cookie demands that the server's own page asks.
struct RefreshCookie: Sendable {
    private static let name = "noteit_refresh"

    let address: ClientAddress

    /// The refresh token of a request.
    /// Throws `.unauthenticated` without one, `.forbidden` if another page asks.
    func token(of request: Request) throws -> String {
        let found = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map(\.trimmed)
            .filter { $0.hasPrefix("\(Self.name)=") }
        guard let cookie = found.first else {
            throw DomainError.unauthenticated("Neither the body nor a cookie has a refresh token. Sign in.")
        }
        try requireOwnPage(request)
        // Another host of the same domain can add one, and nobody knows which is which.
        guard found.count == 1 else {
            throw DomainError.unauthenticated(
                "The browser sent two cookies \(Self.name). Delete them there, and sign in again.")
        }
        return String(cookie.dropFirst(Self.name.count + 1))
    }

    /// Throws `.forbidden` unless a page of this server makes the request: its `Origin` is the address that the request names, or
    /// the public one.
    func requireOwnPage(_ request: Request) throws {
        let own = [address.origin(of: request), address.publicURL?.origin].compactMap { $0 }
        if let origin = request.headers[.origin].flatMap(WebOrigin.init), own.contains(origin) { return }
        throw DomainError.forbidden(
            "Only the page of this server may use its cookie: the Origin must be \(address.base(of: request)). Behind a TLS proxy, "
                + "the operator sets NOTEIT_TRUST_PROXY or NOTEIT_PUBLIC_URL. Programs send the refresh token in the body.")
    }

    /// The answer to the first half of a sign-in, or to a registration.
    /// - Parameter location: nil for that of the session.
    func response(
        _ entrance: Entrance, inCookie: Bool, to request: Request, location: String? = nil
    ) throws -> Response {
        switch entrance {
        case .open(let session, let signedIn):
            try response(
                signedIn, inCookie: inCookie, to: request, status: .created, location: location ?? "/v1/sessions/\(session)")
        case .needed(let needed): try JSONBody.response(needed, status: .accepted)
        }
    }

    /// The answer to a sign-in.
    /// - Parameter inCookie: whether the refresh token is in the cookie alone.
    func response(
        _ signedIn: SignedIn, inCookie: Bool, to request: Request, status: HTTPResponse.Status = .ok, location: String? = nil
    ) throws -> Response {
        let body: any Encodable = inCookie ? WithoutRefreshToken(signedIn) : signedIn
        var response = try JSONBody.response(body, status: status)
        response.headers[.location] = location
        if inCookie {
            response.headers[.setCookie] = header(signedIn.refreshToken, seconds: Session.unusedLifetime, for: request)
        }
        return response
    }

    /// Leads the browser, which is signed in from now on, to a room of the page, and tells the page so.
    func redirect(_ signedIn: SignedIn, to location: String, for request: Request) -> Response {
        Response(
            status: .seeOther,
            headers: [
                .location: "\(location)#launched", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
                .setCookie: header(signedIn.refreshToken, seconds: Session.unusedLifetime, for: request),
            ])
    }

    /// A plain page that signs the browser in.
    func page(_ page: PlainPage, _ signedIn: SignedIn, for request: Request) -> Response {
        var response = page.response()
        response.headers[.setCookie] = header(signedIn.refreshToken, seconds: Session.unusedLifetime, for: request)
        return response
    }

    /// `204` that removes the cookie.
    func cleared(for request: Request) -> Response {
        Response(status: .noContent, headers: [.setCookie: header("", seconds: 0, for: request)])
    }

    private func header(_ value: String, seconds: Int, for request: Request) -> String {
        let attributes = "Path=/v1/sessions; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        return "\(Self.name)=\(value); \(attributes)\(address.isOpenLoopback(request) ? "" : "; Secure")"
    }

    private struct WithoutRefreshToken: Encodable {
        let account: Account
        let accessToken: String
        let expiresIn: Int
        let recoveryCodes: [String]?

        init(_ whole: SignedIn) {
            (account, accessToken, expiresIn) = (whole.account, whole.accessToken, whole.expiresIn)
            recoveryCodes = whole.recoveryCodes
        }
    }
}
