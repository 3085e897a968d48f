import Foundation

/// A learning platform that the operator registered, such as a Canvas or a Moodle (1EdTech LTI 1.3).
public struct LearningPlatform: Sendable, Equatable, Memberwise {
    /// The operator's name for it.
    public var name: String
    /// The platform's issuer, and the id that it gave this server.
    public var issuer: String
    public var client: String
    /// Where people are sent to sign in there, where this server gets access tokens, and where its keys are.
    public var authURL: String
    public var tokenURL: String
    public var keysURL: String
    /// The deployments that may launch.
    public var deployments: [String]
    /// Whether its emails count as verified, so that they lead to accounts that exist.
    public var trustsEmails: Bool = false
    /// Whether its instructors become staff of the sections that their courses mean.
    public var makesStaff: Bool = false

    /// The most deployments of a platform.
    public static let mostDeployments = 1_000

    /// Throws `.invalid` for a name, an issuer or an address that cannot be one.
    public func validated() throws(DomainError) -> Self {
        try Self.requireName(name)
        for (field, text) in [("issuer", issuer), ("client-id", client)] where !Self.isPlain(text) {
            throw .invalid(field, "must be 1 to 255 characters without spaces")
        }
        for (field, text) in [("auth-url", authURL), ("token-url", tokenURL), ("jwks-url", keysURL)]
        where !Self.isAddress(text) {
            throw .invalid(field, "must be an address that begins with https://, without a user and a fragment")
        }
        guard deployments.count <= Self.mostDeployments, deployments.allSatisfy(Self.isPlain) else {
            throw .invalid(
                "deployment", "must be 1 to 255 characters without spaces, and at most \(Self.mostDeployments) of them")
        }
        return self
    }

    fileprivate static func requireName(_ name: String) throws(DomainError) {
        guard name.wholeMatch(of: /[a-z0-9][a-z0-9\-]{0,31}/) != nil else {
            throw .invalid("name", "must be 1 to 32 small letters, digits or hyphens")
        }
    }

    fileprivate static func isPlain(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Plain HTTP is for a platform on this machine.
    fileprivate static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 1_000, isPlainAddress(text) else { return false }
        let place = /(?:https:\/\/[^\/?@]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?)(?:[\/?]|$)/
        return text.prefixMatch(of: place) != nil
    }

    private static func isPlainAddress(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'<>\\;#".utf8.contains($0) }
    }
}

/// What the operator lets a platform do that registers itself by a link, once (1EdTech LTI Dynamic Registration 1.0).
public struct PlatformInvitation: Sendable, Equatable, Memberwise {
    /// How long a link is good, in seconds.
    public static let lifetime = 86_400.0

    /// The operator's name for the platform.
    public var name: String
    /// The address of the platform: its configuration is at this host.
    public var home: String
    /// Nil for one of the same host.
    public var issuer: String? = nil
    /// As of `LearningPlatform`.
    public var trustsEmails: Bool = false
    public var makesStaff: Bool = false

    /// Throws `.invalid` for a name, an address or an issuer that cannot be one.
    public func validated() throws(DomainError) -> Self {
        try LearningPlatform.requireName(name)
        guard LearningPlatform.isAddress(home) else {
            throw .invalid("address", "must be that of the platform, such as https://moodle.example.edu")
        }
        guard issuer.map(LearningPlatform.isPlain) ?? true else {
            throw .invalid("issuer", "must be 1 to 255 characters without spaces")
        }
        return self
    }
}

/// A course of a platform, and what it means here.
public struct PlatformContext: Sendable, Equatable, Memberwise {
    public typealias ID = Identifier<PlatformContext>

    public var id: ID
    public var platform: String
    public var deployment: String
    /// The platform's id of the course.
    public var context: String
    public var title: String
    /// Where its people are listed (Names and Role Provisioning Services 2.0); nil if the platform does not say.
    public var membersURL: String?
    /// Nil: nobody linked it yet.
    public var course: Course.ID?
    /// Nil: the whole course.
    public var section: Section.ID?
    public var syncedAt: Date?
    /// Why its people were not read the last time.
    public var fault: String?
}

