import Foundation
import NoteItCore

/// The secrets in links and reply addresses: what they are about, and an HMAC-SHA-256 under the key of this database. So a mail
/// that is sent again is the same mail, and the database holds no secret of any link.
struct MailSecrets: Sendable {
    /// 32 digits for the delivery, 20 for the HMAC. With `reply+` it fits into the 64 bytes of a local part.
    static let replyLength = 52
    /// How long a link verifies an address, in seconds.
    private static let verificationTime = 3 * 86_400.0
    /// How long a link sets a new password, in seconds.
    static let resetTime = 3_600.0

    private let key: [UInt8]

    init(key: String) { self.key = Array(key.utf8) }

    /// The link's part for a delivery that verifies an address.
    func verification(of account: Account.ID, email: String, since created: Date) -> String {
        let end = Int(created.timeIntervalSince1970 + Self.verificationTime)
        return "\(Self.digits(account))-\(end)-\(mac("verify", account, EmailAddress.key(email), end))"
    }

    /// The account and the time of a link; nil if it was never valid for `email`.
    func isVerification(_ token: String, of account: Account.ID, email: String, at now: Date) -> Bool {
        let parts = token.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let end = Int(parts[1]), now.timeIntervalSince1970 <= Double(end) else { return false }
        return Self.equal(String(parts[2]), mac("verify", account, EmailAddress.key(email), end))
    }

    /// The account that a link names, whether the link is valid or not.
    static func account(in token: String) -> Account.ID? {
        token.split(separator: "-", omittingEmptySubsequences: false).first.flatMap { identifier(String($0)) }
    }

    func unsubscription(of account: Account.ID, from list: MailList) -> String {
        "\(Self.digits(account))-\(list.rawValue)-\(mac("unsubscribe", account, list.rawValue, 0))"
    }

    func unsubscription(_ token: String) -> (account: Account.ID, list: MailList)? {
        let parts = token.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let account = Self.account(in: token), let list = MailList(rawValue: String(parts[1])),
            Self.equal(String(parts[2]), mac("unsubscribe", account, list.rawValue, 0))
        else { return nil }
        return (account, list)
    }

    /// The code of a mail that resets a password.
    func resetCode(_ delivery: PersonalDelivery.ID) -> String {
        ResetCode.make(from: Array(hash("reset \(delivery)").prefix(20)))
    }

    func resetLink(of account: Account.ID, _ delivery: PersonalDelivery.ID) -> String {
        "\(Self.digits(account))-\(resetCode(delivery))"
    }

    /// The code in a link.
    static func code(in token: String) -> String { String(token.drop { $0 != "-" }.dropFirst()) }

    /// Part of the address that answers a delivery.
    func reply(to delivery: PersonalDelivery.ID) -> String {
        Self.digits(delivery) + hash("reply \(delivery)").hex.prefix(20)
    }

    /// The delivery that an address answers; nil for a forged one.
    func delivery(answeredBy secret: String) -> PersonalDelivery.ID? {
        guard let delivery: PersonalDelivery.ID = Self.identifier(String(secret.prefix(32))),
            Self.equal(secret, reply(to: delivery))
        else { return nil }
        return delivery
    }

    private func mac(_ use: String, _ account: Account.ID, _ text: String, _ end: Int) -> String {
        String(hash("\(use) \(account) \(end) \(text)").hex.prefix(40))
    }

    private func hash(_ text: String) -> [UInt8] { HMACSHA256.code(of: text.utf8, key: key) }

    /// In a time that does not depend on where they differ.
    private static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func digits<Subject>(_ id: Identifier<Subject>) -> String {
        id.description.replacing("-", with: "")
    }

    private static func identifier<Subject>(_ digits: String) -> Identifier<Subject>? {
        guard digits.utf8.count == 32, digits.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var text = digits
        for place in [8, 13, 18, 23] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return Identifier(text)
    }
}
