import Foundation

/// A person who can sign in.
public struct Account: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public typealias ID = Identifier<Account>

    /// A person's role in the whole system. Their role in one course is in their `Enrollment`.
    public enum Role: String, Codable, Sendable, CaseIterable { case student, instructor, admin }

    public var id: ID
    public var email, displayName: String
    public var role: Role
    /// The name by which others mention them; see `Handle`.
    public var handle: String? = nil
}

extension Account.Role: JSONWritable {}

/// The author of an event or a reply. Only staff of the course see `email`.
public struct Author: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var id: Account.ID
    public var displayName: String
    public var role: Account.Role
    public var email: String? = nil
    /// The person's handle; nil for a person who has left, and for an alias.
    public var handle: String? = nil

    /// A person of whom only the id is needed.
    public static func reference(_ id: Account.ID) -> Author { Author(id: id, displayName: "", role: .student) }

    /// An anonymous author as classmates see them.
    public static func anonymous(_ alias: Account.ID) -> Author {
        Author(id: alias, displayName: "Anonymous", role: .student)
    }
}

/// A registration: `POST /v1/accounts`.
public struct NewAccount: Codable, Sendable, Memberwise, Validated {
    public var email, password, displayName: String
    public var device: String? = nil
    /// Whether the refresh token comes in a cookie, for browsers.
    public var cookie: Bool? = nil
    /// The code of an invitation, which opens the door where the server takes no registrations.
    public var invitation: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("invitation", invitation?.fault(length: TextLimit.code))
        faults.check("email", EmailAddress.fault(email))
        faults.check("password", PasswordRule.fault(password, email: email))
        faults.check("displayName", DisplayName.fault(displayName))
        faults.check("device", device?.fault(length: TextLimit.device))
    }
}

/// A change of one's own account: `PATCH /v1/me`. Nil leaves a field as it is.
public struct AccountPatch: Codable, Sendable, Memberwise, Validated {
    public var email: String? = nil
    public var displayName: String? = nil
    /// Required for a new email.
    public var currentPassword: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("email", email.flatMap(EmailAddress.fault))
        faults.check("displayName", displayName.flatMap(DisplayName.fault))
    }
}

/// A request that needs the password: `DELETE /v1/me`.
public struct PasswordConfirmation: Codable, Sendable, Memberwise {
    public var currentPassword: String
}

/// A new password: `PUT /v1/me/password`.
public struct PasswordChange: Codable, Sendable, Memberwise {
    public var currentPassword, newPassword: String

    public func validated(email: String) throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("newPassword", PasswordRule.fault(newPassword, email: email))
        try faults.raise()
        return self
    }
}

/// A new password by a one-time code: `POST /v1/accounts/reset`.
public struct PasswordReset: Codable, Sendable, Memberwise, Validated {
    public var email: String
    /// The code that `noteitd account reset` printed.
    public var code: String
    public var newPassword: String

    public func check(_ faults: inout Faults) {
        faults.check("email", email.fault(length: 0...TextLimit.email.upperBound))
        faults.check("code", code.fault(length: TextLimit.code, blank: true))
        faults.check("newPassword", PasswordRule.fault(newPassword, email: email))
    }
}
