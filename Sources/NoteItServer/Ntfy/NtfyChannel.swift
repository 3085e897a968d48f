import Foundation
import NoteItCore

/// Topics of ntfy.
struct NtfyChannel: DeliveryChannel {
    /// Messages on their way at the same time: a server that dawdles holds up only some.
    private static let together = 8
    /// The longest pause that a server may ask for, in seconds.
    private static let longestPause: TimeInterval = 14_400

    let store: any Store
    let post: OutgoingPost
    /// The base of links; nil: messages have none.
    let base: PublicURL?
    let now: @Sendable () -> Date

    let channel = PersonalDelivery.Channel.ntfy
    let job = SharedJob.ntfy
    let pace = DeliveryPace.push
    let noun = "messages to ntfy"

    func connections() -> [OutgoingPost] { Array(repeating: post, count: Self.together) }

    func queue() async throws -> Bool { try await store.queueNotifications(by: channel, domain: nil) }

    func judge(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<NtfyAddress> {
        try await store.judgeNtfy(delivery)
    }

    func send(_ letter: Letter<NtfyAddress>, over post: OutgoingPost) async throws -> PersonalDelivery.Outcome {
        let place: NtfyPlace
        do throws(DomainError) {
            place = try NtfyPlace(letter.address.url, allowing: post.gate.allowed)
        } catch {
            return try await ended(letter, .failed("The operator does not allow this server any more: NOTEIT_HOOK_HOSTS."))
        }
        let message = NtfyMessage(letter, to: place.topic, base: base?.text)
        let answer = await post.send(
            Array(try JSONCoding.string(message).utf8), ["content-type": "application/json"], to: place.server)
        // A stop of the server says nothing about the other one.
        try Task.checkCancellation()
        return try await ended(letter, outcome(answer, letter.delivery, place.server.host))
    }

    private func ended(
        _ letter: Letter<NtfyAddress>, _ outcome: PersonalDelivery.Outcome
    ) async throws -> PersonalDelivery.Outcome {
        switch outcome {
        case .failed(let why), .later(_, let why?): try await store.noteNtfy(letter.delivery, fault: why)
        default: try await store.noteNtfy(letter.delivery, fault: nil)
        }
        return outcome
    }

    private func outcome(
        _ answer: OutgoingPost.Answer, _ delivery: PersonalDelivery, _ host: String
    ) -> PersonalDelivery.Outcome {
        switch answer {
        case .none(let why): return pace.postponed(delivery, why, at: now())
        case .status(200..<300, _): return .sent
        case .status(let status, let pause) where status == 408 || status == 429 || status >= 500:
            return pace.postponed(
                delivery, "\(host) answered \(status).", pause: pause.map { min($0, Self.longestPause) }, at: now())
        case .status(let status, _): return .failed("\(host) answered \(status). Check the address of the topic.")
        }
    }
}
