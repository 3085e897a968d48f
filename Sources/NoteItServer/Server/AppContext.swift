import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Who makes a request: the account, and the session in which it signed in.
public struct Caller: Sendable, Hashable {
    public let account: Account.ID
    public let session: Session.ID

    public init(account: Account.ID, session: Session.ID) {
        self.account = account
        self.session = session
    }
}

/// What a request carries from middleware to route.
public struct AppContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The connection; live routes write to it.
    public let channel: any Channel
    /// Set by `AuthenticationMiddleware`.
    public var caller: Caller?
    /// Says whether a session is still open.
    var authenticator: Authenticator?
    /// In what this request's body and its answer are counted.
    var share: RequestShare?
    /// Larger bodies are refused: over 1 MiB, and before the sign-in over 16 KiB.
    public private(set) var maxUploadSize = 1 << 20

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// For the routes that everybody may use.
    var beforeSignIn: AppContext {
        var context = self
        context.maxUploadSize = 16 << 10
        return context
    }

    public var requestDecoder: JSONBody { JSONBody() }
    public var responseEncoder: JSONBody { JSONBody() }

    /// Throws `.unauthenticated` if nobody is signed in, or no longer: a body may have taken longer than its session.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw DomainError.unauthenticated("Sign in and send the access token.") }
        try authenticator?.requireOpen(caller.session)
        return caller
    }

    /// See `RequestShare.readingAtLength`.
    func readingAtLength<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
        guard let share else { return try await read() }
        return try await share.readingAtLength(read)
    }

    /// A part of the path, percent-decoded.
    /// Throws `400` if it is not UTF-8.
    func path(_ name: String) throws -> String {
        let raw = try parameters.require(name)
        guard let text = raw.removingPercentEncoding else {
            throw HTTPError(.badRequest, message: "The path is not percent-encoded UTF-8.")
        }
        return text
    }

    /// A part of the path that is a UUID. Throws `.notFound` if it is none: nothing has such an id.
    func identifier<Subject>(_ name: String, of what: String) throws -> Identifier<Subject> {
        let text = try path(name)
        guard let id = Identifier<Subject>(text) else { throw DomainError.notFound("\(what) \(text.prefix(64))") }
        return id
    }
}

extension HTTPField.Name {
    static var forwardedFor: Self { Self("X-Forwarded-For") ?? .referer }
}

/// From where a request comes.
struct ClientAddress: Sendable {
    /// Whether a reverse proxy of ours stands in front and writes `X-Forwarded-For`.
    let trustProxy: Bool

    /// The IP address of the client, or of what connects in its name; empty if unknown.
    /// Of a forwarded list the last counts: it is the one that our own proxy wrote.
    func of(_ request: Request, _ context: AppContext) -> String {
        forwarded(request.headers[.forwardedFor]) ?? context.channel.remoteAddress?.ipAddress ?? ""
    }

    /// The address in whose name a proxy of ours connects.
    /// - Parameter list: the request's `X-Forwarded-For`.
    func forwarded(_ list: String?) -> String? {
        guard trustProxy, let last = list?.split(separator: ",").last else { return nil }
        return last.trimmingCharacters(in: .whitespaces)
    }
}
