import Foundation
import NoteItCore

/// The password is right, and a second factor is needed: `APIClient.signIn(_:FactorSignIn)` goes on.
public struct FactorIsNeeded: Error, Sendable {
    public let needed: FactorNeeded
}

extension APIClient {
    /// The second half of a sign-in: the tokens are in the session file. Throws `.problem` with 401 for a wrong code.
    /// - Returns: also the recovery codes, if this added the first factor.
    public func signIn(_ second: FactorSignIn) async throws -> (account: Account, recoveryCodes: [String]?) {
        let new: SignedIn = try await send(Call(.POST, "v1", "sessions", "factor", signedIn: false).with(body: second))
        return (try await keep(new), new.recoveryCodes)
    }

    public func factors() async throws -> SecondFactors { try await send(Call(.GET, "v1", "me", "factors")) }

    /// A key for an app that shows codes. Throws `.problem` with 422 for a wrong password or code.
    public func factorKey(_ proof: FactorProof) async throws -> FactorKey {
        try await send(Call(.POST, "v1", "me", "factors", "key").with(body: proof))
    }

    /// Adds the app that has the key. Throws `.problem` with 422 for a wrong code.
    public func addFactor(_ new: NewFactor) async throws -> AddedFactor {
        try await send(Call(.POST, "v1", "me", "factors").with(body: new))
    }

    public func rename(_ id: SecondFactor.ID, _ name: FactorName) async throws -> SecondFactor {
        try await send(Call(.PATCH, "v1", "me", "factors", id.description).with(body: name))
    }

    /// New recovery codes in place of the old ones.
    public func recoveryCodes(_ proof: FactorProof) async throws -> RecoveryCodes {
        try await send(Call(.POST, "v1", "me", "factors", "recovery-codes").with(body: proof))
    }

    public func remove(_ id: SecondFactor.ID, _ proof: FactorProof) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "factors", id.description).with(body: proof))
    }
}

/// Tokens of scripts.
extension APIClient {
    /// My tokens, oldest first.
    public func apiTokens() async throws -> [ApiToken] { try await all(Call(.GET, "v1", "me", "tokens")) }

    /// The answer has the token, which the server never shows again. Not retried: each request makes a token.
    public func createToken(_ new: NewApiToken) async throws -> MadeApiToken {
        try await send(Call(.POST, "v1", "me", "tokens").with(body: new))
    }

    /// Revokes a token: requests with it are refused from then on, and its streams close.
    public func revoke(_ id: ApiToken.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "tokens", id.description))
    }
}
