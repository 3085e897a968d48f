import ArgumentParser
import Foundation
import NoteItCore
import NoteItServer

/// The campus's sign-on (OpenID Connect).
struct SignOnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The issuer of the campus's sign-on (OpenID Connect), to the letter as it names itself. [$NOTEIT_SIGN_ON; default: no \
            sign-on]
            """, valueName: "address"))
    var signOn: String?
    @Option(help: "The name of the campus on the button of the page. [$NOTEIT_SIGN_ON_NAME; default: the issuer's host]")
    var signOnName: String?
    @Option(help: "The client id that the sign-on gave this server. [$NOTEIT_SIGN_ON_CLIENT]") var signOnClient: String?
    @Option(
        help: ArgumentHelp(
            "The file with the client secret, in its first line. [$NOTEIT_SIGN_ON_SECRET_FILE]", valueName: "file"))
    var signOnSecretFile: String?
    @Option(help: "The scopes to ask for, with spaces between. [$NOTEIT_SIGN_ON_SCOPES; default: openid profile email]")
    var signOnScopes: String?
    @Option(
        help: ArgumentHelp(
            """
            The claims that make an instructor: claim=value, with commas between. Without one of them at a sign-in, the role is \
            taken away again. [$NOTEIT_SIGN_ON_INSTRUCTORS; default: none]
            """, valueName: "claims"))
    var signOnInstructors: String?
    @Option(
        help: ArgumentHelp(
            """
            What acr or amr says of a person who was asked for a second factor, with commas between; none: NoteIt asks itself. \
            [$NOTEIT_SIGN_ON_FACTORS; default: mfa]
            """, valueName: "values"))
    var signOnFactors: String?
    @Flag(
        help:
            "Let a verified email of the sign-on lead to the account with the same verified email. [$NOTEIT_SIGN_ON_LINK_EMAILS]"
    )
    var signOnLinkEmails = false
    @Flag(help: "Take emails as verified of which the sign-on does not say it. [$NOTEIT_SIGN_ON_TRUST_EMAILS]")
    var signOnTrustEmails = false
    @Flag(help: "Take a sign-on of this machine itself without TLS, for a trial. [$NOTEIT_SIGN_ON_LOOPBACK]")
    var signOnLoopback = false

    /// Nil without an issuer. Throws a `ValidationError` that says what is missing, and a `Failure` for the secret.
    func configuration(_ registration: RegistrationRule) throws -> SignOnConfiguration? {
        guard let issuer = signOn ?? Setting.signOn.value else {
            guard registration != .signOn else {
                throw ValidationError("The registration sign-on needs a sign-on: NOTEIT_SIGN_ON, or --sign-on.")
            }
            return nil
        }
        guard let client = signOnClient ?? Setting.signOnClient.value else {
            throw ValidationError("The sign-on needs the client id that it gave this server: NOTEIT_SIGN_ON_CLIENT.")
        }
        let settings = SignOnConfiguration(
            name: signOnName ?? Setting.signOnName.value ?? URL(string: issuer)?.host() ?? issuer, issuer: issuer,
            clientID: client, secret: try secret(), scopes: try scopes(), instructors: try instructors(), factors: factors(),
            linksEmails: try flag(signOnLinkEmails, .signOnLinkEmails),
            trustsEmails: try flag(signOnTrustEmails, .signOnTrustEmails),
            allowsLoopback: try flag(signOnLoopback, .signOnLoopback))
        guard settings.isSafe else {
            throw ValidationError("The sign-on '\(issuer)' must be an address that begins with https://.")
        }
        return settings
    }

    private func secret() throws -> String? {
        guard let path = signOnSecretFile ?? Setting.signOnSecretFile.value else { return nil }
        guard let line = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first, !line.isEmpty else {
            throw Failure("The file \(path) has no client secret in its first line, or cannot be read.")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    private func scopes() throws -> [String] {
        guard let text = signOnScopes ?? Setting.signOnScopes.value else { return SignOnConfiguration.standardScopes }
        let scopes = text.split(separator: " ").map(String.init)
        guard scopes.contains("openid") else { throw ValidationError("The scopes '\(text)' must contain openid.") }
        return scopes
    }

    private func instructors() throws -> [SignOnConfiguration.Claim] {
        guard let text = signOnInstructors ?? Setting.signOnInstructors.value else { return [] }
        return try text.split(separator: ",").map { part in
            guard let claim = SignOnConfiguration.Claim(String(part)) else {
                throw ValidationError("The claim '\(part)' of instructors must be such as affiliation=faculty.")
            }
            return claim
        }
    }

    private func factors() -> Set<String> {
        guard let text = signOnFactors ?? Setting.signOnFactors.value else { return SignOnConfiguration.standardFactors }
        return text == "none" ? [] : Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    private func flag(_ option: Bool, _ setting: Setting) throws -> Bool {
        let stored = try setting.parsed("true or false") { ["true": true, "1": true, "false": false, "0": false][$0] }
        return option || stored ?? false
    }
}
