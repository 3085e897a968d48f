import Foundation
import Hummingbird
import NIOCore
import NoteItCore

/// The values that a request carries from the middlewares to its route.
struct AppContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection; live routes write to it.
    let channel: any Channel
    /// Set by `AuthenticationMiddleware`.
    var caller: Caller?
    /// Set with the caller: throws `.unauthenticated` once the caller's session has ended.
    var requireOpenSession: (@Sendable (Session.ID) throws -> Void)?
    /// Set by `AnswerMiddleware`.
    var client: RequestSource?
    /// Counts this request's body and its answer. Set by `AnswerMiddleware`.
    var share: RequestShare?
    /// The most bytes of a body: 1 MiB, and 16 KiB before the sign-in. A larger body is refused.
    private(set) var maxUploadSize = 1 << 20

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The client's IP address, or the address that a trusted proxy names; empty if unknown.
    var address: String { client?.address ?? "" }

    /// The context of a route that everyone may use: it takes smaller bodies.
    var beforeSignIn: AppContext {
        var context = self
        context.maxUploadSize = 16 << 10
        return context
    }

    var requestDecoder: JSONBody { JSONBody() }
    var responseEncoder: JSONBody { JSONBody() }

    /// Throws `.unauthenticated` without a caller, or if the session has ended since: a body may outlast it.
    func requireCaller() throws -> Caller {
        guard let caller else { throw DomainError.unauthenticated("Sign in and send the access token.") }
        try requireOpenSession?(caller.session)
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

    /// A part of the path, percent-decoded.
    /// Throws `400` if it is not UTF-8.
    func path(_ name: String) throws -> String {
        let raw = try parameters.require(name)
        guard let text = raw.percentDecoded else { throw HTTPError.pathNotUTF8 }
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
