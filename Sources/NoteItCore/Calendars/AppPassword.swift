import Foundation

/// A password for calendar programs alone: HTTP Basic with the account's email, on `/dav/`.
public struct AppPassword: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<AppPassword>

    public var id: ID
    /// The name that the person gave it, such as that of the program or device.
    public var name: String
    public var createdAt: Date
    /// The time of its last use, to the minute; nil before the first.
    @Nullable public var lastUsed: Date?

    /// The most that one person may have.
    public static let most = 50
}

/// `POST /v1/me/app-passwords`.
public struct NewAppPassword: Codable, Equatable, Sendable, Memberwise, Validated {
    public var name: String
    /// Required: an access token alone must not make a password that outlives it.
    public var currentPassword: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
    }
}

/// The answer to `NewAppPassword`. The password is shown once: the server keeps its hash.
public struct MadeAppPassword: Codable, Equatable, Sendable, Memberwise {
    public var id: AppPassword.ID
    public var name: String
    public var createdAt: Date
    public var password: String
}
