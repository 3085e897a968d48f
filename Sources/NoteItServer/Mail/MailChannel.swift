import Foundation
import NoteItCore
import SMTPTransport

/// Mail, by a relay.
struct MailChannel: DeliveryChannel {
    let store: any Store
    let mail: MailConfiguration
    let now: @Sendable () -> Date
    /// Whether this node still sends for all. A relay may dawdle for minutes before it takes the text of a message.
    let isOurs: @Sendable () -> Bool

    let channel = PersonalDelivery.Channel.mail
    let job = SharedJob.mail
    let pace = DeliveryPace.mail
    let noun = "mail"

    func connections() -> [SMTPClient] { (0..<3).map { _ in SMTPClient(mail.relay, greeting: mail.greeting, mayGo: isOurs) } }

    func queue() async throws -> Bool {
        let more = try await store.queueNotifications(by: channel, domain: mail.domain)
        return try await store.queueDigests(domain: mail.domain) > 0 || more
    }

    func judge(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<String> {
        try await store.judgeMail(delivery)
    }

    func send(_ letter: Letter<String>, over client: SMTPClient) async throws -> PersonalDelivery.Outcome {
        guard MailAddress.isMailable(letter.address) else { return .failed("No mail can be sent to such an address.") }
        let secrets = MailSecrets(key: try await store.mailKey())
        do {
            try await client.send(LetterWriter(mail: mail, secrets: secrets, letter: letter).message(at: now()))
            return .sent
        } catch SMTPError.refused(let why) {
            return .failed(why)
        } catch SMTPError.postponed(let why) {
            return pace.postponed(letter.delivery, why, at: now())
        } catch SMTPError.unavailable(let why) {
            throw ChannelUnavailable(why)
        } catch SMTPError.withdrawn {
            throw ChannelUnavailable.elsewhere
        }
    }
}
