import Foundation

/// A browser that gets messages by Web Push.
public struct PushDevice: Codable, Equatable, Sendable, Memberwise {
    public typealias ID = Identifier<PushDevice>

    public var id: ID
    public var name: String
    /// The host of the push service.
    public var host: String
    /// Whether it is the device that asks.
    public var current: Bool
    public var createdAt: Date
    /// When its push service last took a message.
    @Nullable public var sentAt: Date?
    /// Why the last message did not get through; nil if it did.
    @Nullable public var fault: String?
    public var settings: PushSettings

    static let nameLength = 1...100
    /// The most devices of one person.
    public static let most = 20
}

/// `GET /v1/me/push`.
public struct PushState: Codable, Equatable, Sendable, Memberwise {
    /// Whether this server sends messages by Web Push.
    public var available: Bool
    /// The key by which a browser subscribes: a point of P-256 in base64url (RFC 8292, section 3.2); nil if push is off.
    @Nullable public var applicationServerKey: String?
    /// The devices of an account, in the order in which they subscribed.
    public var devices: [PushDevice]
}

/// A subscription as browsers write it (Push API, `PushSubscription.toJSON()`), and the name of the device.
public struct NewPushDevice: Codable, Sendable, Equatable, Memberwise, Validated {
    public struct Keys: Codable, Sendable, Equatable, Memberwise {
        /// A point of P-256, uncompressed, in base64url.
        public var p256dh: String
        /// 16 bytes in base64url.
        public var auth: String
    }

    public var endpoint: String
    public var keys: Keys
    public var name: String? = nil

    /// The longest endpoint. Those of the known push services have 100 to 600 characters.
    public static let mostEndpoint = 1_024

    public func check(_ faults: inout Faults) {
        faults.check("endpoint", endpoint.fault(length: 1...Self.mostEndpoint))
        if !endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            faults.check("endpoint", "must be the address that the browser gave")
        }
        faults.check("keys.p256dh", keys.p256dh.utf8.count == 87 ? nil : "must be a public key of P-256 in base64url")
        faults.check("keys.auth", keys.auth.utf8.count == 22 ? nil : "must be 16 bytes in base64url")
        if let name { faults.check("name", name.fault(length: PushDevice.nameLength)) }
    }
}

/// Where a message goes by Web Push, and how it is encrypted.
public struct PushAddress: Sendable, Equatable, Memberwise {
    public var endpoint: String
    /// In base64url, as of `NewPushDevice.Keys`.
    public var key, secret: String
    /// Whether the message shows titles and texts.
    public var showsText: Bool
}
