import Foundation

public protocol PushStore: Sendable {
    /// The private key by which push services know this server (RFC 8292), in PEM; nil before it is made.
    func pushKey() async throws -> String?
    /// Stores the key, unless there is one. Returns the one that counts.
    func setPushKey(_ pem: String) async throws -> String

    /// Those that subscribed first come first.
    /// - Parameter session: of the device that asks.
    func pushDevices(of account: Account.ID, current session: Session.ID?) async throws -> [PushDevice]
    /// Adds a device, which ends with the session. One with the same endpoint is moved here, whoever had it; if it was this
    /// person's, it keeps its id, name and settings. Throws `.conflict` if there are too many, `.unauthenticated` if the session
    /// was revoked.
    func addPushDevice(
        _ new: NewPushDevice, host: String, by account: Account.ID, session: Session.ID
    ) async throws -> (device: PushDevice, created: Bool)
    /// Throws `.notFound`, and `.invalid` for unknown courses.
    func editPushDevice(
        _ id: PushDevice.ID, with patch: PushDevicePatch, by account: Account.ID, session: Session.ID?
    ) async throws -> PushDevice
    /// Throws `.notFound`.
    func removePushDevice(_ id: PushDevice.ID, by account: Account.ID) async throws
    /// Queues a message of no content. Throws `.notFound`, and `.tooMany` if one is on its way.
    func testPushDevice(_ id: PushDevice.ID, by account: Account.ID) async throws

    /// Decides, in one transaction, whether the person may still get it and wants it, and what it says.
    func judgePush(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<PushAddress>
    /// Writes whether a message got through, for the person to see.
    func notePush(_ delivery: PersonalDelivery, fault: String?) async throws
    /// Removes a device that its push service does not know any more, with all that was on its way there.
    func dropPushDevice(of delivery: PersonalDelivery) async throws
}
