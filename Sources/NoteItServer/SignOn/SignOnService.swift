import Foundation
import Logging
import NoteItCore

/// Signs people in by the campus's provider (OpenID Connect Core, section 3.1: the code flow).
struct SignOnService: Sendable {
    let provider: SignOnProvider
    let signIn: SignIn
    let store: any Store
    let keys: SigningKeys
    let throttle: SignOnThrottle
    let rule: SignOnRule
    let logger: Logger
    let now: @Sendable () -> Date

    private var settings: SignOnConfiguration { provider.settings }

    private static let journeyIsOver = DomainError.unauthenticated(
        "This browser has no sign-in under way, or it took too long. Sign in again, and keep to one tab.")

    // MARK: The way there

    /// - Parameter account: to link; nil for a sign-in.
    /// - Returns: where the browser goes, and the value of its cookie.
    func begin(
        linking account: Account.ID? = nil, redirect: String, from address: String
    ) async throws -> (start: SignOnStart, cookie: String) {
        try await throttle.begin(from: address)
        let journey = SignOnJourney(account: account, now: now())
        let metadata: ProviderMetadata
        do {
            metadata = try await believing { try await provider.current().metadata }
        } catch DomainError.unauthenticated(let why) {
            // Nobody is to sign in anew because of it.
            throw DomainError.unavailable(why)
        }
        return (
            SignOnStart(url: journey.address(at: metadata, settings, redirect: redirect)),
            try SignedToken.make(journey, by: await keys.current().newest)
        )
    }

    // MARK: The way back

    enum Entry {
        case entered(Entrance)
        /// Another account has the person's email.
        /// - Parameter question: the value of its cookie.
        case asked(Problem, question: String)
    }

    /// Opens a session, or asks for the second factor.
    /// - Parameters: `journey`, `answer`, `question`: the values of the cookies; `party`: as of `SignIn.enter`.
    func enter(
        _ returned: SignOnReturn, journey: String?, answer: String?, question: String?, redirect: String,
        at party: RelyingParty?, from address: String
    ) async throws -> Entry {
        let journey = try await read(journey)
        try await throttle.begin(from: address)
        guard journey.account == nil else { throw Self.journeyIsOver }
        var arrival = try await arrival(of: journey, answer, redirect: redirect)
        let asked = SignOnQuestion(arrival, now: now())
        let before: SignOnQuestion? = returned.newAccount == true ? try await claims(of: question) : nil
        arrival.wantsNewAccount = before?.isSame(as: asked, now: now()) ?? false
        do {
            let (account, password) = try await store.arrive(arrival, under: rule, password: NoPassword.make(Secret.make()))
            return .entered(
                try await signIn.enter(
                    account, device: returned.device, password: password, signOn: arrival.id, hadFactor: arrival.hasFactor,
                    at: party))
        } catch let error as DomainError {
            guard case .emailIsHeld = error, let problem = Problem(error) else { throw error }
            return .asked(problem, question: try SignedToken.make(asked, by: await keys.current().newest))
        }
    }

    /// Links the account of the journey, which must be the caller's.
    func link(_ caller: Caller, journey: String?, answer: String?, redirect: String) async throws -> SignOnIdentity {
        do {
            let journey = try await read(journey)
            guard journey.account == caller.account.description else { throw Self.journeyIsOver }
            return try await store.link(
                try await arrival(of: journey, answer, redirect: redirect), to: caller.account)
        } catch DomainError.unauthenticated(let why) {
            // The caller is signed in here.
            throw DomainError.forbidden(why)
        }
    }

    private func read(_ cookie: String?) async throws -> SignOnJourney {
        let journey: SignOnJourney? = try await claims(of: cookie)
        guard let journey, journey.iss == SignOnJourney.issuer, now().timeIntervalSince1970 < journey.exp else {
            throw Self.journeyIsOver
        }
        return journey
    }

    /// Nil for what this server did not sign.
    private func claims<Claims: Decodable>(of cookie: String?) async throws -> Claims? {
        guard let cookie, cookie.utf8.count <= 1_024 else { return nil }
        return SignedToken.claims(of: cookie, signedByOneOf: try await keys.all(for: cookie))
    }

    /// What the provider says of the person who came back.
    /// - Parameter answer: the query of the way back, in base64url.
    private func arrival(of journey: SignOnJourney, _ answer: String?, redirect: String) async throws -> SignOnArrival {
        guard let text = answer.flatMap({ Secret.bytes(base64URL: $0) }) else { throw Self.journeyIsOver }
        let query = try Query(String(decoding: text, as: UTF8.self))
        // Of another browser, or of an older sign-in of this one.
        guard try query.text("state") == journey.state else { throw Self.journeyIsOver }
        return try await believing {
            let (metadata, remoteKeys) = try await provider.current()
            let code = try code(in: query, metadata)
            let exchange = TokenExchange(settings: settings, metadata: metadata, documents: provider.documents)
            let tokens = try await exchange.tokens(for: code, verifier: journey.verifier, redirect: redirect)
            let token = try await IdentityToken(
                tokens.idToken, keys: remoteKeys,
                expecting: .init(
                    issuer: settings.issuer, audience: settings.clientID, nonce: journey.nonce,
                    accessToken: tokens.accessToken, now: now()))
            try requireFresh(token, for: journey)
            return try await arrival(journey, token, tokens.accessToken, exchange)
        }
    }

