import Foundation
import NoteItCore

extension APIClient {
    /// Registers and signs in: the tokens are in the session file. Throws `.problem` with 409 if the email is taken, and
    /// `FactorIsNeeded` where the server demands a second factor of everyone.
    public func register(_ new: NewAccount) async throws -> Account {
        try await signedIn(Call(.POST, "v1", "accounts", signedIn: false).with(body: new))
    }

    /// Signs in: the tokens are in the session file. Throws `.problem` with 401 for a wrong email or password, and
    /// `FactorIsNeeded`.
    public func signIn(_ credentials: Credentials) async throws -> Account {
        try await signedIn(Call(.POST, "v1", "sessions", signedIn: false).with(body: credentials))
    }

    private func signedIn(_ call: Call) async throws -> Account {
        let response = try await send(call)
        if response.status == 202 { throw FactorIsNeeded(needed: try response.decode()) }
        return try await keep(response.decode())
    }

    /// Keeps the tokens of a sign-in.
    func keep(_ new: SignedIn) async throws -> Account {
        try await sessions.save(
            SavedSession(
                server: server, account: new.account, accessToken: new.accessToken, refreshToken: new.refreshToken))
        return new.account
    }

    /// Ends this session. Deletes the tokens here even if this throws.
    public func signOut() async throws {
        do {
            _ = try await send(Call(.DELETE, "v1", "sessions", "current"))
        } catch ClientError.notSignedIn {
            return
        } catch {
            try await sessions.remove()
            throw error
        }
        try await sessions.remove()
    }

    /// The sessions of this account, newest first.
    public func openSessions() async throws -> [Session] { try await all(Call(.GET, "v1", "sessions")) }

    /// Signs another device out.
    public func revoke(_ session: Session.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "sessions", session.description))
    }

    public func me() async throws -> Account { try await send(Call(.GET, "v1", "me")) }

    public func updateMe(_ patch: AccountPatch) async throws -> Account {
        try await send(Call(.PATCH, "v1", "me").with(body: patch))
    }

    public func changePassword(_ change: PasswordChange) async throws {
        _ = try await send(Call(.PUT, "v1", "me", "password").with(body: change))
    }

    /// Sets a new password with a one-time code. Throws `.problem` with 401 for a wrong code.
    public func reset(_ reset: PasswordReset) async throws {
        _ = try await send(Call(.POST, "v1", "accounts", "reset", signedIn: false).with(body: reset))
    }

    /// Deletes the account for good, then the tokens. Throws `.problem` with 422 for a wrong password.
    public func leave(_ confirmation: PasswordConfirmation) async throws {
        _ = try await send(Call(.DELETE, "v1", "me").with(body: confirmation))
        try await sessions.remove()
    }
}
