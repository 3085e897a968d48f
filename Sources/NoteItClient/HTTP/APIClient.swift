import Foundation
import HTTPTransport
import NoteItCore

/// The server's HTTP contract, one method for each route. The methods are in files by noun.
///
/// Every request takes its tokens from the profile's session file, so that processes share them. A refused access
/// token is exchanged once and the request sent again. Idempotent requests (reads, and posts with an id made here)
/// are retried when the server is not reached or answers `502` to `504`.
public struct APIClient: Sendable {
    /// Scheme, host and port, and the path prefix if there is one; without a slash at the end.
    public let server: URL
    public let sessions: SessionFile
    let http: TransportClient
    let timeout: Duration
    let pauses: [Duration]
    /// The only account that requests are sent for; nil means any account that is signed in.
    let person: Account.ID?
    /// Whether to give up soon, and at once while the server is known not to answer.
    let isHurried: Bool

    /// - Parameters:
    ///   - server: such as `https://notes.example.edu`. Throws `.unexpected` if it is not an `http` or `https` address.
    ///   - http: must allow silence between two heartbeats of a stream; this client never shuts it down.
    ///   - timeout: for a request with all its retries; a long poll's `wait` and a stream's length come on top.
    ///   - pauses: before each retry.
    public init(
        server: String, sessions: SessionFile, http: TransportClient = APIClient.standardHTTP,
        timeout: Duration = .seconds(20), pauses: [Duration] = [.milliseconds(100), .milliseconds(300)]
    ) throws {
        var address = server[...]
        while address.hasSuffix("/") { address.removeLast() }
        guard let url = URL(string: String(address)), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.query() == nil, url.fragment() == nil, url.user() == nil
        else {
            throw ClientError.unexpected(
                "\(server.debugDescription) is not a server's address; write it as https://notes.example.edu.")
        }
        self.server = url
        (self.sessions, self.http, self.timeout, self.pauses) = (sessions, http, timeout, pauses)
        person = nil
        isHurried = false
    }

    private init(_ other: APIClient, timeout: Duration, person: Account.ID?, isHurried: Bool? = nil) {
        (server, sessions, http, pauses) = (other.server, other.sessions, other.http, other.pauses)
        self.timeout = timeout
        self.person = person
        self.isHurried = isHurried ?? other.isHurried
    }

    /// This client with another time limit for each request.
    public func with(timeout: Duration) -> APIClient { APIClient(self, timeout: timeout, person: person) }

    /// This client for requests that the local copy can stand in for: one try, of a second at most. After a try in vain, all
    /// hurried clients of the profile fail at once for a short while.
    public func hurried() -> APIClient { APIClient(self, timeout: .seconds(1), person: person, isHurried: true) }

    /// This client for requests that can wait on this machine or be asked again: five seconds, or one while the server is known
    /// not to answer.
    public func brisk() -> APIClient { with(timeout: silence.recall() == nil ? .seconds(5) : .seconds(1)) }

    var silence: SilentServer { SilentServer(file: sessions.profile.silenceFile, server: server) }

    /// This client for one account: it throws `.notSignedIn` once another account signs in.
    func acting(as person: Account.ID) -> APIClient { APIClient(self, timeout: timeout, person: person) }

    /// For the life of the process. A connection is dead after 60 s without a byte: the server sends a heartbeat every 25 s.
    public static let standardHTTP = TransportClient()

    /// The session with this server; nil if there is none.
    public func session() throws -> SavedSession? {
        guard let saved = try sessions.read(), saved.server == server, person == nil || saved.account.id == person else {
            return nil
        }
        return saved
    }
}

extension APIClient {
    func send(_ call: Call) async throws -> HTTPResponse {
        guard call.signedIn else { return try await tries(call, token: nil).accepted() }
        guard let session = try session() else { throw ClientError.notSignedIn }
        let response = try await tries(call, token: session.accessToken)
        guard response.status == 401 else { return try response.accepted() }
        return try await tries(call, token: renew(session).accessToken).accepted()
    }

