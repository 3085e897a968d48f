import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Launches from learning platforms: third-party initiated login, and the launch itself (1EdTech Security Framework 1.0, section
/// 5.1.1; LTI 1.3, section 4). They are pages for people, and so are their refusals.
struct LaunchRoutes {
    let store: any Store
    let signIn: SignIn
    let cookie: RefreshCookie
    let tickets: LaunchTickets
    let keys: PlatformKeys
    let verifier: LaunchVerifier
    let registration: PlatformRegistration
    let address: ClientAddress
    let now: @Sendable () -> Date

    private var browser: LaunchCookie { LaunchCookie(address: address) }
    /// Bytes of a form. A token may hold long lists of roles.
    private static let mostBytes = 64 << 10
    private static let mostHintBytes = 4_000

    var routes: Routes {
        Routes()
            .get("/lti/keys", use: keySet)
            .get("/lti/register", use: register)
            .get("/lti/login", use: beginByLink)
            .post("/lti/login", limit: .byHandler, use: begin)
            .post("/lti/launch", limit: .byHandler, use: launch)
            .post("/lti/link", limit: .byHandler, use: link)
            .post("/lti/pick", limit: .byHandler, use: pick)
            .post("/lti/factor", limit: .byHandler, use: prove)
    }

    func keySet(_ request: Request, context: AppContext) async throws -> Response {
        var response = try JSONBody.response(try await keys.keySet(), status: .ok)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }

    // MARK: Registration

    /// Platforms show it in a frame, and send their administrator's browser here by a link.
    func register(_ request: Request, context: AppContext) async throws -> Response {
        try await telling(inFrame: true) {
            let query = request.uri.query ?? ""
            guard let configuration = FormBody.value("openid_configuration", in: query) else {
                throw DomainError.forbidden(
                    "This address is for a learning platform. Paste it there, where tools are registered by their address.")
            }
            let platform = try await registration.register(
                by: FormBody.value("link", in: query) ?? "", configuration: configuration,
                token: FormBody.value("registration_token", in: query), base: address.base(of: request))
            return LaunchPage.registered(platform).response()
        }
    }

    // MARK: Login

    func beginByLink(_ request: Request, context: AppContext) async throws -> Response {
        try await telling { try await begin(request.uri.query ?? "", request) }
    }

    func begin(_ request: Request, context: AppContext) async throws -> Response {
        try await telling { try await form(of: request, context) { try await begin($0, request) } }
    }

    /// Sends the browser to its platform, to come back with a token.
    private func begin(_ form: String, _ request: Request) async throws -> Response {
        guard !isFramed(request) else { return LaunchPage.newWindow("login?framed=1&\(Self.kept(of: form))").response() }
        let platform = try await platform(of: form)
        let base = address.base(of: request)
        guard let target = FormBody.value("target_link_uri", in: form), LaunchTarget(target, below: base) != nil else {
            throw DomainError.forbidden(
                "The platform asks for an address that is not one of \(base). Its operator can correct the tool's addresses.")
        }
        guard let hint = FormBody.value("login_hint", in: form), hint.utf8.count <= Self.mostHintBytes else {
            throw LaunchClaims.refusal("it has no login_hint")
        }
        let secret = browser.value(in: request) ?? Secret.make()
        let sent = LaunchTickets.Sent(
            platform: platform.name, nonce: Secret.make(), isFramed: FormBody.value("framed", in: form) == "1")
        var fields = [
            ("scope", "openid"), ("response_type", "id_token"), ("response_mode", "form_post"), ("prompt", "none"),
            ("client_id", platform.client), ("redirect_uri", "\(base)/lti/launch"), ("login_hint", hint),
            ("state", try await tickets.make(sent, for: secret)), ("nonce", sent.nonce),
        ]
        if let hint = FormBody.value("lti_message_hint", in: form), hint.utf8.count <= Self.mostHintBytes {
            fields.append(("lti_message_hint", hint))
        }
        let query = FormEncoding.text(fields)
        return Response(
            status: .seeOther,
            headers: [
                .location: platform.authURL + (platform.authURL.contains("?") ? "&" : "?") + query,
                .setCookie: browser.header(secret, for: request), .cacheControl: "no-store", .referrerPolicy: "no-referrer",
            ])
    }

    /// Whether the browser shows the answer in a frame of another page (Fetch Metadata).
    private func isFramed(_ request: Request) -> Bool {
        ["iframe", "frame", "embed", "object"].contains(request.headers[.secFetchDest]?.lowercased())
    }

    /// The fields of a login, for a link that begins it again.
    private static func kept(of form: String) -> String {
        ["iss", "client_id", "lti_deployment_id", "login_hint", "lti_message_hint", "target_link_uri"].compactMap { name in
            FormBody.value(name, in: form).map { "\(name)=\($0.urlSegment)" }
        }.joined(separator: "&")
    }

    /// The one platform that a login names. Several may have one issuer: then the client id tells them apart.
    private func platform(of form: String) async throws -> LearningPlatform {
        let issuer = FormBody.value("iss", in: form) ?? ""
        let isPlain = issuer.utf8.count <= 255 && issuer.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        var found = try await isPlain ? store.platforms(of: issuer) : []
        if let client = FormBody.value("client_id", in: form) { found.removeAll { $0.client != client } }
        if let deployment = FormBody.value("lti_deployment_id", in: form), found.count > 1 {
            found.removeAll { !$0.deployments.contains(deployment) }
        }
        guard found.count == 1, let platform = found.first else {
            throw DomainError.forbidden(
                """
                The operator of NoteIt did not register this platform: \(String(issuer.visible.prefix(255))). To do it: noteitd lti \
                add
                """)
        }
        return platform
    }

    // MARK: Launch

    func launch(_ request: Request, context: AppContext) async throws -> Response {
        try await telling { try await form(of: request, context) { try await launch($0, request, context) } }
    }

    private func launch(_ form: String, _ request: Request, _ context: AppContext) async throws -> Response {
        guard !isFramed(request) else {
            throw DomainError.forbidden("NoteIt opens in a window of its own, not in a frame. Open it from the course again.")
        }
        let secret = browser.value(in: request)
        let sent: LaunchTickets.Sent = try await tickets.read(FormBody.value("state", in: form) ?? "", for: secret)
        guard let platform = try await store.platform(named: sent.platform) else { throw DomainError.notFound("platform") }
        if let fault = FormBody.value("error", in: form) {
            throw DomainError.forbidden("The platform did not let you in: \(String(fault.visible.prefix(200))).")
        }
        let (claims, until) = try await verifier.claims(
            of: FormBody.value("id_token", in: form) ?? "", from: platform, nonce: sent.nonce)
        let launch = try claims.launch(at: platform, below: address.base(of: request))
        if case .pick = launch.purpose, launch.role != .staff {
            throw DomainError.forbidden("Only instructors of a course add links to NoteIt there.")
        }
        var visit = visit(launch, claims, platform, nonce: sent.nonce, until: until)
        if let ticket = FormBody.value("ticket", in: form) {
            let asked: LaunchTickets.Asked = try await tickets.read(ticket, for: secret)
            visit.wantsNewAccount = asked.nonce == sent.nonce
        }
        let base = address.base(of: request)
        do {
            return try await LaunchAnswer(
                routes: self, request: request, browser: secret ?? "", base: base, isFramed: sent.isFramed
            ).response(to: try await store.arrive(visit), launch, platform)
        } catch DomainError.emailIsHeld(let why) {
            let ticket = try await tickets.make(LaunchTickets.Asked(nonce: sent.nonce), for: secret ?? "")
            return LaunchPage.held(why, launch: form, ticket: ticket, base: base).response()
        }
    }

    private func visit(
        _ launch: Launch, _ claims: LaunchClaims, _ platform: LearningPlatform, nonce: String, until: Date
    ) -> PlatformVisit {
        PlatformVisit(
            platform: platform, deployment: launch.deployment, subject: launch.subject, displayName: claims.displayName,
            email: claims.knownEmail, number: platform.number(of: launch.subject), role: launch.role, context: launch.context,
            contextTitle: launch.title, membersURL: launch.membersURL, nonceHash: Secret.digest(nonce), until: until,
            password: NoPassword.make(Secret.make()))
    }

    // MARK: Choices

    func link(_ request: Request, context: AppContext) async throws -> Response {
        try await telling {
            try await form(of: request, context) { form in
                let linking: LaunchTickets.Linking = try await ticket(form, request)
                guard let choice = StaffedSection.chosen(FormBody.value("choice", in: form) ?? "") else {
                    throw DomainError.forbidden("Choose a course or a section. Go back, and try again.")
                }
                let linked = try await store.link(
                    linking.context, to: choice.course, section: choice.section, by: linking.account)
                return try await enter(
                    linking.account, at: linking.target.path(in: linked.course ?? choice.course), from: linking.platform,
                    request)
            }
        }
    }

    func pick(_ request: Request, context: AppContext) async throws -> Response {
        try await telling {
            try await form(of: request, context) { form in
                let picking: LaunchTickets.Picking = try await ticket(form, request)
                return try await answer(picking, FormBody.value("choice", in: form) ?? "", base: address.base(of: request))
            }
        }
    }

    private func ticket<Content: Codable & Sendable>(_ form: String, _ request: Request) async throws -> Content {
        try await tickets.read(FormBody.value("ticket", in: form) ?? "", for: browser.value(in: request))
    }

    /// The page that brings the choice back to the platform, signed.
    private func answer(_ picking: LaunchTickets.Picking, _ choice: String, base: String) async throws -> Response {
        let context = try await store.platformContext(picking.context)
        guard let course = context.course, let platform = try await store.platform(named: picking.platform),
            let origin = PlatformAddress.origin(of: picking.returnURL)
        else { throw DomainError.forbidden("This course is no longer linked. Go back to it, and open NoteIt again.") }
        var (title, target) = ("NoteIt: \(course.code)", LaunchTarget.course)
        if choice != "course" {
            guard let number = Int(choice), try await !takesFactor(picking.account) else {
                throw DomainError.notFound("event \(choice.prefix(20))")
            }
            title = try await store.event(number: number, in: course, by: picking.account).title
            target = .event(course, number)
        }
        let item = DeepLink.Item(title: title, url: base + target.path(in: course))
        let token = try await keys.sign(DeepLink(item, for: picking, of: platform, at: now()))
        return LaunchPage.answer(title, to: picking.returnURL, origin: origin, token: token, isFramed: picking.isFramed)
            .response()
    }

    // MARK: Sessions

    /// Signs the person in, in this browser, and leads to a room of the page. Somebody who has no other way in is asked for the
    /// second factor here.
    func enter(
        _ account: Account.ID, at path: String, from platform: String, _ request: Request
    ) async throws -> Response {
        let (person, launch, base) = (try await store.account(account), Secret.digest(Secret.make()), address.base(of: request))
        let hash = try await store.enter(
            account, from: platform, launch: launch, passwordsOpen: signIn.rule != .signOn)
        guard let hash else {
            guard try await !takesFactor(account) else {
                throw DomainError.forbidden(
                    """
                    Your account takes a second factor, which a platform does not ask for. Sign in at \(base), then open it there.
                    """)
            }
            let (_, signedIn) = try await signIn.open(person, device: platform, password: nil)
            return cookie.redirect(signedIn, to: base + path, for: request)
        }
        switch try await signIn.enter(person, device: platform, password: hash, signOn: launch, at: nil) {
        case .open(_, let signedIn): return cookie.redirect(signedIn, to: base + path, for: request)
        case .needed(let needed):
            return try await ask(LaunchTickets.Proving(needed, at: path, platform: platform), request)
        }
    }

    /// Asks for the second factor of a ticket.
    private func ask(_ proving: LaunchTickets.Proving, after fault: String? = nil, _ request: Request) async throws -> Response
    {
        let secret = browser.value(in: request) ?? ""
        let page = LaunchPage.factor(
            proving, ticket: try await tickets.make(proving, for: secret), base: address.base(of: request), fault: fault)
        var response = page.response(fault == nil ? .ok : .unauthorized)
        // To find a phone takes a while.
        response.headers[.setCookie] = browser.header(secret, for: request)
        return response
    }

    func prove(_ request: Request, context: AppContext) async throws -> Response {
        try await telling {
            try await form(of: request, context) { form in
                let proving: LaunchTickets.Proving = try await ticket(form, request)
                do {
                    let sent = try FactorSignIn(
                        challenge: proving.challenge, code: FormBody.value("code", in: form)?.trimmed, device: proving.platform
                    ).validated()
                    guard case .open(_, let signedIn) = try await signIn.finish(sent, at: nil, from: context.address) else {
                        throw DomainError.signInAgain
                    }
                    let place = address.base(of: request) + proving.path
                    guard let codes = signedIn.recoveryCodes else { return cookie.redirect(signedIn, to: place, for: request) }
                    return cookie.page(LaunchPage.recovery(codes, then: place), signedIn, for: request)
                } catch let error as DomainError where error == .signInAgain {
                    throw DomainError.unauthenticated(
                        "This took too long, or another window was first. Go back to the course, and open NoteIt again.")
                } catch DomainError.unauthenticated(let why) {
                    return try await ask(proving, after: why, request)
                }
            }
        }
    }

    /// Whether the account takes a second factor. A platform does not ask for one, so its launch neither signs the person in, nor
    /// shows or does what takes a session.
    func takesFactor(_ account: Account.ID) async throws -> Bool {
        let state = try await store.factorState(of: account)
        return !state.factors.isEmpty || signIn.factorRule.demands(ofStaff: state.isStaff)
    }

    // MARK: Forms

    private func form(
        of request: Request, _ context: AppContext, _ work: (String) async throws -> Response
    ) async throws -> Response {
        let (body, charge) = try await request.counted(upTo: Self.mostBytes, context)
        defer { withExtendedLifetime(charge) {} }
        return try await work(String(buffer: body))
    }

    /// People read the refusals, not programs.
    private func telling(inFrame: Bool = false, _ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as DomainError {
            guard let problem = Problem(error) else { throw error }
            var page = LaunchPage.refusal(problem.detail)
            page.isFramed = inFrame
            return page.response(HTTPResponse.Status(code: problem.status))
        }
    }
}

/// What the browser gets after a launch.
private struct LaunchAnswer {
    let routes: LaunchRoutes
    let request: Request
    let browser: String
    let base: String
    let isFramed: Bool

    func response(
        to arrival: PlatformArrival, _ launch: Launch, _ platform: LearningPlatform
    ) async throws -> Response {
        switch arrival {
        case .unlinked(let account, let context, let choices):
            guard let account, !choices.isEmpty else { throw Self.unlinked(context) }
            guard try await !routes.takesFactor(account.id) else {
                throw DomainError.forbidden(
                    """
                    Your account takes a second factor, which a platform does not ask for. Ask the operator of NoteIt for: \
                    \(Self.command(context))
                    """)
            }
            let ticket = LaunchTickets.Linking(
                account: account.id, context: context.id, platform: platform.name, target: launch.target)
            return LaunchPage.link(
                context.title, to: choices, ticket: try await routes.tickets.make(ticket, for: browser), base: base
            ).response()
        case .entered(let account, let context, let isBarred):
            guard let course = context.course else { throw Self.unlinked(context) }
            if isBarred {
                throw DomainError.forbidden("The staff of \(course) removed you from it. Ask your instructor.")
            }
            guard case .pick(let returnURL, let data) = launch.purpose else {
                return try await routes.enter(account.id, at: launch.target.path(in: course), from: platform.name, request)
            }
            let ticket = LaunchTickets.Picking(
                account: account.id, context: context.id, platform: platform.name, deployment: launch.deployment,
                returnURL: returnURL, data: data, isFramed: isFramed)
            return LaunchPage.pick(
                try await events(of: course, for: account.id), ticket: try await routes.tickets.make(ticket, for: browser),
                base: base
            ).response()
        }
    }

    private static func unlinked(_ context: PlatformContext) -> DomainError {
        .forbidden(
            """
            This course is not linked to one in NoteIt yet, and you are not known as the staff of one. Ask the operator of NoteIt \
            for: \(command(context))
            """)
    }

    private static func command(_ context: PlatformContext) -> String { "noteitd lti link \(context.id) COURSE SECTION" }

    /// The events that a link may lead to; none for a person who is not in the course, or takes a second factor.
    private func events(of course: Course.ID, for account: Account.ID) async throws -> [Event] {
        guard try await !routes.takesFactor(account) else { return [] }
        do {
            let page = try await routes.store.events(
                in: course, matching: EventQuery(), page: PageRequest(limit: 100), by: account)
            return page.sections.flatMap(\.events)
        } catch DomainError.forbidden {
            return []
        }
    }
}
