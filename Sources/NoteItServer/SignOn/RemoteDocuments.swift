import Foundation
import HTTPTransport
import NoteItCore

/// Reads JSON of servers that the operator named: of a campus's sign-on, or of a learning platform. It follows no redirects, and its
/// answers are small and soon there. The servers may have private addresses.
struct RemoteDocuments: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
    }

    private static let mostBytes = 256 << 10

    /// Whether `http` is taken for this machine itself, as in tests. Everything else takes `https`.
    let allowsLoopback: Bool
    /// The time for one answer.
    var time = Duration.seconds(10)
    private let transport: TransportClient

    init(allowsLoopback: Bool = false, time: Duration = .seconds(10)) {
        (self.allowsLoopback, self.time) = (allowsLoopback, time)
        var settings = TransportClient.Settings()
        settings.mostReceived = 2 * Self.mostBytes
        settings.silence = time
        settings.keepsConnections = false
        transport = TransportClient(settings)
    }

    /// Throws `RemoteFault` unless the address may be asked: `https`, without a user and a fragment.
    func requireSafe(_ address: String) throws {
        let url = URL(string: address)
        let isOpen = url?.scheme?.lowercased() == "http" && allowsLoopback && url?.isLoopback == true
        guard let url, url.scheme?.lowercased() == "https" || isOpen, url.host()?.isEmpty == false, url.user() == nil,
            url.fragment() == nil
        else { throw RemoteFault("The address \(address.prefix(200)) must begin with https://.") }
    }

    /// Throws `RemoteFault`.
    func read<Value: Decodable>(_ type: Value.Type, at address: String) async throws -> Value {
        var request = TransportRequest(.GET, address)
        request.fields = ["accept": "application/json", "user-agent": "NoteIt/\(NoteItVersion.current)"]
        let answer = try await send(request)
        guard answer.status == 200 else {
            throw RemoteFault(
                "The address \(address) answered with the status \(answer.status) instead of a document.", isPassing: true)
        }
        return try Self.value(type, of: answer.body, from: address)
    }

    /// Throws `RemoteFault` for anything but JSON with these members.
    static func value<Value: Decodable>(_ type: Value.Type, of body: Data, from address: String) throws -> Value {
        switch JSONGrammar.fault(in: Array(body)) {
        case .malformed, .deep: throw RemoteFault("The answer of \(address) is not JSON.")
        default: break
        }
        guard let value = try? JSONDecoder().decode(type, from: body) else {
            throw RemoteFault(
                "The answer of \(address) is not what its standard says: a member is missing, or has another type.")
        }
        return value
    }

    /// Throws `RemoteFault`, also for a redirect.
    func send(_ request: TransportRequest) async throws -> Answer {
        try requireSafe(request.url)
        let address = String(request.url.prefix { $0 != "?" })
        let answer = try await within(time) { () async throws -> Answer in
            do {
                let response = try await transport.send(request)
                return Answer(status: response.status, body: try await response.body.collect(upTo: Self.mostBytes))
            } catch let error as TransportError {
                throw Self.fault(error, address)
            }
        } late: {
            throw RemoteFault("The server at \(address) did not answer in time. Try again later.", isPassing: true)
        }
        guard !(300..<400).contains(answer.status) else {
            throw RemoteFault("The address \(address) redirects, which is not followed here. Use the address at the end.")
        }
        return answer
    }

    private static func fault(_ error: TransportError, _ address: String) -> RemoteFault {
        switch error {
        case .tooMuch: RemoteFault("The answer of \(address) is too large.")
        case .certificate(let fault):
            RemoteFault("There is no secure connection to \(address): \(fault.words(on: "this server")).")
        case .notHTTP, .notTLS, .handshake: RemoteFault("There is no secure connection to \(address).")
        default: RemoteFault("The server at \(address) cannot be reached. Try again later.", isPassing: true)
        }
    }
}
