import Foundation
import NoteItCore

/// The campus's sign-on as the operator set it.
public struct SignOnConfiguration: Sendable, Memberwise {
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
    public var scopes: [String] = standardScopes
    /// Any of these makes an instructor.
    public var instructors: [Claim] = []
    /// What `acr` or `amr` says of somebody who was asked for a second factor.
    public var factors: Set<String> = standardFactors
    public var linksEmails: Bool = false
    /// Whether emails are verified of which the provider does not say it.
    public var trustsEmails: Bool = false
    /// Whether the provider may be this machine itself without TLS.
    public var allowsLoopback: Bool = false

    public static let standardScopes = ["openid", "profile", "email"]
    /// RFC 8176.
    public static let standardFactors: Set = ["mfa"]

    /// Whether the issuer is an address that this server asks.
    public var isSafe: Bool { (try? RemoteDocuments(allowsLoopback: allowsLoopback).requireSafe(issuer)) != nil }
}
