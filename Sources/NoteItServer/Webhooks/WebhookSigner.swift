import Foundation
import NoteItCore

/// Signs messages as Standard Webhooks does (https://www.standardwebhooks.com). The secrets follow from the key of this database, so
/// that no row holds one.
struct WebhookSigner: Sendable {
    private let key: [UInt8]

    /// - Parameter key: of `MailStore.mailKey`.
    init(key: String) { self.key = Array(key.utf8) }

    private static let prefix = "whsec_"

    /// What its person is shown once.
    func secret(_ number: Int, of webhook: Webhook.ID) -> String {
        Self.prefix + Data(bytes(number, of: webhook)).base64EncodedString()
    }

    private func bytes(_ number: Int, of webhook: Webhook.ID) -> [UInt8] {
        HMACSHA256.code(of: "webhook \(webhook) \(number)".utf8, key: key)
    }

    /// The value of `webhook-signature`: a signature for each secret.
    func signature(of body: [UInt8], id: String, timestamp: Int64, for target: WebhookTarget) -> String {
        target.secrets.map { Self.signature(of: body, id: id, timestamp: timestamp, key: bytes($0, of: target.id)) }
            .joined(separator: " ")
    }

    static func signature(of body: [UInt8], id: String, timestamp: Int64, key: [UInt8]) -> String {
        "v1," + Data(HMACSHA256.code(of: "\(id).\(timestamp).".utf8 + body, key: key)).base64EncodedString()
    }
}
