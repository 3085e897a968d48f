import Foundation
import NoteItCore

/// The campus's sign-on as the operator set it.
public struct SignOnConfiguration: Sendable {
    /// A claim, and a value that it must have.
    public struct Claim: Sendable, Equatable {
        let name, value: String

        /// Reads `claim=value`; nil for anything else.
        public init?(_ text: String) {
            guard let sign = text.firstIndex(of: "=") else { return nil }
            (name, value) = (text[..<sign].trimmed, text[text.index(after: sign)...].trimmed)
            guard !name.isEmpty, !value.isEmpty else { return nil }
        }

        func holds(in claims: TokenClaims) -> Bool { claims.texts(name)?.contains(value) ?? false }
    }

    /// The campus, as people know it.
    public var name: String
    /// The address by which the provider names itself, to the letter.
    public var issuer: String
    public var clientID: String
    /// Nil for a client without one, which PKCE alone protects.
    public var secret: String?
    public var scopes: [String]
    /// Any of these makes an instructor.
    public var instructors: [Claim]
    /// What `acr` or `amr` says of somebody who was asked for a second factor.
    public var factors: Set<String>
    public var linksEmails: Bool
    /// Whether emails are verified of which the provider does not say it.
    public var trustsEmails: Bool
    /// Whether the provider may be this machine itself without TLS.
    public var allowsLoopback: Bool

    public static let standardScopes = ["openid", "profile", "email"]
    /// RFC 8176.
    public static let standardFactors: Set = ["mfa"]

    public init(
        name: String, issuer: String, clientID: String, secret: String?, scopes: [String] = standardScopes,
        instructors: [Claim] = [], factors: Set<String> = standardFactors, linksEmails: Bool = false,
        trustsEmails: Bool = false, allowsLoopback: Bool = false
    ) {
        (self.name, self.issuer, self.clientID, self.secret) = (name, issuer, clientID, secret)
        (self.scopes, self.instructors, self.factors) = (scopes, instructors, factors)
        (self.linksEmails, self.trustsEmails, self.allowsLoopback) = (linksEmails, trustsEmails, allowsLoopback)
    }

    /// Whether the issuer is an address that this server asks.
    public var isSafe: Bool { (try? RemoteDocuments(allowsLoopback: allowsLoopback).requireSafe(issuer)) != nil }
}
