import Foundation
import Hummingbird
import NoteItCore

/// The devices of a person, and what each gets. No token reaches these routes.
struct PushRoutes {
    let store: any Store
    /// Nil: this server sends nothing by Web Push.
    let service: PushService?

    var routes: Routes {
        Routes()
            .get("/v1/me/push", use: show)
            .post("/v1/me/push/devices", limit: .own, use: add)
            .patch("/v1/me/push/devices/:device", limit: .own, use: edit)
            .delete("/v1/me/push/devices/:device", limit: .own, use: remove)
            .post("/v1/me/push/devices/:device/test", limit: .own, use: test)
    }

    private func require() throws -> PushService {
        guard let service else {
            throw DomainError.conflict(
                "Push is off on this server. Its operator turns it on with NOTEIT_CONTACT, an address for push services.")
        }
        return service
    }

    func show(_ request: Request, context: AppContext) async throws -> PushState {
        let caller = try context.requireCaller()
        return PushState(
            available: service != nil, applicationServerKey: try await service?.identity.publicKey(),
            devices: try await store.pushDevices(of: caller.account, current: caller.session))
    }

    func add(_ request: Request, context: AppContext) async throws -> EditedResponse<PushDevice> {
        let new = try await request.decode(as: NewPushDevice.self, context: context).validated()
        let (caller, service) = (try context.requireCaller(), try require())
        let endpoint = try PushEndpoint(new.endpoint, allowing: service.configuration.hosts)
        let address = PushAddress(endpoint: new.endpoint, key: new.keys.p256dh, secret: new.keys.auth, showsText: false)
        guard PushEncryption(address) != nil else {
            throw DomainError.invalid("keys", "must be a public key of P-256 and 16 bytes, in base64url")
        }
        let (device, created) = try await store.addPushDevice(
            new, host: endpoint.host, by: caller.account, session: caller.session)
        return EditedResponse(status: created ? .created : .ok, response: device)
    }

    func edit(_ request: Request, context: AppContext) async throws -> PushDevice {
        let patch = try await request.decode(as: PushDevicePatch.self, context: context).validated()
        let caller = try context.requireCaller()
        return try await store.editPushDevice(
            context.identifier("device"), with: patch, by: caller.account, session: caller.session)
    }

    func remove(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.removePushDevice(context.identifier("device"), by: context.account())
        return .noContent
    }

    func test(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        _ = try require()
        try await store.testPushDevice(context.identifier("device"), by: context.account())
        return .accepted
    }
}

/// What the routes and the channel of a server share.
struct PushService: Sendable {
    let configuration: PushConfiguration
    let identity: PushIdentity
    let client: PushClient

    init(_ configuration: PushConfiguration, store: any Store, resolver: NameResolver, now: @escaping @Sendable () -> Date) {
        self.configuration = configuration
        identity = PushIdentity(store: store, contact: configuration.contact, now: now)
        client = PushClient(
            identity: identity, gate: HostGuard(allowed: configuration.hosts, resolver: resolver), now: now)
    }
}

extension PushState: ResponseEncodable {}
extension PushDevice: ResponseEncodable {}
