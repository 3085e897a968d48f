import Foundation
import HTTPTransport
import NoteItCore

/// Registers this server at a platform, and the platform here, by a link that the operator made (1EdTech LTI Dynamic Registration 1.0).
///
/// The platform is the one that the operator named: its configuration and its issuer are of that host. Whatever else it names must be
/// of that host too, or public.
struct PlatformRegistration: Sendable {
    private static let mostTokenBytes = 8 << 10

    let store: any Store
    let resolver: NameResolver
    private let documents = RemoteDocuments(allowsLoopback: true)

    init(store: any Store, resolver: NameResolver) { (self.store, self.resolver) = (store, resolver) }

    /// What the platform says of itself (section 3.5 of OpenID Connect Discovery 1.0).
    private struct Configuration: Decodable {
        var issuer: String
        var authURL, tokenURL, keysURL, registrationURL: String

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authURL = "authorization_endpoint"
            case tokenURL = "token_endpoint"
            case keysURL = "jwks_uri"
            case registrationURL = "registration_endpoint"
        }
    }

    /// What it made of the request.
    private struct Answer: Decodable {
        struct Tool: Decodable {
            var deployment: String?

            private enum CodingKeys: String, CodingKey { case deployment = "deployment_id" }
        }

        var client: String
        var tool: Tool?

        private enum CodingKeys: String, CodingKey {
            case client = "client_id"
            case tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
        }
    }

    /// Throws `.forbidden`, `.conflict`, `.unavailable`, `.invalid`: nothing is registered then, and the link is still good.
    /// - Parameters: `secret`: of the link; `configuration`, `token`: of the platform; `base`: the address of this server.
    func register(by secret: String, configuration: String, token: String?, base: String) async throws -> LearningPlatform {
        let hash = Secret.digest(secret)
        let invitation = try await store.platformInvitation(hash)
        let (home, place) = (try address(invitation.home), try address(configuration))
        guard Self.isOne(home, place) else {
            throw DomainError.forbidden(
                """
                This link is for the platform at \(invitation.home), and this one is at \(place.host). The operator of NoteIt makes a \
                link for it: noteitd lti invite
                """)
        }
        let gate = HostGuard(
            allowed: AllowedHosts("\(home.host.contains(":") ? "[\(home.host)]" : home.host):\(home.port)") ?? AllowedHosts(),
            resolver: resolver)
        let found = try await self.configuration(at: place, gate)
        guard found.issuer == invitation.issuer ?? found.issuer,
            try invitation.issuer != nil || Self.isOne(home, address(found.issuer))
        else {
            throw DomainError.forbidden(
                """
                The platform names itself \(String(found.issuer.visible.prefix(255))), which is not what this link is for. If that is \
                right, the operator of NoteIt makes a link that says so: noteitd lti invite, with --issuer
                """)
        }
        var platform = LearningPlatform(
            name: invitation.name, issuer: found.issuer, client: "-", authURL: found.authURL, tokenURL: found.tokenURL,
            keysURL: found.keysURL, deployments: [], trustsEmails: invitation.trustsEmails, makesStaff: invitation.makesStaff)
        _ = try platform.validated()
        for url in [found.authURL, found.tokenURL, found.keysURL] { _ = try await addresses(of: address(url), gate) }
        let client = ClientRegistration(base: base, wantsEmails: invitation.trustsEmails)
        let answer = try await send(client, token, to: address(found.registrationURL), gate)
        platform.client = answer.client
        platform.deployments = [answer.tool?.deployment].compactMap(\.self)
        try await store.register(try platform.validated(), by: hash)
        return platform
    }

    private func configuration(at place: WebAddress, _ gate: HostGuard) async throws -> Configuration {
        var request = TransportRequest(.GET, place.url)
        request.fields = ["accept": "application/json"]
        return try await value(Configuration.self, of: request, [200], from: place, gate)
    }

    private func send(
        _ client: ClientRegistration, _ token: String?, to place: WebAddress, _ gate: HostGuard
    ) async throws -> Answer {
        var request = TransportRequest(.POST, place.url)
        request.fields = ["content-type": "application/json", "accept": "application/json"]
        if let token {
            guard token.utf8.count <= Self.mostTokenBytes, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw DomainError.forbidden("The platform's registration token cannot be used. Begin anew there.")
            }
            request.fields.add("authorization", "Bearer \(token)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        request.body = .bytes(try encoder.encode(client))
        request.isRepeatable = false
        return try await value(Answer.self, of: request, [200, 201], from: place, gate)
    }

    private func value<Value: Decodable>(
        _ type: Value.Type, of request: TransportRequest, _ good: Set<Int>, from place: WebAddress, _ gate: HostGuard
    ) async throws -> Value {
        var request = request
        request.address = try await addresses(of: place, gate).first?.description
        request.fields.add("user-agent", "NoteIt/\(NoteItVersion.current)")
        do {
            let answer = try await documents.send(request)
            guard good.contains(answer.status) else {
                throw RemoteFault("\(place.host) answered with the status \(answer.status). Begin the registration anew there.")
            }
            return try RemoteDocuments.value(type, of: answer.body, from: place.host)
        } catch let fault as RemoteFault {
            throw fault.isPassing ? DomainError.unavailable(fault.description) : .forbidden(fault.description)
        }
    }

    private static func isOne(_ one: WebAddress, _ other: WebAddress) -> Bool {
        (one.host, one.port, one.isSecure) == (other.host, other.port, other.isSecure)
    }

    private func address(_ url: String) throws -> WebAddress {
        guard let address = try? WebAddress(url) else {
            throw DomainError.forbidden("The platform names an address that is none: \(String(url.visible.prefix(255)))")
        }
        return address
    }

    private func addresses(of place: WebAddress, _ gate: HostGuard) async throws -> [NetworkAddress] {
        do {
            return try await gate.addresses(of: place.host, port: place.port, isSecure: place.isSecure)
        } catch let refusal as HostGuard.Refusal {
            let why =
                switch refusal {
                case .insecure: "is not asked by https"
                case .port: "is not asked at another port than 443"
                case .unknown: "is not known"
                case .isPrivate: "is in a private network"
                }
            throw DomainError.forbidden(
                """
                The platform names the host \(place.host), which \(why). The operator of NoteIt can register the platform by hand: \
                noteitd lti add
                """)
        }
    }
}

