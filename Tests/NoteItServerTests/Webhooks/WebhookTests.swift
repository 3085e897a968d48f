import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct WebhookTests {
    /// The example of the specification of Standard Webhooks.
    @Test func signaturesAreThoseOfStandardWebhooks() throws {
        let key = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = WebhookSigner.signature(
            of: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
            key: Array(key))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func eachWebhookAndEachRotationHasASecretOfItsOwn() {
        let (signer, other) = (WebhookSigner(key: "a"), WebhookSigner(key: "b"))
        let (one, two) = (Webhook.ID.make(at: .now), Webhook.ID.make(at: .now))
        let secrets = [
            signer.secret(1, of: one), signer.secret(2, of: one), signer.secret(1, of: two), other.secret(1, of: one),
        ]
        #expect(Set(secrets).count == 4 && secrets[0] == signer.secret(1, of: one))
        #expect(secrets.allSatisfy { $0.hasPrefix("whsec_") && Data(base64Encoded: String($0.dropFirst(6)))?.count == 32 })
    }

    @Test func aWebhookIsServedByOneTaskAtATimeAndNewsMeanwhileCounts() {
        let turns = WebhookTurns()
        let (one, two) = (Webhook.ID.make(at: .now), Webhook.ID.make(at: .now))
        turns.add([one, two, one])
        #expect(turns.room(within: 9) == 2 && turns.take() == one)
        turns.add([one])
        #expect(turns.take() == two && turns.take() == nil && turns.room(within: 9) == 0)
        turns.end(one)
        #expect(turns.take() == one)
        turns.end(one, isBusy: true)
        turns.end(two)
        #expect(turns.take() == nil)
        turns.add([])
        #expect(turns.room(within: 0) == 0 && turns.take() == one)
        turns.end(one, hasMore: true)
        #expect(turns.take() == one)
    }

    @Test func aWebhookThatCannotBeServedIsTriedAgainLaterAndLaterAndHoldsUpNoOther() {
        let (turns, now) = (WebhookTurns(), ContinuousClock.now)
        let (one, two) = (Webhook.ID.make(at: .now), Webhook.ID.make(at: .now))
        turns.add([one], at: now)
        #expect(turns.take() == one && turns.fail(one, at: now) == 1)
        turns.add([one, two], at: now)
        #expect(turns.take() == two && turns.take() == nil, "news do not bring it back before its time")
        turns.end(two)
        turns.add([], at: now + .seconds(1))
        #expect(turns.take() == one && turns.fail(one, at: now) == 2)
        turns.add([], at: now + .seconds(1))
        #expect(turns.take() == nil)
        turns.add([], at: now + .seconds(2))
        #expect(turns.take() == one && turns.end(one) == 2)
        turns.add([one], at: now)
        #expect(turns.take() == one && turns.fail(one, at: now) == 1, "what worked begins anew")
        #expect([1, 2, 6, 7, 99].map(Duration.backOff) == [1, 2, 32, 60, 60].map { Duration.seconds($0) })
    }

    @Test(arguments: [
        "https://ntfy.sh/topic": "topic", "https://NTFY.sh/Topic_1-a": "Topic_1-a", "http://10.0.0.5:8080/campus": "campus",
    ])
    func aTopicIsTakenFromItsAddress(url: String, topic: String) throws {
        let allowed = try #require(AllowedHosts("10.0.0.5:8080"))
        let place = try NtfyPlace(url, allowing: allowed)
        #expect(place.topic == topic && place.server.address.target == "/")
        #expect(throws: DomainError.self) { try NtfyPlace(url + "/more", allowing: allowed) }
    }
}
