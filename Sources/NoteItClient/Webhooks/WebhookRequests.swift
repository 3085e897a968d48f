import NoteItCore

/// Webhooks of bots. Requests that add something or send it are not retried.
extension APIClient {
    /// My webhooks, oldest first.
    public func webhooks() async throws -> [Webhook] { try await all(Call(.GET, "v1", "me", "webhooks")) }

    /// The answer has the secret, which the server never shows again.
    public func addWebhook(_ new: NewWebhook) async throws -> WebhookSecret {
        try await send(Call(.POST, "v1", "me", "webhooks").with(body: new))
    }

    public func remove(_ id: Webhook.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "webhooks", id.description))
    }

    /// The newest first.
    public func deliveries(of id: Webhook.ID) async throws -> [WebhookDelivery] {
        try await all(Call(.GET, "v1", "me", "webhooks", id.description, "deliveries"))
    }

    /// Waits for the answer of the receiver.
    public func test(_ id: Webhook.ID) async throws -> WebhookDelivery {
        try await send(Call(.POST, "v1", "me", "webhooks", id.description, "test"))
    }

    /// Begins a new secret, and returns it. The one before signs for a day more.
    public func rotateSecret(of id: Webhook.ID, currentPassword: String) async throws -> WebhookSecret {
        let body = WebhookRotation(currentPassword: currentPassword)
        return try await send(Call(.POST, "v1", "me", "webhooks", id.description, "secret").with(body: body))
    }
}

/// The topic of ntfy.
extension APIClient {
    public func ntfy() async throws -> NtfyState { try await send(Call(.GET, "v1", "me", "ntfy")) }

    public func setNtfy(_ new: NewNtfyTopic) async throws -> NtfyTopic {
        try await send(Call(.PUT, "v1", "me", "ntfy").with(body: new))
    }

    /// Throws `.problem` with 404 if there is no topic.
    public func updateNtfy(_ patch: NtfyPatch) async throws -> NtfyTopic {
        try await send(Call(.PATCH, "v1", "me", "ntfy").with(body: patch))
    }

    public func removeNtfy() async throws { _ = try await send(Call(.DELETE, "v1", "me", "ntfy")) }

    public func testNtfy() async throws { _ = try await send(Call(.POST, "v1", "me", "ntfy", "test")) }
}
