import Foundation
import NoteItCore

/// Web Push, by the services of the browsers.
struct PushChannel: DeliveryChannel {
    /// Messages on their way at the same time: a service that dawdles holds up only some.
    private static let together = 8

    let store: any Store
    let push: PushConfiguration
    let client: PushClient
    let now: @Sendable () -> Date

    let channel = PersonalDelivery.Channel.push
    let job = SharedJob.push
    let pace = DeliveryPace.push
    let noun = "messages by Web Push"

    func connections() -> [PushClient] { Array(repeating: client, count: Self.together) }

    func queue() async throws -> Bool { try await store.queueNotifications(by: channel, domain: nil) }

    func judge(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<PushAddress> {
        try await store.judgePush(delivery)
    }

    func send(_ letter: Letter<PushAddress>, over client: PushClient) async throws -> PersonalDelivery.Outcome {
        switch try await answer(letter, client) {
        case .taken:
            try await store.notePush(letter.delivery, fault: nil)
            return .sent
        case .gone:
            try await store.dropPushDevice(of: letter.delivery)
            return .dropped("The device does not take messages any more.")
        case .refused(let why):
            try await store.notePush(letter.delivery, fault: why)
            return .failed(why)
        case .later(let why, let pause):
            try await store.notePush(letter.delivery, fault: why)
            return pace.postponed(letter.delivery, why, pause: pause, at: now())
        }
    }

    private func answer(_ letter: Letter<PushAddress>, _ client: PushClient) async throws -> PushClient.Answer {
        let address = letter.address
        guard let encryption = PushEncryption(address) else { return .refused("The keys of the device are malformed.") }
        let endpoint: PushEndpoint
        do throws(DomainError) {
            endpoint = try PushEndpoint(address.endpoint, allowing: push.hosts)
        } catch {
            return .refused("The operator does not allow this push service any more: NOTEIT_PUSH_HOSTS.")
        }
        let writer = PushWriter(base: push.base, letter: letter)
        return try await client.send(
            try encryption.body(Array(try JSONCoding.string(writer.message).utf8)), writer, to: endpoint)
    }
}
