import Foundation

/// A person who can sign in.
public struct Account: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Account>

    /// A person's role in the whole system. Their role in one course is in their `Enrollment`.
    public enum Role: String, Codable, Sendable, CaseIterable { case student, instructor, admin }

    public var id: ID
    public var email, displayName: String
    public var role: Role
    /// The name by which others mention them; see `Handle`.
    public var handle: String?

    public init(id: ID, email: String, displayName: String, role: Role, handle: String? = nil) {
        self.id = id
        self.email = email
        self.displayName = displayName
        self.role = role
        self.handle = handle
    }
}

extension Account: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("displayName", displayName)
        json.field("email", email)
        if let handle { json.field("handle", handle) }
        json.field("id", id)
        json.field("role", role)
    }
}

extension Account.Role: JSONWritable {}

/// The author of an event or a reply. Only staff of the course see `email`.
public struct Author: Codable, Equatable, Sendable {
    public var id: Account.ID
    public var displayName: String
    public var role: Account.Role
    public var email: String?
    /// Nil for a person who has left, and for an alias.
    public var handle: String?

    public init(
        id: Account.ID, displayName: String, role: Account.Role, email: String? = nil, handle: String? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.role = role
        self.email = email
        self.handle = handle
    }

    /// An anonymous author as classmates see them.
    public static func anonymous(_ alias: Account.ID) -> Author {
        Author(id: alias, displayName: "Anonymous", role: .student)
    }
}

extension Author: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("displayName", displayName)
        if let email { json.field("email", email) }
        if let handle { json.field("handle", handle) }
        json.field("id", id)
        json.field("role", role)
    }
}

/// A registration: `POST /v1/accounts`.
public struct NewAccount: Codable, Sendable {
    public var email, password, displayName: String
    public var device: String?

    public init(email: String, password: String, displayName: String, device: String? = nil) {
        self.email = email
        self.password = password
        self.displayName = displayName
        self.device = device
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("email", EmailAddress.fault(email))
        faults.check("password", PasswordRule.fault(password, email: email))
        faults.check("displayName", DisplayName.fault(displayName))
        faults.check("device", device?.fault(length: TextLimit.device))
        try faults.raise()
        return self
    }
}

/// A change of one's own account: `PATCH /v1/me`. Nil leaves a field as it is.
public struct AccountPatch: Codable, Sendable {
    public var email, displayName: String?
    /// Required for a new email.
    public var currentPassword: String?

    public init(email: String? = nil, displayName: String? = nil, currentPassword: String? = nil) {
        self.email = email
        self.displayName = displayName
        self.currentPassword = currentPassword
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("email", email.flatMap(EmailAddress.fault))
        faults.check("displayName", displayName.flatMap(DisplayName.fault))
        try faults.raise()
        return self
    }
}

/// A request that needs the password: `DELETE /v1/me`.
public struct PasswordConfirmation: Codable, Sendable {
    public var currentPassword: String

    public init(currentPassword: String) { self.currentPassword = currentPassword }
}

/// A new password: `PUT /v1/me/password`.
public struct PasswordChange: Codable, Sendable {
    public var currentPassword, newPassword: String

    public init(currentPassword: String, newPassword: String) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }

    public func validated(email: String) throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("newPassword", PasswordRule.fault(newPassword, email: email))
        try faults.raise()
        return self
    }
}

/// A new password by a one-time code: `POST /v1/accounts/reset`.
public struct PasswordReset: Codable, Sendable {
    public var email: String
    /// As `noteitd account reset` printed it.
    public var code: String
    public var newPassword: String

    public init(email: String, code: String, newPassword: String) {
        self.email = email
        self.code = code
        self.newPassword = newPassword
    }

    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("email", email.fault(length: 0...TextLimit.email.upperBound))
        faults.check("code", code.fault(length: 1...100, blank: true))
        faults.check("newPassword", PasswordRule.fault(newPassword, email: email))
        try faults.raise()
        return self
    }
}