    /// The code of the answer, if it is one of this provider.
    private func code(in query: Query, _ metadata: ProviderMetadata) throws -> String {
        let issuer = try query.text("iss")
        // RFC 9207, section 2.4: codes of another provider must not be sent to this one.
        guard issuer == settings.issuer || issuer == nil && metadata.authorizationResponseIssParameterSupported != true else {
            throw RemoteFault("The answer is of another provider than \(settings.name). Sign in again.")
        }
        if let error = try query.text("error") {
            throw RemoteFault(
                error == "access_denied"
                    ? "\(settings.name) did not let you in, or you stopped there. Sign in again."
                    : "\(settings.name) refused the sign-in: \(error.prefix(100)). Sign in again, or ask the operator.")
        }
        guard let code = try query.text("code", most: 4_096) else {
            throw RemoteFault("The answer of \(settings.name) has no code. Sign in again.")
        }
        return code
    }

    /// A link is made by whoever has just proved who they are. Not every provider tells when that was; some write 0.
    private func requireFresh(_ token: IdentityToken, for journey: SignOnJourney) throws {
        guard journey.account != nil, let time = token.claims.time("auth_time"), time != 0,
            time < journey.began.timeIntervalSince1970 - IdentityToken.skew
        else { return }
        throw RemoteFault(
            "\(settings.name) did not ask you to sign in again, which a link needs. Sign out there, and try again.")
    }

    private func arrival(
        _ journey: SignOnJourney, _ token: IdentityToken, _ accessToken: String?, _ exchange: TokenExchange
    ) async throws -> SignOnArrival {
        var told = [token.claims]
        let wanted = ["email", "name"] + settings.instructors.map(\.name)
        let lacks = wanted.contains { token.claims.texts($0) == nil }
        if lacks || token.claims.all["email_verified"] == nil, let address = exchange.metadata.userinfoEndpoint, let accessToken
        {
            do {
                told.append(try await exchange.claims(by: accessToken, of: token.subject, at: address))
            } catch let fault as RemoteFault {
                // Some providers have a userinfo for other tokens than this one. The token says all but whether it verified the email.
                if lacks { throw fault }
            }
        }
        let email = told.lazy.compactMap { $0.text("email") }.first
        let factors = ["amr", "acr"].flatMap { token.claims.texts($0) ?? [] }
        return SignOnArrival(
            id: journey.id, issuer: settings.issuer, subject: token.subject, sid: token.session, token: token.text,
            email: email, isVerified: isVerified(email, by: told),
            displayName: told.lazy.compactMap(Self.name).first,
            isInstructor: settings.instructors.isEmpty
                ? nil : told.contains { claims in settings.instructors.contains { $0.holds(in: claims) } },
            hasFactor: !settings.factors.isDisjoint(with: factors))
    }

    /// Token and userinfo tell one email of the person. What one of them calls not verified is not.
    private func isVerified(_ email: String?, by told: [TokenClaims]) -> Bool {
        let sayings = told.filter { $0.all["email_verified"] != nil }
        guard sayings.allSatisfy({ $0.isTrue("email_verified") }) else { return false }
        return sayings.isEmpty ? settings.trustsEmails : sayings.contains { ($0.text("email") ?? email) == email }
    }

    private static func name(_ claims: TokenClaims) -> String? {
        let parts = ["given_name", "family_name"].compactMap(claims.text).filter { !$0.isEmpty }
        return claims.text("name") ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    }

    // MARK: Sign-out

    /// Where the browser signs out at the campus too (OpenID Connect RP-Initiated Logout); nil if there is no such address.
    func signOutAddress(of session: Session.ID, returning base: String) async throws -> String? {
        guard let (issuer, token) = try await store.signOnToken(of: session), issuer == settings.issuer,
            let address = try? await provider.current().metadata.endSessionEndpoint
        else { return nil }
        let fields = [
            ("id_token_hint", token), ("client_id", settings.clientID), ("post_logout_redirect_uri", base + "/"),
        ]
        return address + (address.contains("?") ? "&" : "?") + FormEncoding.text(fields)
    }

    /// Ends sessions because the campus says so (OpenID Connect Back-Channel Logout, section 2.6). Throws `.invalid`.
    func end(by text: String) async throws {
        do {
            let remoteKeys = try await provider.current().keys
            let token = try await LogoutToken(
                text, keys: remoteKeys,
                expecting: .init(
                    issuer: settings.issuer, audience: settings.clientID, types: ["logout+jwt", "jwt"], mayLackEnd: true,
                    now: now()))
            try await store.end(token.end)
        } catch let fault as RemoteFault {
            logger.warning("A sign-out of \(settings.name) was refused. \(fault)")
            throw fault.isPassing ? fault.domainError : DomainError.invalid("logout_token", "is refused: \(fault)")
        }
        try await signIn.revoked.reload(from: store)
    }

    /// Turns the faults of the provider into answers, and tells the operator.
    private func believing<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let fault as RemoteFault {
            logger.warning("A sign-in by \(settings.name) failed. \(fault)")
            throw fault.domainError
        }
    }
}
