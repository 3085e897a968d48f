import Foundation

/// What a person has beside the password: an app that shows a code which changes every half minute (TOTP, RFC 6238), or a passkey
/// (WebAuthn).
public struct SecondFactor: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<SecondFactor>

    public var id: ID
    /// `totp` or `passkey`. Later versions add some.
    public var kind: String
    /// The name that the person gave it, such as that of the phone.
    public var name: String
    public var createdAt: Date
    /// The time of its last use; nil before the first sign-in with it.
    @Nullable public var lastUsed: Date?
    /// Of a passkey: whether it says that copies of it are on other devices, or in a vault. Nil of another kind.
    @Nullable public var backedUp: Bool?

    public static let totp = "totp"
    public static let passkey = "passkey"
    /// The most that one person may have.
    public static let most = 10
    /// How many recovery codes a person has.
    public static let recoveryCodes = 10
}

/// The answer of `GET /v1/me/factors`.
public struct SecondFactors: Codable, Equatable, Sendable, Memberwise {
    /// Oldest first.
    public var factors: [SecondFactor]
    /// How many recovery codes are not used yet.
    public var recoveryCodesLeft: Int
    /// Whether the operator demands a second factor of this person.
    public var required: Bool
}

/// A key for an app that shows codes, which counts once a code has proved that the app has it.
public struct FactorKey: Codable, Equatable, Sendable, Memberwise {
    /// What `POST /v1/me/factors` takes, for `expiresIn` seconds.
    public var challenge: String
    public var expiresIn: Int
    /// In base 32 (RFC 4648), for a person who types it.
    public var key: String
    /// The key as an address, which apps scan: `otpauth://totp/...`.
    public var uri: String
}

/// A request that needs the password or a fresh code: of an app, or a recovery code.
public struct FactorProof: Codable, Equatable, Sendable, Memberwise, Validated {
    public var currentPassword: String? = nil
    public var code: String? = nil

    public func check(_ faults: inout Faults) {
        if currentPassword == nil, code == nil {
            faults.check("currentPassword", "is required to confirm this change, or a code")
        }
        faults.check("code", code?.fault(length: TextLimit.code, blank: true))
    }
}

/// `POST /v1/me/factors`: the first code of an app with the key of the challenge.
public struct NewFactor: Codable, Equatable, Sendable, Memberwise, Validated {
    public var challenge, code, name: String

    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
        faults.check("code", code.fault(length: TextLimit.code, blank: true))
    }
}

/// `PATCH /v1/me/factors/{factor}`.
public struct FactorName: Codable, Equatable, Sendable, Memberwise, Validated {
    public var name: String

    public func check(_ faults: inout Faults) { faults.check("name", name.calendarNameFault) }
}

/// The answer to `NewFactor`.
public struct AddedFactor: Codable, Equatable, Sendable, Memberwise {
    public var factor: SecondFactor
    /// Shown once, with the first factor; nil with a further one.
    @Nullable public var recoveryCodes: [String]?
}

/// The answer to `POST /v1/me/factors/recovery-codes`: shown once. Each signs in once, in place of a factor.
public struct RecoveryCodes: Codable, Equatable, Sendable, Memberwise {
    public var recoveryCodes: [String]
}

/// The answer to a sign-in with the right password if a second factor is needed.
public struct FactorNeeded: Codable, Equatable, Sendable, Memberwise {
    /// What `POST /v1/sessions/factor` takes, for `expiresIn` seconds.
    public var challenge: String
    public var expiresIn: Int
    /// The kinds of the person's factors; empty for a person who must add one now.
    public var kinds: [String]
    /// The key of the factor that must be added, as in `FactorKey`; nil if there is one.
    @Nullable public var key: String?
    @Nullable public var uri: String?
    /// For a passkey that the person has; nil if there is none of this name of the server.
    @Nullable public var passkey: PasskeyRequestOptions?
    /// For a passkey in place of the app that must be added; nil if there is a factor, or the server has no name.
    @Nullable public var newPasskey: PasskeyCreationOptions?
}

