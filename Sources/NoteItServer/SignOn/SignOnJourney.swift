import Foundation
import HTTPTypes
import Hummingbird
import NoteItCore

/// A browser on its way to the campus and back. The browser alone keeps it, in a cookie that only this server can make, so that
/// every node takes it and nobody ends the journey of another browser.
struct SignOnJourney: Codable, Sendable {
    static let issuer = "noteit sign-on"
    /// How long the person has at the campus, in seconds.
    static let lifetime = 900.0

    var iss = Self.issuer
    var exp: Double
    /// 256 random bits, from which everything follows that the provider sees.
    var secret: String
    /// The account to link; nil for a sign-in.
    var account: String?

    init(account: Account.ID?, now: Date) {
        exp = (now.timeIntervalSince1970 + Self.lifetime).rounded()
        secret = Secret.make()
        self.account = account?.description
    }

    var state: String { Secret.digest("state \(secret)") }
    var nonce: String { Secret.digest("nonce \(secret)") }
    /// The verifier and the challenge of PKCE (RFC 7636).
    var verifier: String { Secret.digest("verifier \(secret)") }
    var challenge: String { Secret.base64URL(Secret.hash(Array(verifier.utf8))) }
    /// Under which its arrival is stored, once.
    var id: String { Secret.digest(secret) }
    var began: Date { Date(timeIntervalSince1970: exp - Self.lifetime) }

    /// Where the browser goes (OpenID Connect Core, section 3.1.2.1).
    func address(at metadata: ProviderMetadata, _ settings: SignOnConfiguration, redirect: String) -> String {
        var fields = [
            ("response_type", "code"), ("response_mode", "query"), ("client_id", settings.clientID),
            ("redirect_uri", redirect), ("scope", settings.scopes.joined(separator: " ")), ("state", state),
            ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        // Whoever finds an open browser must not link its person's account.
        if account != nil { fields.append(("prompt", "login")) }
        let sign = metadata.authorizationEndpoint.contains("?") ? "&" : "?"
        return metadata.authorizationEndpoint + sign + FormEncoding.text(fields)
    }
}

/// What somebody was asked who came back: whether they want a new account beside the one that has their email. Their browser alone
/// keeps it, in a cookie that only this server can make. On a shared computer somebody else may come back next, for whom the wish
/// of the first counts for nothing.
struct SignOnQuestion: Codable, Sendable {
    static let issuer = "noteit sign-on question"

    var iss = Self.issuer
    var exp: Double
    /// SHA-256 of who was asked, and of what the new account would get.
    var about: String

    init(_ arrival: SignOnArrival, now: Date) {
        exp = (now.timeIntervalSince1970 + SignOnJourney.lifetime).rounded()
        let email = EmailAddress.key(arrival.email ?? "")
        about = Secret.digest("\(arrival.issuer)\n\(email)\n\(arrival.isVerified)\n\(arrival.subject)")
    }

    /// Whether it is still good, and would be asked of the same person again.
    func isSame(as other: SignOnQuestion, now: Date) -> Bool {
        iss == Self.issuer && about == other.about && now.timeIntervalSince1970 < exp
    }
}

/// The cookies of a journey: what it took along, what it brought back, and what its person was asked then.
struct SignOnCookies: Sendable {
    enum Kind: String, CaseIterable {
        case journey, answer, question
    }

    let address: ClientAddress

    func value(_ kind: Kind, of request: Request) -> String? {
        let name = name(kind, for: request)
        let found = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map(\.trimmed)
            .filter { $0.hasPrefix("\(name)=") }
        guard found.count == 1, let cookie = found.first else { return nil }
        return String(cookie.dropFirst(name.count + 1))
    }

    /// A value of `Set-Cookie`. A request that another site causes by a link brings it along, as the way back is one.
    func header(_ kind: Kind, _ value: String, for request: Request) -> String {
        let seconds = value.isEmpty ? 0 : Int(SignOnJourney.lifetime)
        let secure = address.isOpenLoopback(request) ? "" : "; Secure"
        return "\(name(kind, for: request))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax\(secure)"
    }

    /// Ends the journey.
    /// - Parameter question: for another one of the same person.
    func clear(_ response: inout Response, question: String = "", for request: Request) {
        for kind in Kind.allCases {
            let value = kind == .question ? question : ""
            response.headers.append(HTTPField(name: .setCookie, value: header(kind, value, for: request)))
        }
    }

    /// `__Host-`: no other host of the domain can set it.
    private func name(_ kind: Kind, for request: Request) -> String {
        (address.isOpenLoopback(request) ? "" : "__Host-") + "noteit_sign_on_\(kind.rawValue)"
    }
}
