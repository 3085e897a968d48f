import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// The account that makes a request, and the session in which it signed in.
public struct Caller: Sendable, Hashable {
    public let account: Account.ID
    public let session: Session.ID

    public init(account: Account.ID, session: Session.ID) { (self.account, self.session) = (account, session) }
}

/// The values that a request carries from the middlewares to its route.
public struct AppContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The connection; live routes write to it.
    public let channel: any Channel
    /// Set by `AuthenticationMiddleware`.
    public var caller: Caller?
    /// Set with the caller: knows whether the session is still open.
    var authenticator: Authenticator?
    /// Set by `AnswerMiddleware`.
    var client: RequestSource?
    /// Counts this request's body and its answer. Set by `AnswerMiddleware`.
    var share: RequestShare?
    /// In bytes: 1 MiB, and 16 KiB before the sign-in. A larger body is refused.
    public private(set) var maxUploadSize = 1 << 20

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The client's IP address, or the address that a trusted proxy names; empty if unknown.
    var address: String { client?.address ?? "" }

    /// For routes that everyone may use.
    var beforeSignIn: AppContext {
        var context = self
        context.maxUploadSize = 16 << 10
        return context
    }

    public var requestDecoder: JSONBody { JSONBody() }
    public var responseEncoder: JSONBody { JSONBody() }

    /// Throws `.unauthenticated` without a caller, or if the session has ended since: a body may outlast it.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw DomainError.unauthenticated("Sign in and send the access token.") }
        try authenticator?.requireOpen(caller.session)
        return caller
    }

    /// The account of `requireCaller()`.
    func account() throws -> Account.ID { try requireCaller().account }

    /// See `RequestShare.longRead`.
    func longRead<Value: Sendable>(
        reserving bytes: Int = RequestShare.page, _ read: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let share else { return try await read() }
        return try await share.longRead(reserving: bytes, read)
    }

    /// Reads many objects of calendars: `longRead`, unless the client leaves before its turn, which throws `CancellationError`.
    func longReadOfObjects<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
        try await longRead(reserving: RequestShare.manyObjects) {
            if try await ClientWatch.hasLeft(channel) { throw CancellationError() }
            return try await read()
        }
    }

    /// A part of the path, percent-decoded.
    /// Throws `400` if it is not UTF-8.
    func path(_ name: String) throws -> String {
        let raw = try parameters.require(name)
        guard let text = raw.percentDecoded else {
            throw HTTPError(.badRequest, message: "The path is not UTF-8. Percent-encode its UTF-8 bytes.")
        }
        return text
    }

    func termID() throws -> Term.ID { Term.ID(try path("term")) }

    func courseID() throws -> Course.ID { Course.ID(try path("course")) }

    func sectionID() throws -> Section.ID { Section.ID(try path("section")) }

    func eventID() throws -> Event.ID { try identifier("event") }

    func replyID() throws -> Reply.ID { try identifier("reply") }

    /// A part of the path that is a UUID. Throws `.notFound` for anything else, since nothing has such an id.
    /// - Parameter noun: for the error, if the noun is not the name.
    func identifier<Subject>(_ name: String, of noun: String? = nil) throws -> Identifier<Subject> {
        let text = try path(name)
        guard let id = Identifier<Subject>(text) else { throw DomainError.notFound("\(noun ?? name) \(text.prefix(64))") }
        return id
    }
}

/// Where a request comes from. The address is formatted only when it is asked for.
struct RequestSource: Sendable {
    /// Taken when the request begins: a closed connection has none.
    let socket: SocketAddress?
    /// The address that a trusted proxy names.
    let forwarded: String?

    /// Empty if unknown.
    var address: String { forwarded ?? socket?.ipAddress ?? "" }
}

/// Finds the address that a request comes from.
struct ClientAddress: Sendable {
    /// The address of the server as the operator set it; nil for the one that each request names.
    var publicURL: PublicURL?
    /// Whether the operator's reverse proxy stands in front and writes `X-Forwarded-For` and `X-Forwarded-Proto`.
    let trustProxy: Bool

    /// Whether nobody between the client and this machine can read the request: it came over TLS to a trusted proxy, or from this
    /// machine itself.
    func isPrivate(_ request: Request, _ context: AppContext) -> Bool {
        if trustProxy, request.headers[.forwardedProto] != nil || request.headers[.forwardedFor] != nil {
            return scheme(of: request) == "https"
        }
        return context.channel.remoteAddress.map(Self.isLoopback) ?? false
    }

    /// The address below which clients reach the server, such as `https://notes.example.edu/noteit`, without a slash at the end.
    func base(of request: Request) -> String {
        if let publicURL { return publicURL.text }
        // A client may write anything there.
        let host = request.head.authority.flatMap { HostAndPort($0) == nil ? nil : $0 } ?? "localhost"
        return "\(scheme(of: request))://\(host)"
    }

    private func scheme(of request: Request) -> String {
        guard trustProxy, let list = request.headers[.forwardedProto], let last = list.split(separator: ",").last else {
            return "http"
        }
        return last.trimmed.lowercased() == "https" ? "https" : "http"
    }

    private static func isLoopback(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4, .v6:
            guard let text = address.ipAddress else { return false }
            return text == "::1" || text.hasPrefix("127.") || text.hasPrefix("::ffff:127.")
        case .unixDomainSocket: return true
        }
    }

    /// The address that a trusted proxy names, without a port; nil without such a proxy, and for an entry that is not an address. The
    /// last entry counts: the operator's own proxy wrote it.
    /// - Parameter list: the request's `X-Forwarded-For`.
    func forwarded(_ list: @autoclosure () -> String?) -> String? {
        guard trustProxy, let last = list()?.split(separator: ",").last else { return nil }
        return NetworkAddress(peer: last.trimmed)?.description
    }
}
