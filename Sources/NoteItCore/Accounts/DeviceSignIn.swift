import Foundation

/// The sign-in of a device through a browser: the device shows a code, a person who is signed in on the page approves it
/// (RFC 8628, the device authorization grant).
public enum DeviceSignIn {
    /// How long a code is good, in seconds.
    public static let lifetime = 600
    /// The pause between two polls, in seconds; how much longer it gets with each that comes too soon, and its bound.
    public static let (pause, slower, longestPause) = (5, 5, 60)
    /// The most that may wait at a time.
    public static let most = 20_000
    /// How many give way at once when so many wait: to find them takes a look at all.
    public static let room = 1_000

    /// A sign-in that waits for its person.
    public struct Waiting: Sendable {
        let id: String
        let address: AddressBlock
        let since: Int64

        /// - Parameters: `address`: of its device; `since`: in seconds.
        public init(id: String, address: String, since: Int64) {
            (self.id, self.address, self.since) = (id, AddressBlock(address), since)
        }

        fileprivate func isNewer(than other: Waiting) -> Bool { (since, id) > (other.since, other.id) }
    }

    /// The sign-ins that give way when too many wait: the last ones, if networks take turns, and in each network its addresses, and
    /// at each address its newest come first. So the oldest go of whoever has most.
    /// - Returns: the ids of at most `count` of them.
    /// - Complexity: O(n log n) for n that wait.
    public static func givingWay(_ waiting: [Waiting], _ count: Int) -> [String] {
        let inAddresses = turns(of: waiting.map { (turn: 0, each: $0) }, by: \.address)
        let inNetworks = turns(of: inAddresses, by: \.address.network)
        return inNetworks.sorted { comesFirst($1, $0) }.prefix(count).map { $0.each.id }
    }

    private typealias Turn = (turn: Int, each: Waiting)

    private static func comesFirst(_ one: Turn, _ other: Turn) -> Bool {
        one.turn == other.turn ? one.each.isNewer(than: other.each) : one.turn < other.turn
    }

    /// The place of each in its group, in the order of the turns that they have.
    private static func turns<Key: Hashable>(of waiting: [Turn], by key: (Waiting) -> Key) -> [Turn] {
        Dictionary(grouping: waiting) { key($0.each) }.values.flatMap { group in
            group.sorted(by: comesFirst).enumerated().map { (turn: $0.offset, each: $0.element.each) }
        }
    }
}

/// `POST /v1/sessions/device`.
public struct NewDeviceSignIn: Codable, Equatable, Sendable, Memberwise, Validated {
    /// The name that the session will have, such as `noteit on lab-pc`.
    public var device: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("device", device?.fault(length: TextLimit.device))
    }
}

/// The answer to `NewDeviceSignIn` (RFC 8628, section 3.2).
public struct DeviceCodes: Codable, Equatable, Sendable, Memberwise {
    /// The secret of the device.
    public var deviceCode: String
    /// What the person types or compares: `WDJB-MJHT`.
    public var userCode: String
    /// The page that asks for the code, and the same with the code after `#`.
    public var verificationUri, verificationUriComplete: String
    /// How many seconds the codes are good, and how many the device waits between two polls.
    public var expiresIn, interval: Int
}

/// `POST /v1/sessions/device/token`.
public struct DevicePoll: Codable, Equatable, Sendable, Memberwise, Validated {
    public var deviceCode: String

    public func check(_ faults: inout Faults) { faults.check("deviceCode", deviceCode.fault(length: TextLimit.code)) }
}

/// A code as a person types it: `POST /v1/sessions/device/preview`.
public struct DeviceUserCode: Codable, Equatable, Sendable, Memberwise, Validated {
    public var userCode: String

    public func check(_ faults: inout Faults) { faults.check("userCode", userCode.fault(length: TextLimit.code)) }
}

/// The answer of a person: `POST /v1/sessions/device/answer`.
public struct DeviceAnswer: Codable, Equatable, Sendable, Memberwise, Validated {
    public var userCode: String
    public var approve: Bool

    public func check(_ faults: inout Faults) { faults.check("userCode", userCode.fault(length: TextLimit.code)) }
}

/// What a person sees before they approve.
public struct WaitingDevice: Codable, Equatable, Sendable, Memberwise {
    @Nullable public var device: String?
    /// The device's address on the network, as the server saw it; null if it is unknown.
    @Nullable public var address: String?
    public var createdAt, expiresAt: Date
}

/// The hashes are SHA-256 in hexadecimal.
public protocol DeviceSignInStore: Sendable {
    /// Stores a sign-in that waits for its person. If too many wait, some give way. Throws `.tooMany` if none can.
    /// - Parameter address: of the device on the network; empty if it is unknown.
    func ask(_ new: NewDeviceSignIn, deviceHash: String, userHash: String, from address: String) async throws
    /// The sign-in that waits with this code. Throws `.notFound` if there is none, or it was answered, or is too old.
    func waitingDevice(userHash: String) async throws -> WaitingDevice
    /// Approves or refuses, once. Throws as `waitingDevice`, and `.forbidden` unless `refreshHash` is that of the session's refresh
    /// token: an access token alone makes nothing that outlives it.
    func answer(
        userHash: String, approve: Bool, by account: Account.ID, in session: Session.ID, refreshHash: String
    ) async throws
    /// Opens the session of a sign-in that was approved, once. Throws `.deviceSignIn`.
    /// - Parameters: `session`, `refreshHash`: of the new session; `rule`: whether the person must have a second factor.
    func poll(
        deviceHash: String, opening session: Session.ID, refreshHash: String, unless rule: FactorRule
    ) async throws -> Account
}