/// What this server asks of a platform (OpenID Connect Dynamic Client Registration 1.0, section 3.1; LTI Dynamic Registration 1.0).
private struct ClientRegistration: Encodable {
    struct Message: Encodable {
        var type: String
        var target: String
        var label = "NoteIt"
        var placements: [String]

        private enum CodingKeys: String, CodingKey {
            case type, label, placements
            case target = "target_link_uri"
        }
    }

    struct Tool: Encodable {
        var domain: String
        var description = "The class's notes, questions and due dates"
        var target: String
        var claims: [String]
        var messages: [Message]

        private enum CodingKeys: String, CodingKey {
            case domain, description, claims, messages
            case target = "target_link_uri"
        }
    }

    var applicationType = "web"
    var responseTypes = ["id_token"]
    var grantTypes = ["implicit", "client_credentials"]
    var loginURL: String
    var redirectURLs: [String]
    var name = "NoteIt"
    var keysURL: String
    var authentication = "private_key_jwt"
    var scope = MembersReader.scope
    var tool: Tool

    private enum CodingKeys: String, CodingKey {
        case scope
        case applicationType = "application_type"
        case responseTypes = "response_types"
        case grantTypes = "grant_types"
        case loginURL = "initiate_login_uri"
        case redirectURLs = "redirect_uris"
        case name = "client_name"
        case keysURL = "jwks_uri"
        case authentication = "token_endpoint_auth_method"
        case tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
    }

    init(base: String, wantsEmails: Bool) {
        let launch = "\(base)/lti/launch"
        (loginURL, redirectURLs, keysURL) = ("\(base)/lti/login", [launch], "\(base)/lti/keys")
        tool = Tool(
            domain: String((base.components(separatedBy: "://").last ?? base).prefix { $0 != "/" }), target: launch,
            claims: ["iss", "sub", "name", "given_name", "family_name"] + (wantsEmails ? ["email"] : []),
            messages: [
                Message(type: "LtiResourceLinkRequest", target: launch, placements: ["course_navigation"]),
                Message(type: "LtiDeepLinkingRequest", target: launch, placements: ["ContentArea"]),
            ])
    }
}

extension PlatformInvitation {
    /// An address of this server for the platform, which is a secret, and SHA-256 of its secret in hexadecimal.
    public static func link(to base: PublicURL) -> (address: String, hash: String) {
        let secret = Secret.make()
        return ("\(base.text)/lti/register?link=\(secret)", Secret.digest(secret))
    }
}
