import Foundation
import HTTPTransport
import NoteItCore
import Synchronization

/// An address that a person gave, to which the server posts.
struct OutgoingAddress: Sendable, Equatable {
    let address: WebAddress

    /// Throws `.invalid` for `field`.
    init(_ text: String, field: String = "url") throws(DomainError) {
        do throws(WebAddress.Fault) {
            guard !text.lowercased().hasPrefix("webcal") else { throw WebAddress.Fault(sentence: "") }
            address = try WebAddress(text)
        } catch {
            throw .invalid(
                field, "must be an https address with a host and without a user, such as https://bot.example.edu/noteit")
        }
    }

    var host: String { address.host }
}

/// Posts small messages to the addresses that people gave: of webhooks and of ntfy.
///
/// It connects to the addresses that the guard checked, follows no redirects, and reads no more of an answer than its head; a short
/// body is drained, so that the connection serves the next message.
struct OutgoingPost: Sendable {
    enum Answer: Sendable, Equatable {
        /// - Parameter pause: the seconds of `Retry-After`.
        case status(Int, pause: TimeInterval?)
        /// There was no answer, for this reason.
        case none(String)
    }

    /// Bodies of answers up to this size are drained.
    private static let mostDrained = 1 << 13

    let gate: HostGuard
    /// The time for all of it, with the look-up of the name.
    var time = Duration.seconds(10)
    var transport = TransportClient(Self.settings)

    /// Of messages to push services, too.
    static var settings: TransportClient.Settings {
        var settings = TransportClient.Settings()
        settings.silence = .seconds(10)
        settings.mostReceived = 1 << 16
        return settings
    }

    /// Throws `.invalid` for `field` if the server does not post to this address.
    func check(_ outgoing: OutgoingAddress, field: String = "url") async throws {
        let address = outgoing.address
        do {
            _ = try await within(time) {
                try await gate.addresses(of: address.host, port: address.port, isSecure: address.isSecure)
            } late: {
                throw HostGuard.Refusal.unknown
            }
        } catch let refusal as HostGuard.Refusal {
            throw DomainError.invalid(field, Self.rule(refusal, address.host))
        }
    }

    private static func rule(_ refusal: HostGuard.Refusal, _ host: String) -> String {
        switch refusal {
        case .insecure: "must begin with https://"
        case .port: "must not name a port: only 443, the port of https, is used"
        case .unknown: "names the host \(host), which is not known. Check the address"
        case .isPrivate:
            "names the host \(host), which is in a private network. Ask the operator to allow it: NOTEIT_HOOK_HOSTS"
        }
    }

    func send(_ body: [UInt8], _ fields: HTTPFields, to outgoing: OutgoingAddress) async -> Answer {
        let found = Found()
        // An answer that came in time counts, also if its body is still drained.
        try? await within(time) {
            await ask(body, fields, outgoing.address, found)
        } late: {
        }
        return found.answer.withLock { $0 }
            ?? .none("\(outgoing.host) did not answer within \(time.components.seconds) seconds.")
    }

    private final class Found: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    private func ask(_ body: [UInt8], _ fields: HTTPFields, _ address: WebAddress, _ found: Found) async {
        let host = address.host
        do {
            let checked = try await gate.addresses(of: address.host, port: address.port, isSecure: address.isSecure)
            var request = TransportRequest(.POST, address.url)
            (request.fields, request.body) = (fields, .bytes(Data(body)))
            request.fields.add("user-agent", "NoteIt/\(NoteItVersion.current)")
            let response = try await transport.send(request, toFirstOf: checked) { error in
                found.answer.withLock { $0 = .none(Self.sentence(error, host)) }
            }
            found.answer.withLock { $0 = Self.answer(response) }
            await drain(response)
        } catch let error as TransportError {
            found.answer.withLock { $0 = .none(Self.sentence(error, host)) }
        } catch let refusal as HostGuard.Refusal {
            found.answer.withLock { $0 = .none("The address \(Self.rule(refusal, address.host)).") }
        } catch {
            // Cancelled: the time is over, or the server stops.
        }
    }

    private static func answer(_ response: TransportResponse) -> Answer {
        .status(response.status, pause: response.fields["retry-after"].flatMap { UInt32($0.trimmed) }.map(TimeInterval.init))
    }

    private func drain(_ response: TransportResponse) async {
        guard let length = response.fields["content-length"].flatMap({ Int($0) }), length <= Self.mostDrained else { return }
        _ = try? await response.body.collect(upTo: Self.mostDrained)
    }

    private static func sentence(_ error: TransportError, _ host: String) -> String {
        switch error {
        case .silence: "\(host) does not answer."
        case .tooMuch: "\(host) sends without end."
        case .closed: "\(host) closed the connection before it answered."
        case .notHTTP: "The answer of \(host) is not HTTP."
        case .certificate(let fault): "There is no secure connection to \(host): \(fault.words(on: "this server"))."
        case .handshake: "There is no secure connection to \(host): it refused the encryption."
        case .notTLS: "There is no secure connection to \(host): it does not speak TLS."
        case .proxy: "The proxy of this server did not reach \(host). Ask the operator."
        default: "\(host) cannot be reached."
        }
    }
}
