import Foundation
import NoteItCore

/// Checks passwords and opens sessions: what registration, sign-in, refresh and a change of password share.
struct SignIn: Sendable {
    let store: any Store
    let hasher: PasswordHasher
    let tokens: AccessTokens
    let throttle: SignInThrottle
    let revoked: RevokedSessions
    let now: @Sendable () -> Date

    /// Registers and signs in. Throws `.conflict` if the email is taken.
    func register(_ new: NewAccount) async throws -> (session: Session.ID, signedIn: SignedIn) {
        let hash = try await hasher.hash(new.password)
        let account = try await store.register(new, role: .student, password: hash)
        return try await open(account, device: new.device)
    }

    /// Throws `.unauthenticated`, alike and after the same time for a wrong password and an unknown email, or `.tooMany`.
    func signIn(_ credentials: Credentials, from address: String) async throws -> (session: Session.ID, signedIn: SignedIn) {
        guard let account = try await holder(of: credentials.email, credentials.password, from: address) else {
            try await store.noteFailedSignIn(email: credentials.email, from: address)
            throw DomainError.unauthenticated("The email or the password is wrong.")
        }
        return try await open(account, device: credentials.device)
    }

    /// Exchanges a refresh token. Throws `.unauthenticated`.
    func refresh(_ token: String) async throws -> SignedIn {
        let next = Secret.make()
        do {
            let (session, account) = try await store.rotate(refreshHash: Secret.digest(token), to: Secret.digest(next))
            return try await signedIn(account, session, refreshToken: next)
        } catch let error as DomainError {
            // A token seen for the second time revokes its session.
            if case .unauthenticated = error { try await revoked.reload(from: store) }
            throw error
        }
    }

    /// Sets a new password and revokes the account's other sessions. Throws `.invalid` if the current one is wrong.
    func changePassword(of caller: Caller, _ change: PasswordChange, from address: String) async throws {
        let account = try await store.account(caller.account)
        let change = try change.validated(email: account.email)
        guard try await holder(of: account.email, change.currentPassword, from: address) != nil else {
            try await store.noteFailedSignIn(email: account.email, from: address)
            throw DomainError.invalid("currentPassword", "is not your password")
        }
        let hash = try await hasher.hash(change.newPassword)
        try await store.setPassword(account.id, hash: hash, keeping: caller.session)
        try await revoked.reload(from: store)
    }

    /// Whose email and password these are; nil if they do not belong together. Throws `.tooMany`.
    private func holder(of email: String, _ password: String, from address: String) async throws -> Account? {
        try throttle.begin(email: email, address: address)
        do {
            let stored = try await store.credentials(email: email)
            guard try await hasher.verify(password, against: stored?.password), let stored else { return nil }
            throttle.succeeded(email: email, address: address)
            if Argon2id.isOutdated(stored.password) {
                try await store.setPassword(stored.account.id, hash: try await hasher.hash(password), keeping: nil)
            }
            return stored.account
        } catch {
            throttle.abandoned(email: email, address: address)
            throw error
        }
    }

    private func open(_ account: Account, device: String?) async throws -> (Session.ID, SignedIn) {
        let (session, refreshToken) = (Session.ID.make(at: now()), Secret.make())
        try await store.open(session, for: account.id, device: device, refreshHash: Secret.digest(refreshToken))
        return (session, try await signedIn(account, session, refreshToken: refreshToken))
    }

    private func signedIn(_ account: Account, _ session: Session.ID, refreshToken: String) async throws -> SignedIn {
        let token = try await tokens.issue(to: Caller(account: account.id, session: session))
        return SignedIn(account: account, accessToken: token, expiresIn: AccessTokens.lifetime, refreshToken: refreshToken)
    }
}
