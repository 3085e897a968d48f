import Foundation
import HTTPTransport
import NoteItCore

/// Hands messages to push services (RFC 8030).
struct PushClient: Sendable {
    /// What a push service said.
    enum Answer: Equatable {
        case taken
        /// The push service does not know the subscription any more.
        case gone
        /// The push service refuses this message for good.
        case refused(String)
        /// The push service takes nothing now.
        /// - Parameter pause: the seconds that it asks for.
        case later(String, pause: TimeInterval?)
    }

    /// What a service says of a refusal is shown in part.
    private static let mostWords = 200

    let identity: PushIdentity
    let gate: HostGuard
    let now: @Sendable () -> Date
    /// The time for all of it, with the look-up of the name.
    var time = Duration.seconds(20)
    var transport = TransportClient(OutgoingPost.settings)

    /// - Parameter body: encrypted.
    func send(_ body: [UInt8], _ message: PushWriter, to endpoint: PushEndpoint) async throws -> Answer {
        try await within(time) {
            try await ask(body, message, endpoint)
        } late: {
            let seconds = time.components.seconds
            return .later("The push service \(endpoint.host) did not answer within \(seconds) seconds.", pause: nil)
        }
    }

    private func ask(_ body: [UInt8], _ message: PushWriter, _ endpoint: PushEndpoint) async throws -> Answer {
        let addresses: [NetworkAddress]
        do {
            addresses = try await gate.addresses(of: endpoint.host, port: endpoint.port, isSecure: true)
        } catch let refusal as HostGuard.Refusal {
            return Self.answer(refusal, endpoint.host)
        }
        var request = TransportRequest(.POST, endpoint.url)
        request.fields = [
            "authorization": try await identity.authorization(for: endpoint.origin), "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream", "ttl": "\(message.timeToLive(at: now()))",
            "urgency": message.urgency.rawValue, "topic": message.topic, "user-agent": "NoteIt/\(NoteItVersion.current)",
        ]
        request.body = .bytes(Data(body))
        do {
            return try await answer(try await transport.send(request, toFirstOf: addresses), endpoint.host)
        } catch let error as TransportError {
            return .later(Self.sentence(error, endpoint.host), pause: nil)
        }
    }

    private static func answer(_ refusal: HostGuard.Refusal, _ host: String) -> Answer {
        switch refusal {
        case .unknown: .later("The push service \(host) is not known.", pause: nil)
        case .isPrivate:
            .refused("The push service \(host) is in a private network. Ask the operator to allow it: NOTEIT_PUSH_HOSTS.")
        case .insecure, .port: .refused("The push service \(host) has another port than 443.")
        }
    }

    private func answer(_ response: TransportResponse, _ host: String) async throws -> Answer {
        let said = "The push service \(host) answered \(response.status)."
        switch response.status {
        case 200..<300: return .taken
        case 404, 410: return .gone
        case 429, 500...: return .later(said, pause: pause(response.fields["retry-after"]))
        default:
            let words = try? await response.body.collect(upTo: 1 << 14)
            let text = String(decoding: words ?? Data(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
            let shown = text.joined(separator: " ").visible.prefix(codePoints: Self.mostWords)
            return .refused(shown.isEmpty ? said : "\(said) \(shown)")
        }
    }

    /// The seconds of `Retry-After` (RFC 9110, section 10.2.3), which is a number or a date.
    private func pause(_ field: String?) -> TimeInterval? {
        guard let field else { return nil }
        if let seconds = UInt32(field.trimmed) { return TimeInterval(seconds) }
        let strategy = Date.ParseStrategy(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
        return (try? Date(field.trimmed, strategy: strategy)).map { max(0, $0.timeIntervalSince(now())) }
    }

    private static func sentence(_ error: TransportError, _ host: String) -> String {
        switch error {
        case .silence: "The push service \(host) does not answer."
        case .certificate(let fault):
            "There is no secure connection to the push service \(host): \(fault.words(on: "this server"))."
        case .handshake, .notTLS: "There is no secure connection to the push service \(host)."
        case .tooMuch: "The push service \(host) sends without end."
        default: "The push service \(host) cannot be reached."
        }
    }
}
