import AsyncHTTPClient
import Foundation
import NIOCore
import NoteItCore

/// The server's HTTP contract, one method a route. The methods stand in files by noun.
///
/// Tokens come from the profile's session file at every request, so that processes share them; a refused access
/// token is exchanged once and the request sent again. What may be sent twice without harm (reads, and posts that
/// carry an id made here) is tried again when the server is not reached or says `502` to `504`.
public struct APIClient: Sendable {
    /// Scheme, host and port, and a path prefix if the server stands behind one; without a slash at the end.
    public let server: URL
    public let sessions: SessionFile
    let http: HTTPClient
    let timeout: Duration
    let pauses: [Duration]
    /// The only person as whom requests are sent; nil means whoever is signed in.
    let person: Account.ID?

    /// - Parameters:
    ///   - server: such as `https://notes.example.edu`. Throws `.unexpected` if it is no `http` or `https` address.
    ///   - http: must allow silence for as long as a stream's keep-alive takes; never shut down by this client.
    ///   - timeout: for a request with all its tries; a long poll's `wait` and a stream's length come on top.
    ///   - pauses: before the second and each further try.
    public init(
        server: String, sessions: SessionFile, http: HTTPClient = APIClient.standardHTTP,
        timeout: Duration = .seconds(20), pauses: [Duration] = [.milliseconds(100), .milliseconds(300)]
    ) throws {
        let trimmed = String(server.reversed().drop { $0 == "/" }.reversed())
        guard let url = URL(string: trimmed), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.query() == nil, url.fragment() == nil, url.user() == nil
        else {
            throw ClientError.unexpected(
                "\(server.debugDescription) is not a server's address; write it as https://notes.example.edu.")
        }
        self.server = url
        self.sessions = sessions
        self.http = http
        self.timeout = timeout
        self.pauses = pauses
        person = nil
    }

    private init(_ other: APIClient, timeout: Duration, person: Account.ID?) {
        (server, sessions, http, pauses) = (other.server, other.sessions, other.http, other.pauses)
        self.timeout = timeout
        self.person = person
    }

    /// The same client with another bound for each request.
    public func with(timeout: Duration) -> APIClient { APIClient(self, timeout: timeout, person: person) }

    /// The same client, which throws `.notSignedIn` if meanwhile somebody else signs in.
    func acting(as person: Account.ID) -> APIClient { APIClient(self, timeout: timeout, person: person) }

    /// One pool of connections for the life of the process. 60 s without a byte mean a dead connection: the server
    /// sends a keep-alive every 25 s. Redirects are not followed, so that tokens stay with the server they are from.
    public static let standardHTTP: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: .seconds(60)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The sign-in for this server, if there is one.
    public func session() throws -> SavedSession? {
        guard let saved = try sessions.read(), saved.server == server, person == nil || saved.account.id == person else {
            return nil
        }
        return saved
    }
}

extension APIClient {
    func send(_ call: Call) async throws -> Answer {
        guard call.signedIn else { return try await tries(call, token: nil).accepted() }
        guard let session = try session() else { throw ClientError.notSignedIn }
        let answer = try await tries(call, token: session.accessToken)
        guard answer.status == 401 else { return try answer.accepted() }
        return try await tries(call, token: renew(session).accessToken).accepted()
    }

    func send<Value: Decodable>(_ call: Call, as type: Value.Type = Value.self) async throws -> Value {
        try await send(call).decode(type)
    }

    /// Of an exchange of tokens, whatever the request has: if its answer is lost, so is the session.
    private static let renewalBound = Duration.seconds(30)

    func renew(_ session: SavedSession) async throws -> SavedSession {
        try await sessions.renew(session) { saved in
            let call = try Call(.POST, "v1", "sessions", "refresh", signedIn: false)
                .with(body: RefreshRequest(refreshToken: saved.refreshToken))
            let answer = try await within(Self.renewalBound) { try await exchange(call, token: nil) }
            if answer.status == 401 { throw ClientError.notSignedIn }
            let fresh = try answer.accepted().decode(RefreshedTokens.self)
            return SavedSession(
                server: server, account: fresh.account ?? saved.account, accessToken: fresh.accessToken,
                refreshToken: fresh.refreshToken)
        }
    }

    private func tries(_ call: Call, token: String?) async throws -> Answer {
        try await within(timeout + call.patience) {
            for pause in call.repeatable ? pauses : [] {
                do {
                    let answer = try await exchange(call, token: token)
                    if !(502...504).contains(answer.status) { return answer }
                } catch ClientError.unreachable {}
                try await Task.sleep(for: pause * Double.random(in: 0.75...1.25))
            }
            return try await exchange(call, token: token)
        }
    }

    private func exchange(_ call: Call, token: String?) async throws -> Answer {
        do {
            let response = try await http.execute(call.request(to: server, token: token), deadline: .distantFuture)
            let body = try await response.body.collect(upTo: Answer.limit)
            return Answer(
                status: Int(response.status.code), contentType: response.headers.first(name: "content-type"), body: body)
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }

    /// Opens a stream; the bound is for its first answer alone.
    func open(_ call: Call) async throws -> HTTPClientResponse.Body {
        guard let session = try session() else { throw ClientError.notSignedIn }
        var response = try await opening(call, token: session.accessToken)
        if response.status == .unauthorized {
            response = try await opening(call, token: renew(session).accessToken)
        }
        if response.status == .ok { return response.body }
        let final = response
        return try await within(timeout) {
            let body = try await final.body.collect(upTo: Answer.limit)
            let type = final.headers.first(name: "content-type")
            _ = try Answer(status: Int(final.status.code), contentType: type, body: body).accepted()
            throw ClientError.unexpected("The server at \(server) answered with no stream.")
        }
    }

    private func opening(_ call: Call, token: String) async throws -> HTTPClientResponse {
        do {
            return try await http.execute(
                call.request(to: server, token: token), timeout: .nanoseconds(timeout.nanoseconds))
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }
}

/// The answer of a refresh; the account comes along if the server sends it.
private struct RefreshedTokens: Decodable {
    var account: Account?
    var accessToken: String
    var refreshToken: String
}
