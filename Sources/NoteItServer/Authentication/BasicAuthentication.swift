import Foundation
import Hummingbird
import NoteItCore

/// Identifies calendar programs: HTTP Basic (RFC 7617) with an account's email and one of its app passwords.
struct BasicAuthentication: Sendable {
    /// `WWW-Authenticate` of a refusal.
    static let challenge = "Basic realm=\"NoteIt\", charset=\"UTF-8\""

    let store: any Store
    /// Checks the access tokens that scripts may send instead of a password.
    let authenticator: Authenticator
    let throttle: SignInThrottle
    let address: ClientAddress
    let uses: LastUseRecorder<AppPassword.ID>

    /// The caller that the `Authorization` header names; nil without the header. The session of a calendar program is the id of its
    /// password, which no session has.
    ///
    /// Throws `.unauthenticated`, `.forbidden` where others could read the password on its way, `.tooMany` after failures.
    func caller(of request: Request, context: AppContext) async throws -> Caller? {
        guard let field = request.headers[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic" else {
            return try await authenticator.caller(authorization: field)
        }
        guard address.isPrivate(request, context) else { throw DomainError.passwordWouldBeReadable }
        guard let (email, password) = Self.credentials(String(parts[1])) else { throw Self.wrong }
        return try await caller(email: email, password: password, from: context.address)
    }

    private static let wrong = DomainError.unauthenticated(
        "The email or the app password is wrong. Make a password with: noteit calendar password add NAME")

    private func caller(email: String, password: String, from address: String) async throws -> Caller {
        // A good password is never refused: programs begin with many requests at once, and 80 random bits cannot be guessed.
        // Failures are counted apart from sign-ins, so that a phone with a revoked password does not lock its owner out.
        let key = "app password of \(email)"
        let hash = AppPasswordCode.hash(password)
        guard let found = try await store.account(email: email, appPasswordHash: hash) else {
            try await throttle.begin(email: key, address: address)
            try await throttle.failed(email: key, address: address)
            try await store.noteFailedSignIn(email: email, from: address)
            throw Self.wrong
        }
        uses.record(found.password.id)
        return Caller(account: found.account, session: Session.ID(found.password.id.uuid))
    }

    /// Email and password; nil if the text is not Base64 of UTF-8 with a colon.
    static func credentials(_ text: String) -> (email: String, password: String)? {
        guard text.utf8.count <= 2_000, let data = Data(base64Encoded: text.trimmed),
            let plain = String(validating: data, as: UTF8.self), let colon = plain.firstIndex(of: ":")
        else { return nil }
        let (email, password) = (String(plain[..<colon]), String(plain[plain.index(after: colon)...]))
        return email.isEmpty || password.isEmpty || email.firstRefusedControl != nil ? nil : (email, password)
    }
}
