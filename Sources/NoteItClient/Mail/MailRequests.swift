import NoteItCore

/// What a person wants by mail. The server alone knows it.
extension APIClient {
    public func mail() async throws -> MailState { try await send(Call(.GET, "v1", "me", "mail")) }

    public func updateMail(_ patch: MailPatch) async throws -> MailState {
        try await send(Call(.PATCH, "v1", "me", "mail").with(body: patch))
    }

    /// Asks for a mail with a link that verifies the address.
    public func askVerification() async throws { _ = try await send(Call(.POST, "v1", "me", "mail", "verification")) }

    /// Asks for a mail with a link and a code that set a new password.
    public func askResetMail(_ email: String) async throws {
        let call = Call(.POST, "v1", "accounts", "reset-mail", signedIn: false)
        _ = try await send(call.with(body: ResetMailRequest(email: email)))
    }
}
