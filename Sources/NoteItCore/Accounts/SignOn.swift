import Foundation

/// The answer of `GET /v1/sign-on`: how people sign in who have an account at the campus.
public struct SignOnOffer: Codable, Equatable, Sendable, Memberwise {
    /// The campus, as people know it; nil without a sign-on.
    @Nullable public var name: String?
    /// Whether there is no other way in, but for admins.
    public var only: Bool
}

/// The answer to a request to sign in at the campus: where the browser goes.
public struct SignOnStart: Codable, Equatable, Sendable, Memberwise {
    public var url: String
}

/// `POST /v1/sign-on/session`: the browser is back. What it brings is in its cookies.
public struct SignOnReturn: Codable, Sendable, Memberwise, Validated {
    public var device: String? = nil
    /// Whether the account that has the email is not the person's, who wants a new one.
    public var newAccount: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("device", device?.fault(length: TextLimit.device))
    }
}

/// An account elsewhere by which its person signs in.
public struct SignOnIdentity: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<SignOnIdentity>

    public var id: ID
    /// The address by which the campus's sign-on names itself, and its name for the person.
    public var issuer, subject: String
    public var createdAt: Date
    /// The time of the last sign-in by it.
    @Nullable public var lastUsed: Date?
}

/// The answer of `GET /v1/me/sign-on`.
public struct SignOnLinks: Codable, Equatable, Sendable, Memberwise {
    /// As in `SignOnOffer`.
    @Nullable public var name: String?
    /// Oldest first.
    public var linked: [SignOnIdentity]
    /// Where the browser goes to sign out at the campus too; nil if this session does not come from there, or it has no such address.
    @Nullable public var signOutURL: String?
}

/// Somebody whom the campus's sign-on has let in, as its token says.
public struct SignOnArrival: Sendable, Equatable, Memberwise {
    /// SHA-256 of the secret of the sign-in, in hexadecimal: each arrives once.
    public var id: String
    public var issuer, subject: String
    /// The session at the campus.
    public var sid: String? = nil
    /// The token itself, which a sign-out at the campus takes.
    public var token: String
    public var email: String? = nil
    /// Whether the campus says that the email is the person's.
    public var isVerified: Bool = false
    public var displayName: String? = nil
    /// Whether the claims make an instructor; nil if the operator named none that do.
    public var isInstructor: Bool? = nil
    /// Whether the campus asked for a second factor.
    public var hasFactor: Bool = false
    /// Whether the person wants a new account although another one has the email.
    public var wantsNewAccount: Bool = false
}

/// What the operator lets a sign-on do.
public struct SignOnRule: Sendable, Equatable, Memberwise {
    /// Whether a verified email leads to the account that has it.
    public var linksEmails: Bool
    public var registration: RegistrationRule
    /// The campus, for sentences.
    public var name: String
}

/// What ends sessions because the campus says so: one of its sessions, or all of a person.
public struct SignOnEnd: Sendable, Equatable, Memberwise {
    public var issuer: String
    public var sid: String? = nil
    public var subject: String? = nil
    /// SHA-256 of the message's `jti`, in hexadecimal: each message counts once.
    public var message: String
    /// When the message is too old anyway.
    public var until: Date
}

/// The place of the password of an account that has none: no password fits it. Each is another one.
public enum NoPassword {
    private static let mark: Character = "!"

    /// - Parameter random: a secret, so that what was begun before a password was set does not go on after it was taken away.
    public static func make(_ random: String) -> String { "\(mark)\(random)" }

    public static func isIn(_ hash: String) -> Bool { hash.first == mark }
}

public protocol SignOnStore: Sendable {
    /// The account of somebody whom the campus let in: the one that is linked, the one of the same verified email if the rule says
    /// so, or a new one. Its role follows the claims. Throws `.unauthenticated` for a second arrival of the same sign-in, `.forbidden`
    /// if the door is closed to them or the account is suspended, `.conflict` if somebody has the email, `.emailIsHeld` if they may
    /// have a new account all the same: it takes the email along if the campus has verified it, and nobody here has.
    /// - Parameter password: of a new account: `NoPassword`.
    func arrive(_ arrival: SignOnArrival, under rule: SignOnRule, password: String) async throws -> (
        account: Account, password: String
    )
    /// Links an account at the campus to one that is here. Throws `.conflict` if it is linked to another one, `.unauthenticated` as
    /// `arrive`.
    func link(_ arrival: SignOnArrival, to account: Account.ID) async throws -> SignOnIdentity
    /// Ends the link, and the sessions that came by it but for `session`. Throws `.notFound`, `.conflict` if the account has no
    /// password, and so no other way in, `.unauthenticated` if the password changed since it was checked or the proof was used.
    func unlink(
        _ id: SignOnIdentity.ID, of account: Account.ID, keeping session: Session.ID, proof: SpentFactor?,
        ifPassword password: String?
    ) async throws
    /// Oldest first.
    func signOnIdentities(of account: Account.ID) async throws -> [SignOnIdentity]
    /// The token by which a session was opened, with its issuer; nil for a session that was opened otherwise.
    func signOnToken(of session: Session.ID) async throws -> (issuer: String, token: String)?
    /// Whether the session was opened by the campus's sign-on since `date`.
    func isFreshSignOn(_ session: Session.ID, since date: Date) async throws -> Bool
    /// Ends sessions that came from the campus. Throws `.conflict` if the message came before.
    func end(_ end: SignOnEnd) async throws
}
