import Hummingbird
import NoteItCore

/// Webhooks of bots and course tools. No token of a script reaches these routes.
struct WebhookRoutes {
    let store: any Store
    let signIn: SignIn
    let sender: WebhookSender

    /// Tests of one person at once.
    private let tests = Quota<Account.ID>(total: 16, each: 1)
    /// Addresses that are looked up for one person at once: a silent name server holds a thread for long.
    private let checks = Quota<Account.ID>(total: 16, each: 1)

    init(store: any Store, signIn: SignIn, sender: WebhookSender) {
        (self.store, self.signIn, self.sender) = (store, signIn, sender)
    }

    var routes: Routes {
        Routes()
            .get("/v1/me/webhooks", use: list)
            .post("/v1/me/webhooks", limit: .own, use: create)
            .delete("/v1/me/webhooks/:webhook", limit: .own, use: remove)
            .get("/v1/me/webhooks/:webhook/deliveries", use: deliveries)
            .post("/v1/me/webhooks/:webhook/secret", limit: .own, use: rotate)
            .post("/v1/me/webhooks/:webhook/test", limit: .own, use: test)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Webhook> {
        let (account, page) = try (context.account(), request.query().page())
        return try Page(of: try await store.webhooks(of: account), page, by: \.id.description)
    }

    /// The address is looked up before anything is stored, so that a wrong one is said at once.
    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<WebhookSecret> {
        let new = try await request.decode(as: NewWebhook.self, context: context).validated()
        let caller = try context.requireCaller()
        let address = try OutgoingAddress(new.url)
        let checked = try await signIn.confirm(caller, new.currentPassword, from: context.address)
        let permit = try checks.permit(for: caller.account) { _ in
            .tooMany("An address of yours is looked up already. Wait for it.", retryAfter: 10)
        }
        defer { permit.release() }
        try await sender.post.check(address)
        let made = try await store.addWebhook(new, host: address.host, by: caller.account, ifPassword: checked)
        return EditedResponse(
            status: .created,
            response: WebhookSecret(webhook: made, secret: try await sender.signer().secret(1, of: made.id)))
    }

    func remove(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.removeWebhook(context.identifier("webhook"), by: context.account())
        return .noContent
    }

    /// The newest first.
    func deliveries(_ request: Request, context: AppContext) async throws -> Page<WebhookDelivery> {
        let page = try request.query().page()
        return try Page(
            of: try await store.deliveries(of: context.identifier("webhook"), by: context.account()), page, by: \.id)
    }

    func rotate(_ request: Request, context: AppContext) async throws -> WebhookSecret {
        let rotation = try await request.decode(as: WebhookRotation.self, context: context)
        let caller = try context.requireCaller()
        let checked = try await signIn.confirm(caller, rotation.currentPassword, from: context.address)
        let (webhook, number) = try await store.rotateSecret(
            of: context.identifier("webhook"), by: caller.account, ifPassword: checked)
        return WebhookSecret(webhook: webhook, secret: try await sender.signer().secret(number, of: webhook.id))
    }

    /// Answers when the receiver has answered, or did not. See the delivery for the outcome.
    func test(_ request: Request, context: AppContext) async throws -> WebhookDelivery {
        let account = try context.account()
        let ping = try await store.ping(context.identifier("webhook"), by: account)
        let permit = try tests.permit(for: account) { _ in
            .tooMany("A test is on its way already. Wait for it.", retryAfter: 10)
        }
        defer { permit.release() }
        return try await store.settle(ping, try await sender.send(ping))
    }
}

extension WebhookSecret: ResponseEncodable {}
extension WebhookDelivery: ResponseEncodable {}
