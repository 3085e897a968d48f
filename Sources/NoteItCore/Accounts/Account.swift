import Foundation

/// A person who can sign in.
public struct Account: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Account>

    /// What a person may do everywhere; what they may do in one course is their `Enrollment`'s.
    public enum Role: String, Codable, Sendable, CaseIterable { case student, instructor, admin }

    public var id: ID
    public var email: String
    public var displayName: String
    public var role: Role
    /// What others mention them by: see `Handle`.
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

/// Who wrote an event or a reply. `email` is there for staff of the course alone.
public struct Author: Codable, Equatable, Sendable {
    public var id: Account.ID
    public var displayName: String
    public var role: Account.Role
    public var email: String?
    /// Not there for who has left, and for an alias.
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

    /// Who wrote under an alias, as classmates see it.
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
    public var email: String
    public var password: String
    public var displayName: String
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
    public var email: String?
    public var displayName: String?
    /// A new email asks for it.
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

/// What asks for the password: `DELETE /v1/me`.
public struct PasswordConfirmation: Codable, Sendable {
    public var currentPassword: String

    public init(currentPassword: String) { self.currentPassword = currentPassword }
}

/// A new password: `PUT /v1/me/password`.
public struct PasswordChange: Codable, Sendable {
    public var currentPassword: String
    public var newPassword: String

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

/// What counts as an email address here: one `@` between two parts without white space.
/// Whether mail arrives there is not for a pattern to say.
public enum EmailAddress {
    public static func fault(_ text: String) -> String? {
        if let fault = text.fault(length: TextLimit.email) { return fault }
        if let hidden = text.unicodeScalars.first(where: \.isInvisible) {
            return "must not hold \(hidden.codePoint), which is invisible or reorders text"
        }
        // What it is compared as has to be one too: a letter may stand for a sign (`＠`).
        for form in [text, key(text)] {
            let parts = form.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
            let spaced = form.unicodeScalars.contains { $0.properties.isWhitespace }
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !spaced else {
                return "must be an email address such as ada@example.edu"
            }
        }
        return nil
    }

    /// The form in which addresses are compared: neither letters' case nor another way to write a letter tells two people apart
    /// (NFKC, UAX #15).
    public static func key(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }
}
