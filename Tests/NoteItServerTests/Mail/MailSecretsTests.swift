import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// The links and addresses of mails.
struct MailSecretsTests {
    private let secrets = MailSecrets(key: "a key")

    @Test func aLinkVerifiesNoOtherAddress() {
        let (account, now) = (Account.ID(UUID()), Date(timeIntervalSince1970: 1_790_000_000))
        let token = secrets.verification(of: account, email: "ada@example.edu", since: now)
        #expect(secrets.isVerification(token, of: account, email: "Ada@example.edu", at: now))
        for number in 0..<2_000 {
            #expect(!secrets.isVerification(token, of: account, email: "ada\(number)@example.edu", at: now))
            #expect(!secrets.isVerification(token, of: Account.ID(UUID()), email: "ada@example.edu", at: now))
        }
    }

    @Test func anAddressForAnswersIsNotForged() {
        let delivery = PersonalDelivery.ID(UUID())
        let secret = secrets.reply(to: delivery)
        #expect(secrets.delivery(answeredBy: secret) == delivery)
        for number in 0..<2_000 {
            #expect(MailSecrets(key: "key \(number)").delivery(answeredBy: secret) == nil)
        }
    }
}