/// One launch whose token was checked.
public struct PlatformVisit: Sendable, Memberwise {
    public var platform: LearningPlatform
    public var deployment: String
    /// The platform's id of the person.
    public var subject: String
    public var displayName: String
    /// Nil if the token has none that could be one.
    public var email: String?
    /// The number by which a roster knows the person who has no trusted email.
    public var number: String
    /// The role in the course; nil for one that takes no place.
    public var role: Enrollment.Role?
    public var context: String
    public var contextTitle: String
    public var membersURL: String?
    /// SHA-256 of the nonce, in hexadecimal, and how long the token is good.
    public var nonceHash: String
    public var until: Date
    /// The password of an account that is made: `NoPassword`.
    public var password: String
    /// Whether the person was asked, and the account that has the trusted email is not theirs.
    public var wantsNewAccount: Bool = false
}

/// Where a launch leads.
public enum PlatformArrival: Sendable, Equatable {
    /// - Parameter isBarred: whether the staff removed the person from the section.
    case entered(Account, PlatformContext, isBarred: Bool)
    /// Nobody linked the course yet. Its instructor chooses among what they staff.
    /// - Parameter account: nil for somebody who never came, whose staff places are not known.
    case unlinked(Account?, PlatformContext, [StaffedSection])
}

/// A section of whose staff a person is; nil for the whole course.
public struct StaffedSection: Sendable, Equatable, Memberwise {
    public var course: Course.ID
    public var section: Section.ID? = nil
    public var title: String
    public var code: String? = nil
}

/// A key with which this server signs what it sends to platforms.
public struct PlatformKey: Sendable, Equatable, Memberwise {
    public var kid: String
    /// The private key (PKCS #8).
    public var pem: String
}

public protocol PlatformStore: Sendable {
    /// The platforms of an issuer, by name.
    func platforms(of issuer: String) async throws -> [LearningPlatform]
    /// Nil if there is none of this name.
    func platform(named name: String) async throws -> LearningPlatform?

    /// What a link lets its platform do. Throws `.forbidden` for a link that is not known, was used, or is too old.
    /// - Parameter hash: SHA-256 of its secret, in hexadecimal.
    func platformInvitation(_ hash: String) async throws -> PlatformInvitation
    /// Registers the platform of a link, which ends. Throws `.forbidden` as above, `.conflict` if the platform or its name is known.
    func register(_ platform: LearningPlatform, by hash: String) async throws

    /// Lets a person in, in one transaction: makes or finds the account, and gives the place that the course means. A place that
    /// ended since is not given again.
    /// Throws `.conflict` if the launch was made before, `.forbidden` for a course that is not linked, and a suspended account,
    /// `.emailIsHeld` if nobody knows whose the account is that has the trusted email: a new account would take it.
    func arrive(_ visit: PlatformVisit) async throws -> PlatformArrival

    /// Notes a sign-in by a launch, if launches are the only way into the account: it has neither a password nor a link to the campus.
    /// A platform that found the account, and did not make it, counts only if there is a second factor to ask for.
    /// - Parameters:
    ///   - launch: SHA-256 of a secret, in hexadecimal, by which it is opened as an arrival from the campus is.
    ///   - passwordsOpen: whether a password is a way in.
    /// - Returns: the hash of the password, or what stands in its place; nil for another account.
    func enter(
        _ account: Account.ID, from platform: String, launch: String, passwordsOpen: Bool
    ) async throws -> String?

    /// Throws `.notFound`.
    func platformContext(_ id: PlatformContext.ID) async throws -> PlatformContext
    /// Links a course of a platform to one here, or to a section of it. Staff of another section, whom the platform made, are so no more.
    /// Throws `.notFound`, and `.forbidden` unless the account is of the staff.
    /// - Parameter account: nil for the operator.
    func link(
        _ id: PlatformContext.ID, to course: Course.ID, section: Section.ID?, by account: Account.ID?
    ) async throws -> PlatformContext
    /// Notes that its people were read, or why not.
    func noteSync(of id: PlatformContext.ID, fault: String?) async throws
    /// The linked courses whose people were not asked for since `date`.
    func contextsToSync(since date: Date) async throws -> [PlatformContext]

    /// The keys, the newest first. `make` makes the first one.
    func platformKeys(make: @escaping @Sendable () throws -> PlatformKey) async throws -> [PlatformKey]
}
