import Foundation
import SMTPTransport

/// How a server sends mail.
public struct MailConfiguration: Sendable {
    /// The days of the log that a weekly digest may need, which is tried for three days.
    public static let leastLogDays = 11

    public let relay: SMTPRelay
    public let sender: MailAddress
    /// Nil: mails cannot be answered.
    public let replies: ReplyPattern?
    /// The base of links.
    public let base: PublicURL

    public init(relay: SMTPRelay, sender: MailAddress, replies: ReplyPattern?, base: PublicURL) {
        (self.relay, self.sender, self.replies, self.base) = (relay, sender, replies, base)
    }

    /// The domain of each `Message-ID`.
    public var domain: String { sender.domain }
    /// This server's name for EHLO: ASCII, without anything that could end the command.
    public var greeting: String {
        let host = URL(string: base.text)?.host() ?? ""
        let isPlain = !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPlain && !host.contains(":") ? host : "localhost"
    }
}
