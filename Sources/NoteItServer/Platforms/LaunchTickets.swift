import Foundation
import NoteItCore

/// What stands between the requests of one launch. Signed as access tokens are, so that every node takes it and nothing is stored
/// for people who only ask. Each is good in one browser: it names the cookie there.
struct LaunchTickets: Sendable {
    /// A launch that was sent to its platform: the `state` of OpenID Connect.
    struct Sent: Codable, Sendable {
        var platform: String
        var nonce: String
        /// Whether the platform waits in a frame, from which this window was opened.
        var isFramed: Bool
    }

    /// A launch whose person was asked about the account that has their email. It counts for that launch alone.
    struct Asked: Codable, Sendable {
        var nonce: String
    }

    /// A course that its instructor may link.
    struct Linking: Codable, Sendable {
        var account: Account.ID
        var context: PlatformContext.ID
        var platform: String
        var target: LaunchTarget
    }

    /// A request for a link to something here (LTI Deep Linking 2.0).
    struct Picking: Codable, Sendable {
        var account: Account.ID
        var context: PlatformContext.ID
        var platform: String
        var deployment: String
        var returnURL: String
        /// The platform's own note, which it gets back.
        var data: String?
        var isFramed: Bool
    }

    /// A sign-in that waits for its second factor.
    struct Proving: Codable, Sendable {
        var challenge: String
        /// The key of a factor that must be added; nil for a person who has one.
        var key, uri: String?
        var hasPasskey: Bool
        /// Where the person goes then.
        var path: String
        var platform: String

        init(_ needed: FactorNeeded, at path: String, platform: String) {
            (challenge, key, uri) = (needed.challenge, needed.key, needed.uri)
            (hasPasskey, self.path, self.platform) = (needed.kinds.contains(SecondFactor.passkey), path, platform)
        }
    }

    private struct Claims<Content: Codable>: Codable {
        var iss = LaunchTickets.issuer
        var exp: Double
        /// Tells the kinds of tickets apart.
        var kind: String
        /// SHA-256 of the browser's cookie.
        var browser: String
        var content: Content
    }

    /// Not that of access tokens: neither is good in place of the other.
    private static let issuer = "noteit launch"
    private static let maximumLength = 24 << 10
    /// How long a ticket is good, in seconds.
    static let lifetime = 600

    let keys: SigningKeys
    let now: @Sendable () -> Date

    func make(_ content: some Codable & Sendable, for browser: String) async throws -> String {
        let end = now().timeIntervalSince1970.rounded() + Double(Self.lifetime)
        return try SignedToken.make(
            Claims(exp: end, kind: "\(type(of: content))", browser: Secret.digest(browser), content: content),
            by: await keys.current().newest)
    }

    /// Throws `.forbidden` for a text that was not made here for this, for another browser, or too long ago.
    /// - Parameter browser: its cookie; nil without one.
    func read<Content: Codable & Sendable>(_ text: String, for browser: String?) async throws -> Content {
        guard text.utf8.count <= Self.maximumLength,
            let claims: Claims<Content> = SignedToken.claims(of: text, signedByOneOf: try await keys.all(for: text)),
            claims.iss == Self.issuer, claims.kind == "\(Content.self)"
        else { throw DomainError.forbidden("This did not begin here. Go back to the course, and open NoteIt again.") }
        guard now().timeIntervalSince1970 < claims.exp else {
            throw DomainError.forbidden("This took too long. Go back to the course, and open NoteIt again.")
        }
        guard let browser, claims.browser == Secret.digest(browser) else {
            throw DomainError.forbidden(
                "This began in another browser, or this one takes no cookies. Go back to the course, and open NoteIt again.")
        }
        return claims.content
    }
}
