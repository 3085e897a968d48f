import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// The campus's sign-on: the way there and back, the links of accounts, and its sign-outs.
struct SignOnRoutes {
    /// Nil: this server has none.
    let service: SignOnService?
    let signIn: SignIn
    let store: any Store
    let cookie: RefreshCookie
    let address: ClientAddress

    private static let form = "application/x-www-form-urlencoded"
    private static let noSignOn = DomainError.notFound("sign-on")
    /// The longest answer that fits a cookie, in bytes.
    private static let longestAnswer = 2_900

    var openRoutes: Routes {
        Routes()
            .get("/v1/sign-on", use: offer)
            .post("/v1/sign-on", limit: .byHandler, use: begin)
            .get("/v1/sign-on/callback", use: comeBack)
            .post("/v1/sign-on/session", limit: .byHandler, use: open)
            .post("/v1/sign-on/logout", limit: .byHandler, use: end)
    }

    var routes: Routes {
        Routes()
            .get("/v1/me/sign-on", use: list)
            .post("/v1/me/sign-on", limit: .own, use: beginLink)
            .post("/v1/me/sign-on/link", limit: .own, use: link)
            .delete("/v1/me/sign-on/:link", limit: .own, use: unlink)
    }

    private func requireService() throws -> SignOnService {
        guard let service else { throw Self.noSignOn }
        return service
    }

    private func redirect(for request: Request) -> String { "\(address.base(of: request))/v1/sign-on/callback" }

    func offer(_ request: Request, context: AppContext) -> SignOnOffer {
        SignOnOffer(name: service?.rule.name, only: service?.rule.registration == .signOn)
    }

    func begin(_ request: Request, context: AppContext) async throws -> Response {
        let service = try requireService()
        try cookie.requireOwnPage(request)
        let (start, value) = try await service.begin(redirect: redirect(for: request), from: context.address)
        return try began(start, value, request)
    }

    private func began(_ start: SignOnStart, _ value: String, _ request: Request) throws -> Response {
        var response = try JSONBody.response(start)
        let cookies = SignOnCookies(address: address)
        // An older answer would not fit.
        for (kind, value) in [(SignOnCookies.Kind.journey, value), (.answer, "")] {
            response.headers.append(HTTPField(name: .setCookie, value: cookies.header(kind, value, for: request)))
        }
        return response
    }

    /// The browser comes from the provider. It changes nothing yet: what it brings goes into a cookie, and its address, with the
    /// code, is replaced by that of the page.
    func comeBack(_ request: Request, context: AppContext) throws -> Response {
        _ = try requireService()
        let query = request.uri.query ?? ""
        let isShort = query.utf8.count <= Self.longestAnswer
        let answer = Secret.base64URL(Array((isShort ? query : "error=answer_too_long").utf8))
        return Response(
            status: .seeOther,
            headers: [
                .location: "\(address.base(of: request))/sign-on", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
                .setCookie: SignOnCookies(address: address).header(.answer, answer, for: request),
            ])
    }

    func open(_ request: Request, context: AppContext) async throws -> Response {
        let returned = try await request.decode(as: SignOnReturn.self, context: context.beforeSignIn).validated()
        let service = try requireService()
        try cookie.requireOwnPage(request)
        let cookies = SignOnCookies(address: address)
        let entry = try await service.enter(
            returned, journey: cookies.value(.journey, of: request), answer: cookies.value(.answer, of: request),
            question: cookies.value(.question, of: request), redirect: redirect(for: request),
            at: address.relyingParty(of: request), from: context.address)
        switch entry {
        case .entered(let entrance):
            var response = try cookie.response(entrance, inCookie: true, to: request)
            cookies.clear(&response, for: request)
            return response
        case .asked(let problem, let question):
            var response = try problem.response()
            cookies.clear(&response, question: question, for: request)
            return response
        }
    }

    /// The campus's own message, which a program of it sends as a form.
    func end(_ request: Request, context: AppContext) async throws -> Response {
        let service = try requireService()
        guard request.mediaType == Self.form else { throw DomainError.unsupported("The body must be \(Self.form).") }
        let (body, charge) = try await request.counted(upTo: context.beforeSignIn.maxUploadSize, context)
        defer { withExtendedLifetime(charge) {} }
        guard let token = try Query(String(buffer: body)).text("logout_token", most: body.readableBytes) else {
            throw DomainError.invalid("logout_token", "is missing")
        }
        try await service.end(by: token)
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    // MARK: Links

    func list(_ request: Request, context: AppContext) async throws -> SignOnLinks {
        let caller = try context.requireCaller()
        return SignOnLinks(
            name: service?.rule.name, linked: try await store.signOnIdentities(of: caller.account),
            signOutURL: try await service?.signOutAddress(of: caller.session, returning: address.base(of: request)))
    }

    func beginLink(_ request: Request, context: AppContext) async throws -> Response {
        let caller = try context.requireCaller()
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        let service = try requireService()
        try cookie.requireOwnPage(request)
        try await signIn.spending(proof, of: caller, from: context.address) { _, spent in
            if let spent { try await store.spend(spent, of: caller.account) }
        }
        let (start, value) = try await service.begin(
            linking: caller.account, redirect: redirect(for: request), from: context.address)
        return try began(start, value, request)
    }

    func link(_ request: Request, context: AppContext) async throws -> Response {
        let service = try requireService()
        try cookie.requireOwnPage(request)
        let cookies = SignOnCookies(address: address)
        let identity = try await service.link(
            context.requireCaller(), journey: cookies.value(.journey, of: request),
            answer: cookies.value(.answer, of: request), redirect: redirect(for: request))
        var response = try JSONBody.response(identity, status: .created)
        response.headers[.location] = "/v1/me/sign-on"
        cookies.clear(&response, for: request)
        return response
    }

    func unlink(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let proof = try await request.decode(as: FactorProof.self, context: context).validated()
        let id: SignOnIdentity.ID = try context.identifier("link")
        try await requireOtherWay(than: id, for: caller.account)
        try await signIn.spending(proof, of: caller, from: context.address) { password, spent in
            try await store.unlink(
                id, of: caller.account, keeping: caller.session, proof: spent, ifPassword: password)
        }
        try await signIn.revoked.reload(from: store)
        return .noContent
    }

    /// Throws `.conflict` for the only way in of a person to whom the server opens no other door.
    private func requireOtherWay(than link: SignOnIdentity.ID, for account: Account.ID) async throws {
        guard let service, service.rule.registration == .signOn, try await store.account(account).role != .admin else { return }
        let links = try await store.signOnIdentities(of: account)
        guard links.contains(where: { $0.id == link && $0.issuer == service.provider.settings.issuer }) else { return }
        throw DomainError.conflict("People sign in to this server at \(service.rule.name), so this link is your only way in.")
    }
}

extension SignOnOffer: ResponseEncodable {}
extension SignOnLinks: ResponseEncodable {}
