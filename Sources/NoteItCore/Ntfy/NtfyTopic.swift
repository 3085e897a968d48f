import Foundation

/// The topic of ntfy (https://docs.ntfy.sh) to which a person's notifications go. Whoever knows its address reads them.
public struct NtfyTopic: Codable, Equatable, Sendable, Memberwise {
    /// The host of the ntfy server. The address itself is a secret.
    public var host: String
    public var createdAt: Date
    /// When the server last took a message.
    @Nullable public var sentAt: Date?
    /// Why the last message did not get through; nil if it did.
    @Nullable public var fault: String?
    /// As those of a device.
    public var settings: PushSettings
}

/// `GET /v1/me/ntfy`.
public struct NtfyState: Codable, Equatable, Sendable, Memberwise {
    @Nullable public var topic: NtfyTopic?
}

/// `PUT /v1/me/ntfy`.
public struct NewNtfyTopic: Codable, Equatable, Sendable, Memberwise, Validated {
    /// The topic's address, such as `https://ntfy.sh/TOPIC`.
    public var url: String
    /// Required: an access token alone must not open a way out that outlives it.
    public var currentPassword: String? = nil

    /// The server checks the address.
    public func check(_ faults: inout Faults) {
        faults.check("url", url.fault(length: 1...300))
    }
}

/// `PATCH /v1/me/ntfy`. Nil leaves a field as it is.
public struct NtfyPatch: Codable, Equatable, Sendable, Memberwise, Validated {
    public var topics: [DeliveryTopic]? = nil
    public var mustRead: Bool? = nil
    public var showsText: Bool? = nil
    public var exceptCourses: [Course.ID]? = nil

    /// The same for a device.
    public var ofDevice: PushDevicePatch {
        PushDevicePatch(topics: topics, mustRead: mustRead, showsText: showsText, exceptCourses: exceptCourses)
    }

    public func check(_ faults: inout Faults) { ofDevice.check(&faults) }
}

/// Where messages go.
public struct NtfyAddress: Sendable, Equatable, Memberwise {
    public var url: String
    /// Whether a message shows titles and texts.
    public var showsText: Bool
}

public protocol NtfyStore: Sendable {
    func ntfyTopic(of account: Account.ID) async throws -> NtfyTopic?
    /// Sets the topic, with the settings of the one before.
    /// - Parameter password: as of `AccountStore.update`.
    func setNtfyTopic(
        _ url: String, host: String, by account: Account.ID, ifPassword password: String?
    ) async throws -> NtfyTopic
    /// Throws `.notFound` if the person has no topic, and `.invalid` for unknown courses.
    func editNtfyTopic(with patch: NtfyPatch, by account: Account.ID) async throws -> NtfyTopic
    /// Throws `.notFound`.
    func removeNtfyTopic(by account: Account.ID) async throws
    /// Queues a message of no content. Throws `.notFound`, and `.tooMany` if one is on its way.
    func testNtfyTopic(by account: Account.ID) async throws
    /// Decides, in one transaction, whether the person may still get it and wants it, and what it says.
    func judgeNtfy(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<NtfyAddress>
    /// Writes whether a message got through, for the person to see.
    func noteNtfy(_ delivery: PersonalDelivery, fault: String?) async throws
}
