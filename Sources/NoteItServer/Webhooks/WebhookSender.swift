import Foundation
import NoteItCore

/// Posts messages to webhooks.
struct WebhookSender: Sendable {
    /// The longest pause that a receiver may ask for, in seconds.
    private static let longestPause: TimeInterval = 14_400

    let store: any Store
    let post: OutgoingPost
    let now: @Sendable () -> Date

    func signer() async throws -> WebhookSigner { WebhookSigner(key: try await store.mailKey()) }

    /// Sends a message once.
    func send(_ message: WebhookMessage) async throws -> WebhookOutcome {
        let (body, start, signer) = (Array(try Self.body(message).utf8), ContinuousClock.now, try await signer())
        let address: OutgoingAddress
        do throws(DomainError) {
            address = try OutgoingAddress(message.target.url)
        } catch {
            return WebhookOutcome(next: .disabled, status: nil, milliseconds: 0, fault: "Its address is malformed.")
        }
        let timestamp = Int64(now().timeIntervalSince1970)
        let answer = await post.send(
            body,
            [
                "content-type": "application/json", "webhook-id": message.id, "webhook-timestamp": "\(timestamp)",
                "webhook-signature": signer.signature(of: body, id: message.id, timestamp: timestamp, for: message.target),
            ], to: address)
        return outcome(answer, message, address.host, Int((ContinuousClock.now - start) / .milliseconds(1)))
    }

    private func outcome(
        _ answer: OutgoingPost.Answer, _ message: WebhookMessage, _ host: String, _ milliseconds: Int
    ) -> WebhookOutcome {
        var outcome = WebhookOutcome(next: .taken, status: nil, milliseconds: milliseconds, fault: nil)
        var pause: TimeInterval = 0
        switch answer {
        case .none(let why): outcome.fault = why
        case .status(let status, let asked):
            outcome.status = status
            pause = min(asked ?? 0, Self.longestPause)
            switch status {
            case 200..<300: return outcome
            case 300..<400: outcome.fault = "\(host) redirects (\(status)), which is not followed. Use the address at the end."
            case 410:
                outcome.fault = "\(host) wants no more messages (410)."
                outcome.next = .disabled
                return outcome
            default: outcome.fault = "\(host) answered \(status)."
            }
        }
        let (tries, since) = (message.tries + 1, message.failingSince ?? now())
        if let next = DeliveryPace.webhook.nextTry(after: tries, at: now(), since: since) {
            outcome.next = .later(max(next, now() + pause))
        } else {
            outcome.next = .disabled
            outcome.fault = "It took nothing for three days. \(outcome.fault ?? "")"
        }
        return outcome
    }

    /// What is posted: `WebhookMessage` of the contract.
    private static func body(_ message: WebhookMessage) throws -> String {
        let data =
            switch message.content {
            case .change(_, let delivery): delivery.text
            case .gap(let reason): #"{"reason":"\#(reason.rawValue)"}"#
            case .ping: "{}"
            }
        let course = try message.course.map { try JSONCoding.string($0.text) } ?? "null"
        return #"{"type":"\#(message.type)","timestamp":"\#(RFC3339.string(message.at))","course":\#(course),"data":\#(data)}"#
    }
}