    func send<Value: Decodable>(_ call: Call, as type: Value.Type = Value.self) async throws -> Value {
        try await send(call).decode(type)
    }

    /// The items of all pages of a list. Throws `.unexpected` if the list does not end.
    func all<Item: Codable & Sendable>(_ call: Call) async throws -> [Item] {
        var (items, steps) = ([Item](), PageSteps())
        var request = PageRequest(limit: PageRequest.limits.upperBound)
        repeat {
            let page: Page<Item> = try await send(call.with(request))
            items += page.items
            request.after = try steps.step(to: page.next)
        } while request.after != nil
        return items
    }

    /// The bound of a token exchange, whatever the bound of its request: if the response is lost, so is the session.
    private static let renewalBound = Duration.seconds(30)

    func renew(_ session: SavedSession) async throws -> SavedSession {
        try await sessions.renew(session) { saved in
            let call = try Call(.POST, "v1", "sessions", "refresh", signedIn: false)
                .with(body: RefreshRequest(refreshToken: saved.refreshToken))
            let response = try await within(Self.renewalBound) { try await exchange(call, token: nil) }
            if response.status == 401 { throw ClientError.notSignedIn }
            let fresh = try response.accepted().decode(RefreshedTokens.self)
            return SavedSession(
                server: server, account: fresh.account ?? saved.account, accessToken: fresh.accessToken,
                refreshToken: fresh.refreshToken)
        }
    }

    private func tries(_ call: Call, token: String?) async throws -> HTTPResponse {
        if isHurried, let known = silence.recall() { throw known }
        let began = ContinuousClock.now
        do {
            guard isHurried else { return try await patientTries(call, token: token) }
            return try await within(timeout + call.patience) { try await exchange(call, token: token) }
        } catch ClientError.unreachable(let why) {
            if ContinuousClock.now - began > (isHurried ? SilentServer.short : .seconds(1)) { silence.remember(why) }
            throw ClientError.unreachable(why)
        }
    }

    private func patientTries(_ call: Call, token: String?) async throws -> HTTPResponse {
        try await within(timeout + call.patience) {
            for pause in call.repeatable ? pauses : [] {
                do {
                    let response = try await exchange(call, token: token)
                    if !(502...504).contains(response.status) { return response }
                } catch ClientError.unreachable {}
                try await Task.sleep(for: pause * Double.random(in: 0.75...1.25))
            }
            return try await exchange(call, token: token)
        }
    }

    /// One request, without a bound and without a second try.
    func exchange(_ call: Call, token: String?) async throws -> HTTPResponse {
        do {
            let response = try await http.send(call.request(to: server, token: token))
            silence.forget()
            return try await HTTPResponse(response)
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }

    /// Opens a stream. The bound is for the head of the response alone.
    func open(_ call: Call) async throws -> TransportBody {
        guard let session = try session() else { throw ClientError.notSignedIn }
        var response = try await opening(call, token: session.accessToken)
        if response.status == 401 {
            response = try await opening(call, token: renew(session).accessToken)
        }
        if response.status == 200 { return response.body }
        let final = response
        return try await within(timeout) {
            _ = try await HTTPResponse(final).accepted()
            throw ClientError.unexpected("The server at \(server) did not answer with a stream.")
        }
    }

    /// The next part of a stream; nil at its end.
    func next(_ body: TransportBody.Iterator) async throws -> Data? {
        do {
            return try await body.next()
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }

    private func opening(_ call: Call, token: String) async throws -> TransportResponse {
        do {
            let request = call.request(to: server, token: token)
            let response = try await within(timeout) { try await http.send(request) }
            silence.forget()
            return response
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }
}

/// The response of a refresh; `account` is there if the server sends it.
private struct RefreshedTokens: Decodable {
    var account: Account?
    var accessToken: String
    var refreshToken: String
}
