import Foundation
import HTTPTransport
import NoteItCore

/// Exchanges a code for tokens (RFC 6749, section 4.1.3; RFC 7636), and asks for the claims that the token lacks.
struct TokenExchange: Sendable {
    struct Tokens: Decodable, Sendable {
        let idToken: String
        let accessToken: String?

        private enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private struct Refusal: Decodable {
        let error: String
    }

    let settings: SignOnConfiguration
    let metadata: ProviderMetadata
    let documents: RemoteDocuments

    /// Throws `RemoteFault`.
    /// - Parameter verifier: that of PKCE, whose hash the provider has.
    func tokens(for code: String, verifier: String, redirect: String) async throws -> Tokens {
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("code_verifier", verifier),
        ]
        let ways = ways
        var answer = try await ask(form, inForm: ways.first)
        // A provider looks at the client before it looks at the code, which is still good.
        if let second = ways.second, error(of: answer) == "invalid_client" { answer = try await ask(form, inForm: second) }
        guard answer.status == 200 else { throw refusal(answer) }
        return try RemoteDocuments.value(Tokens.self, of: answer.body, from: metadata.tokenEndpoint)
    }

    /// - Parameter inForm: whether the client's secret goes there, or in a header.
    private func ask(_ form: [(String, String)], inForm: Bool) async throws -> RemoteDocuments.Answer {
        var (form, request) = (form, TransportRequest(.POST, metadata.tokenEndpoint))
        request.fields = [
            "accept": "application/json", "content-type": "application/x-www-form-urlencoded",
            "user-agent": "NoteIt/\(NoteItVersion.current)",
        ]
        if let secret = settings.secret, !inForm {
            let pair = "\(settings.clientID.urlSegment):\(secret.urlSegment)"
            request.fields.add("authorization", "Basic " + Data(pair.utf8).base64EncodedString())
        } else {
            form.append(("client_id", settings.clientID))
            if let secret = settings.secret { form.append(("client_secret", secret)) }
        }
        request.body = .bytes(Data(FormEncoding.text(form).utf8))
        request.isRepeatable = false
        return try await documents.send(request)
    }

    /// Whether the secret goes in the form first, and then: what the provider supports is known, but not for which of it the client is
    /// registered. Not all providers decode what had to be encoded for the header (RFC 6749, section 2.3.1); a form is read alike by all.
    private var ways: (first: Bool, second: Bool?) {
        guard let secret = settings.secret else { return (true, nil) }
        // Without a list, it is the header (Discovery, section 3).
        let methods = metadata.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
        guard methods.contains("client_secret_post") else { return (false, nil) }
        guard methods.contains("client_secret_basic") else { return (true, nil) }
        let isPlain = secret.urlSegment == secret && settings.clientID.urlSegment == settings.clientID
        return isPlain ? (false, true) : (true, false)
    }

    private func error(of answer: RemoteDocuments.Answer) -> String? {
        (try? JSONDecoder().decode(Refusal.self, from: answer.body))?.error
    }

    private func refusal(_ answer: RemoteDocuments.Answer) -> RemoteFault {
        switch error(of: answer) {
        case "invalid_grant":
            return RemoteFault(
                "\(settings.name) does not know this sign-in any more: it was used, or is too old. Sign in again.")
        case "invalid_client", "unauthorized_client":
            return RemoteFault(
                "\(settings.name) does not take this server's client id or secret. Ask the operator to check both.")
        case let error?: return RemoteFault("\(settings.name) refused the sign-in: \(error.prefix(100)). Sign in again.")
        case nil:
            return RemoteFault(
                "\(settings.name) failed with the status \(answer.status). Try again later.", isPassing: answer.status >= 500)
        }
    }

    /// What the provider says besides the token (OpenID Connect Core, section 5.3). Throws `RemoteFault`, also for the claims of
    /// somebody else.
    func claims(by accessToken: String, of subject: String, at address: String) async throws -> TokenClaims {
        guard accessToken.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw RemoteFault("The access token of \(settings.name) is malformed.")
        }
        var request = TransportRequest(.GET, address)
        request.fields = ["accept": "application/json", "authorization": "Bearer \(accessToken)"]
        let answer = try await documents.send(request)
        guard answer.status == 200 else {
            throw RemoteFault("\(settings.name) does not tell the claims of its own token: status \(answer.status).")
        }
        let claims = try RemoteDocuments.value(TokenClaims.self, of: answer.body, from: address)
        guard claims.text("sub") == subject else {
            throw RemoteFault("\(settings.name) told the claims of somebody else. Sign in again.")
        }
        return claims
    }
}

/// The query of an address, or a form: `application/x-www-form-urlencoded` (URL Standard, section 5).
enum FormEncoding {
    static func text(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.urlSegment)=\($1.urlSegment)" }.joined(separator: "&")
    }
}
