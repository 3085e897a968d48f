import Hummingbird
import NoteItCore

extension KeySet: ResponseEncodable {}

/// Health, metrics, the contract and the public keys. Open to everyone.
struct OperationsRoutes {
    let store: any Store
    let keys: SigningKeys
    let metrics: Metrics
    /// Why the server is not ready although the database is; nil once it is.
    let notReady: @Sendable () -> String?
    /// The living nodes that run an older noteitd.
    let olderNodes: @Sendable () -> Int

    var routes: Routes {
        Routes()
            .get("/healthz", use: live)
            .get("/readyz", use: ready)
            .get("/metrics", use: scrape)
            .get("/openapi.yaml", use: contract)
            .get("/.well-known/jwks.json", use: keySet)
    }

    func live(_ request: Request, context: AppContext) -> Response {
        Response(status: .ok, headers: [.contentType: JSONBody.mediaType], body: Self.ok)
    }

    /// `503` if the store does not answer, or takes no writes, and while this node still prepares.
    func ready(_ request: Request, context: AppContext) async throws -> Response {
        do {
            try await store.requireReady()
        } catch DomainError.unavailable(let why) {
            throw DomainError.unavailable(why)
        } catch {
            throw DomainError.unavailable("The database does not answer. Try again in a few seconds.")
        }
        if let why = notReady() { throw DomainError.unavailable(why) }
        let older = olderNodes()
        guard older > 0 else { return live(request, context: context) }
        return try JSONBody.response(Ready(olderNodes: older))
    }

    private struct Ready: Encodable {
        var status = "ok"
        var version = NoteItVersion.current
        var olderNodes: Int
    }

    func scrape(_ request: Request, context: AppContext) async -> Response {
        let head = try? await store.head().offset
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text(head: head))))
    }

    /// The contract that this server was built with.
    func contract(_ request: Request, context: AppContext) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/yaml; charset=utf-8", .cacheControl: "public, max-age=3600"],
            body: ResponseBody(byteBuffer: Self.openapi))
    }

    func keySet(_ request: Request, context: AppContext) async throws -> EditedResponse<KeySet> {
        let known = await keys.current()
        let all = (try? await keys.newest())?.all ?? known.all
        return EditedResponse(headers: [.cacheControl: "public, max-age=60"], response: KeySet(all))
    }

    private static let openapi = ByteBuffer(string: EmbeddedTexts.openapi_yaml)
    private static let ok = ResponseBody(
        byteBuffer: ByteBuffer(string: #"{"status":"ok","version":"\#(NoteItVersion.current)"}"#))
}
