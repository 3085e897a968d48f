import Foundation

/// How a server sends messages by Web Push.
public struct PushConfiguration: Sendable {
    /// Whom a push service may write to: a `mailto:` or `https:` address. Apple takes no message without it.
    public let contact: String
    /// The base of links.
    public let base: PublicURL
    /// Push services besides the known ones.
    public let hosts: AllowedHosts

    /// Nil if the contact is not a `mailto:` or `https:` address.
    public init?(contact: String, base: PublicURL, hosts: AllowedHosts = AllowedHosts()) {
        guard Self.isContact(contact) else { return nil }
        (self.contact, self.base, self.hosts) = (contact, base, hosts)
    }

    private static func isContact(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        else {
            return false
        }
        if text.hasPrefix("mailto:") { return MailAddress(String(text.dropFirst(7))) != nil }
        return text.hasPrefix("https://") && URL(string: text)?.host()?.isEmpty == false
    }
}
