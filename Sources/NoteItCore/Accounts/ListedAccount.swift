import Foundation

/// An account as the operator sees it.
public struct ListedAccount: Codable, Equatable, Sendable, Memberwise {
    public var account: Account
    /// Whether the operator knows that the email is its holder's.
    public var verified: Bool
    public var suspended: Bool
    public var createdAt: Date
    /// When a device of theirs last took new tokens; nil if none is signed in.
    @Nullable public var lastSeen: Date?
}

/// A row of an operator's list of people.
public struct ImportedAccount: Equatable, Sendable {
    public var email, displayName: String
    public var role: Account.Role
    /// SHA-256, in hexadecimal, of the code that sets the first password.
    public var codeHash = ""

    public init(email: String, displayName: String, role: Account.Role) {
        (self.email, self.displayName, self.role) = (email, displayName, role)
    }
}

/// The result of an import of accounts.
public struct AccountImport: Equatable, Sendable {
    public var new: [ImportedAccount] = []
    /// Emails that have an account already: it stays as it is.
    public var present: [String] = []
    /// The addresses of `present` that are not verified: somebody else may have registered with them.
    public var unverified: [String] = []

    /// - Parameter isVerified: nil for an email without an account.
    public init(_ people: [ImportedAccount], isVerified: (String) throws -> Bool?) rethrows {
        for person in people {
            switch try isVerified(person.email) {
            case nil: new.append(person)
            case true?: present.append(person.email)
            case false?:
                present.append(person.email)
                unverified.append(person.email)
            }
        }
    }
}
