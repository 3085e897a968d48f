import Foundation
import HTTPTransport
import NoteItCore

/// Why a platform did not give its people, in a sentence that says what to do.
public struct PlatformFailure: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A person of a course of a platform.
struct PlatformMember: Decodable, Sendable {
    var subject: String
    var status: String?
    var roles: [String]
    var name, givenName, familyName, email: String?

    private enum CodingKeys: String, CodingKey {
        case subject = "user_id"
        case status, roles, name, email
        case givenName = "given_name"
        case familyName = "family_name"
    }

    var isActive: Bool { status == nil || status == "Active" }
}

/// Reads the people of a course (1EdTech LTI Names and Role Provisioning Services 2.0), with an access token that a signed assertion
/// gets (1EdTech Security Framework 1.0, section 4.1). Hosts that the operator registered may be private; others are checked as those
/// of imported calendars are.
struct MembersReader: Sendable {
    static let scope = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
    private static let mostPages = 200
    private static let mostMembers = 20_000
    private static let mostBytes = 4 << 20

    let platform: LearningPlatform
    let keys: PlatformKeys
    let resolver: NameResolver
    let now: @Sendable () -> Date
    /// The time for all pages of a list.
    private let time = Duration.seconds(300)
    private let transport = TransportClient(ImportFetcher.settings)

    init(platform: LearningPlatform, keys: PlatformKeys, resolver: NameResolver, now: @escaping @Sendable () -> Date) {
        (self.platform, self.keys, self.resolver, self.now) = (platform, keys, resolver, now)
    }

    private var gate: ImportGuard {
        let own = [platform.tokenURL, platform.keysURL, platform.authURL].compactMap { try? WebAddress($0) }
        let list = own.map { "\($0.host.contains(":") ? "[\($0.host)]" : $0.host):\($0.port)" }.joined(separator: ",")
        return ImportGuard(allowed: AllowedHosts(list) ?? AllowedHosts(), resolver: resolver)
    }

    /// Throws `PlatformFailure`.
    func members(at url: String) async throws -> [PlatformMember] {
        try await within(time) {
            try await list(at: url)
        } late: {
            throw PlatformFailure("The list of people of \(platform.name) took too long. Try again later.")
        }
    }

    private func list(at url: String) async throws -> [PlatformMember] {
        // Checked before the platform is asked for a token.
        let first = try await address(url)
        let token = try await accessToken()
        var (next, seen, members): (WebAddress?, Set<String>, [PlatformMember]) = (first, [], [])
        while let page = next {
            guard seen.insert(page.url).inserted, seen.count <= Self.mostPages, members.count <= Self.mostMembers else {
                throw PlatformFailure("The list of people of \(platform.name) has no end. Ask its operator.")
            }
            let (found, link) = try await self.page(page, token)
            members += found
            next = try link.map { try parsed($0) }
            if let next, (next.host, next.port, next.isSecure) != (first.host, first.port, first.isSecure) {
                throw PlatformFailure("The list of people of \(platform.name) goes on at another host. Ask its operator.")
            }
        }
        return members
    }

    private struct Container: Decodable {
        var members: [PlatformMember]
    }

    private func page(_ address: WebAddress, _ token: String) async throws -> ([PlatformMember], next: String?) {
        var request = TransportRequest(.GET, address.url)
        request.fields = [
            "accept": "application/vnd.ims.lti-nrps.v2.membershipcontainer+json", "authorization": "Bearer \(token)",
        ]
        let response = try await send(request, to: address)
        let content = try await body(of: response)
        guard let container = try? JSONDecoder().decode(Container.self, from: content) else {
            throw PlatformFailure("The answer of \(address.host) is not a list of people. Ask its operator.")
        }
        return (container.members, Self.next(response.fields.values(of: "link")))
    }

    /// The address of `rel="next"` (RFC 8288).
    static func next(_ fields: [String]) -> String? {
        for field in fields {
            for match in field.matches(of: /<([^>]*)>([^<]*)/)
            where match.output.2.lowercased().firstMatch(of: /rel\s*=\s*"?([^";,]*\s)?next([\s";,]|$)/) != nil {
                return String(match.output.1)
            }
        }
        return nil
    }

    private struct Assertion: Encodable {
        var iss, sub, aud: String
        var iat, exp: Int
        var jti = Secret.make()
    }

    private struct Token: Decodable {
        var token: String

        private enum CodingKeys: String, CodingKey { case token = "access_token" }
    }

    private func accessToken() async throws -> String {
        let time = Int(now().timeIntervalSince1970)
        let assertion = try await keys.sign(
            Assertion(iss: platform.client, sub: platform.client, aud: platform.tokenURL, iat: time, exp: time + 300))
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion), ("scope", Self.scope),
        ]
        var request = TransportRequest(.POST, platform.tokenURL)
        request.fields = ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"]
        request.body = .bytes(Data(FormEncoding.text(form).utf8))
        request.isRepeatable = false
        do {
            let answer = try await RemoteDocuments(allowsLoopback: true).send(request)
            if answer.status == 200, let token = try? JSONDecoder().decode(Token.self, from: answer.body).token,
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            {
                return token
            }
            throw PlatformFailure(
                "\(platform.name) gave no access token (\(answer.status)). Check the client id and the keys there.")
        } catch let fault as RemoteFault {
            throw PlatformFailure(fault.description)
        }
    }

    private func parsed(_ url: String) throws -> WebAddress {
        do { return try WebAddress(url) } catch { throw PlatformFailure(error.sentence) }
    }

    private func address(_ url: String) async throws -> WebAddress {
        let address = try parsed(url)
        _ = try await addresses(of: address)
        return address
    }

    private func addresses(of address: WebAddress) async throws -> [NetworkAddress] {
        do {
            return try await gate.addresses(of: address)
        } catch let failure as ImportFailure {
            throw PlatformFailure(failure.sentence)
        }
    }

    private func send(_ request: TransportRequest, to address: WebAddress) async throws -> TransportResponse {
        var request = request
        request.address = try await addresses(of: address).first?.description
        request.fields.add("user-agent", "NoteIt/\(NoteItVersion.current)")
        do {
            let response = try await transport.send(request)
            guard response.status == 200 else {
                throw PlatformFailure(
                    "\(address.host) answered \(response.status). Check the registration there, and try again.")
            }
            return response
        } catch is TransportError {
            throw PlatformFailure("\(address.host) is not reached. Check its address, or try again later.")
        }
    }

    private func body(of response: TransportResponse) async throws -> Data {
        do {
            return try await response.body.collect(upTo: Self.mostBytes)
        } catch is TransportError {
            throw PlatformFailure("\(platform.name) sent too much, or stopped sending. Try again later.")
        }
    }
}
