import Foundation

/// One sign-in on one device.
public struct Session: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<Session>

    public var id: ID
    /// The client's name for itself, such as `noteit on lab-pc`.
    @Nullable public var device: String?
    public var createdAt, lastUsedAt: Date
    /// Whether the request that lists it belongs to it.
    public var current: Bool

    /// How long a refresh token is valid that nobody uses, in seconds: 90 days.
    public static let unusedLifetime = 90 * 86_400
}

/// A sign-in: `POST /v1/sessions`.
public struct Credentials: Codable, Sendable, Memberwise, Validated {
    public var email, password: String
    public var device: String? = nil
    /// Whether the refresh token comes in a cookie, for browsers.
    public var cookie: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("device", device?.fault(length: TextLimit.device))
        for (field, text, most) in [("password", password, TextLimit.password), ("email", email, TextLimit.email)] {
            guard text.unicodeScalars.count > most.upperBound else { continue }
            faults.check(field, "must be at most \(most.upperBound) characters")
        }
    }
}

/// The answer to a sign-in or a registration.
public struct SignedIn: Codable, Sendable, Memberwise {
    public var account: Account
    public var accessToken: String
    /// Seconds until `accessToken` expires.
    public var expiresIn: Int
    public var refreshToken: String
    /// Shown once, at the sign-in that added the first second factor.
    public var recoveryCodes: [String]? = nil
}

/// `POST /v1/sessions/refresh`.
public struct RefreshRequest: Codable, Sendable, Memberwise {
    /// Nil for the one in the cookie.
    public var refreshToken: String? = nil
}

/// `POST /v1/stream-tickets`: opens one stream within `expiresIn` seconds.
public struct StreamTicket: Codable, Sendable, Memberwise {
    public var ticket: String
    public var expiresIn: Int
}
