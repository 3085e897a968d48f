import HTTPTypes
import Hummingbird
import NoteItCore

/// The topic of ntfy to which a person's notifications go. No token of a script reaches these routes.
struct NtfyRoutes {
    let store: any Store
    let signIn: SignIn
    let post: OutgoingPost

    var routes: Routes {
        Routes()
            .get("/v1/me/ntfy", use: show)
            .put("/v1/me/ntfy", limit: .own, use: set)
            .patch("/v1/me/ntfy", limit: .own, use: edit)
            .delete("/v1/me/ntfy", limit: .own, use: remove)
            .post("/v1/me/ntfy/test", limit: .own, use: test)
    }

    func show(_ request: Request, context: AppContext) async throws -> NtfyState {
        NtfyState(topic: try await store.ntfyTopic(of: context.account()))
    }

    func set(_ request: Request, context: AppContext) async throws -> NtfyTopic {
        let new = try await request.decode(as: NewNtfyTopic.self, context: context).validated()
        let caller = try context.requireCaller()
        let place = try NtfyPlace(new.url, allowing: post.gate.allowed)
        let checked = try await signIn.confirm(caller, new.currentPassword, from: context.address)
        return try await store.setNtfyTopic(place.url, host: place.server.host, by: caller.account, ifPassword: checked)
    }

    func edit(_ request: Request, context: AppContext) async throws -> NtfyTopic {
        let patch = try await request.decode(as: NtfyPatch.self, context: context).validated()
        return try await store.editNtfyTopic(with: patch, by: context.account())
    }

    func remove(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.removeNtfyTopic(by: context.account())
        return .noContent
    }

    func test(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.testNtfyTopic(by: context.account())
        return .accepted
    }
}

extension NtfyState: ResponseEncodable {}
extension NtfyTopic: ResponseEncodable {}
