import Foundation

public protocol WebhookStore: Sendable {
    /// Oldest first.
    func webhooks(of account: Account.ID) async throws -> [Webhook]
    /// Adds a webhook, which begins with what comes from now on. Throws `.conflict` if the person has too many, `.invalid` for a
    /// course that they are not in.
    /// - Parameter password: as of `AccountStore.update`.
    func addWebhook(_ new: NewWebhook, host: String, by account: Account.ID, ifPassword password: String?) async throws
        -> Webhook
    /// Throws `.notFound`.
    func removeWebhook(_ id: Webhook.ID, by account: Account.ID) async throws
    /// Begins a new secret. The one before signs for a day more. Throws `.notFound`.
    /// - Returns: also the number of the new secret.
    func rotateSecret(
        of id: Webhook.ID, by account: Account.ID, ifPassword password: String?
    ) async throws -> (webhook: Webhook, secret: Int)
    /// The newest first. Throws `.notFound`.
    func deliveries(of id: Webhook.ID, by account: Account.ID) async throws -> [WebhookDelivery]
    /// A message that tests a webhook, whatever its state. Throws `.notFound`.
    func ping(_ id: Webhook.ID, by account: Account.ID) async throws -> WebhookMessage

    /// The webhooks that rows of the log after `offset` may concern, and the head of the log; nil means all that are not disabled.
    func webhooks(after offset: Int64?) async throws -> (found: [Webhook.ID], head: Int64)
    /// The webhooks whose message is to be tried again now.
    func webhooksToRetry() async throws -> [Webhook.ID]
    /// The next message, judged in one transaction: what the person may see of it now.
    func work(for id: Webhook.ID) async throws -> WebhookWork
    /// Writes what became of a try, and where the webhook stands now. Does nothing if it was tried elsewhere meanwhile.
    func settle(_ message: WebhookMessage, _ outcome: WebhookOutcome) async throws -> WebhookDelivery
    func disable(_ id: Webhook.ID, because why: String) async throws
    /// Moves a webhook past rows that are not for it. It fails no more: what it was to be told is not for it any more.
    func skip(_ id: Webhook.ID, from: LogCursor, to: LogCursor) async throws
}
