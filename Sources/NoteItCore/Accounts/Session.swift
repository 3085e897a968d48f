import Foundation

/// One sign-in on one device.
public struct Session: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Session>

    public var id: ID
    /// What the client called itself, such as `noteit on lab-pc`.
    @Nullable public var device: String?
    public var createdAt: Date
    public var lastUsedAt: Date
    /// Whether it is the session of the request that asks.
    public var current: Bool

    public init(id: ID, device: String?, createdAt: Date, lastUsedAt: Date, current: Bool) {
        self.id = id
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.current = current
    }
}

/// A sign-in: `POST /v1/sessions`.
public struct Credentials: Codable, Sendable {
    public var email: String
    public var password: String
    public var device: String?

    public init(email: String, password: String, device: String? = nil) {
        self.email = email
        self.password = password
        self.device = device
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("device", device?.fault(length: TextLimit.device))
        if password.unicodeScalars.count > TextLimit.password.upperBound { faults.check("password", "is too long") }
        if email.unicodeScalars.count > TextLimit.email.upperBound { faults.check("email", "is too long") }
        try faults.raise()
        return self
    }
}

/// What a sign-in or a registration answers.
public struct SignedIn: Codable, Sendable {
    public var account: Account
    public var accessToken: String
    /// Seconds for which `accessToken` is good.
    public var expiresIn: Int
    public var refreshToken: String

    public init(account: Account, accessToken: String, expiresIn: Int, refreshToken: String) {
        self.account = account
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
    }
}

/// `POST /v1/sessions/refresh`.
public struct RefreshRequest: Codable, Sendable {
    public var refreshToken: String

    public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// `POST /v1/stream-tickets`: good for one stream within `expiresIn` seconds.
public struct StreamTicket: Codable, Sendable {
    public var ticket: String
    public var expiresIn: Int

    public init(ticket: String, expiresIn: Int) {
        self.ticket = ticket
        self.expiresIn = expiresIn
    }
}