/// `POST /v1/sessions/factor`: the second half of a sign-in.
public struct FactorSignIn: Codable, Sendable, Memberwise, Validated {
    public var challenge: String
    /// The code of an app, or a recovery code.
    public var code: String? = nil
    /// In place of the code: the answer of a passkey, or one that is added.
    public var passkey: PasskeyAssertion? = nil
    public var newPasskey: PasskeyRegistration? = nil
    public var device: String? = nil
    /// Whether the refresh token comes in a cookie, for browsers.
    public var cookie: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("device", device?.fault(length: TextLimit.device))
        faults.check("code", code?.fault(length: TextLimit.code, blank: true))
        passkey?.check("passkey", &faults)
        newPasskey?.check("newPasskey", &faults)
        if code == nil, passkey == nil, newPasskey == nil {
            faults.check("code", "is required, or the answer of a passkey")
        }
    }
}

/// The people of whom the operator demands a second factor.
public enum FactorRule: String, Sendable, CaseIterable {
    case off
    /// Admins, instructors, and the staff of a course.
    case staff
    case all

    public func demands(ofStaff isStaff: Bool) -> Bool { self == .all || self == .staff && isStaff }
}

/// What the store knows of a person's second factors.
public struct FactorState: Sendable, Equatable, Memberwise {
    /// Oldest first.
    public var factors: [StoredFactor]
    /// Whether the person is an admin, an instructor, or staff of a course.
    public var isStaff: Bool
}

public struct StoredFactor: Sendable, Equatable, Memberwise {
    public var factor: SecondFactor
    /// The key: of an app 20 bytes in base 32, of a passkey its public key.
    public var key: String
    /// Nil of another kind.
    public var passkey: Passkey?
}

/// What proves a second factor. The store sees to it that each is good once.
public enum SpentFactor: Sendable, Equatable {
    /// A code of an app: the number of its half minute.
    case step(SecondFactor.ID, Int64)
    /// A recovery code's hash.
    case recovery(String)
    /// The first code of a new factor: its name, its key, the step of the code, and the hashes of recovery codes.
    case added(name: String, key: String, step: Int64, recovery: [String])
    /// The answer of a passkey that the person has.
    case passkey(PasskeyUse)
    /// A new passkey, with the hashes of recovery codes.
    case addedPasskey(name: String, Passkey, SpentChallenge, recovery: [String])

    /// Whether the person has a factor more afterwards.
    public var adds: Bool {
        switch self {
        case .added, .addedPasskey: true
        case .step, .recovery, .passkey: false
        }
    }
}

public protocol SecondFactorStore: Sendable {
    func factorState(of account: Account.ID) async throws -> FactorState
    func recoveryCodesLeft(of account: Account.ID) async throws -> Int
    /// Adds a factor, with recovery codes if it is the first, and then ends all other sessions, which the password alone opened.
    /// Throws `.conflict` if the person has too many, `.unauthenticated` if the password was changed.
    /// - Parameter added: `.added` or `.addedPasskey`.
    func addFactor(
        _ added: SpentFactor, to account: Account.ID, keeping session: Session.ID, ifPassword password: String?
    ) async throws -> (factor: SecondFactor, isFirst: Bool)
    /// The passkey with this id, and its person; nil if nobody has it.
    func holder(ofPasskey credential: String) async throws -> (account: Account, passkey: StoredFactor)?
    /// Throws `.notFound`.
    func renameFactor(_ id: SecondFactor.ID, of account: Account.ID, to name: String) async throws -> SecondFactor
    /// Spends a proof for something that is not stored. Throws `.unauthenticated` if it was spent before.
    func spend(_ proof: SpentFactor, of account: Account.ID) async throws
    /// Removes a factor, and with the last one all recovery codes. Throws `.notFound`, `.unauthenticated` if `proof` was used
    /// before, `.conflict` for the last one of a person who must have one.
    func removeFactor(
        _ id: SecondFactor.ID, of account: Account.ID, proof: SpentFactor?, ifPassword password: String?,
        unless rule: FactorRule
    ) async throws
    /// Replaces the recovery codes. Throws `.conflict` without a factor, `.unauthenticated` if `proof` was used before.
    func replaceRecoveryCodes(
        of account: Account.ID, by hashes: [String], proof: SpentFactor?, ifPassword password: String?
    ) async throws
}
