import Foundation

/// A code that lets people into a course, or to an account alone. The code itself is shown once and stored as a hash.
public struct Invitation: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<Invitation>

    public var id: ID
    /// Nil for an account alone.
    @Nullable public var course: Course.ID?
    /// Nil if a student chooses, and for staff of the whole course.
    @Nullable public var section: Section.ID?
    public var role: Enrollment.Role
    /// The one person whom it is for, by address or by handle; nil for anyone who has the code.
    public var email: String? = nil
    public var handle: String? = nil
    public var uses, used: Int
    public var createdBy: Account.ID
    public var createdAt, expiresAt: Date
    public var revokedAt: Date? = nil

    /// The longest life in days, and that of an invitation whose end was not chosen.
    public static let (longest, usual) = (366, 14)
    public static let mostUses = 10_000
    /// The most open invitations of one course, and of one admin for accounts alone.
    public static let most = 200

    public enum State: String, Sendable { case open, used, expired, revoked }

    public func state(at now: Date) -> State {
        revokedAt != nil ? .revoked : used >= uses ? .used : expiresAt <= now ? .expired : .open
    }
}

/// `POST /v1/courses/{course}/invitations`, `POST /v1/invitations`.
public struct NewInvitation: Codable, Equatable, Sendable, Memberwise {
    /// Nil for a student.
    public var role: Enrollment.Role? = nil
    public var section: Section.ID? = nil
    /// Nil for one.
    public var uses: Int? = nil
    /// Nil for `Invitation.usual` days from now.
    public var expiresAt: Date? = nil
    public var email: String? = nil
    public var handle: String? = nil

    /// - Parameter now: the time of the request.
    public func validated(now: Date) throws(DomainError) -> Self {
        var faults = Faults()
        faults.check("section", section?.text.fault(length: 1...100))
        faults.check("email", email.flatMap(EmailAddress.fault))
        faults.check("handle", handle?.fault(length: 1...TextLimit.displayName.upperBound))
        if email != nil, handle != nil { faults.check("handle", "must be left out if there is an email") }
        if let uses, !(1...Invitation.mostUses).contains(uses) {
            faults.check("uses", "must be 1 to \(Invitation.mostUses)")
        } else if let uses, uses > 1, email != nil || handle != nil {
            faults.check("uses", "must be 1 for one person")
        }
        if let end = expiresAt, end <= now || end > now + Double(Invitation.longest) * 86_400 {
            faults.check("expiresAt", "must be in the next \(Invitation.longest) days")
        }
        try faults.raise()
        return self
    }
}

/// A new invitation, with the code that is shown only now.
public struct MadeInvitation: Codable, Equatable, Sendable, Memberwise {
    public var invitation: Invitation
    public var code: String
}

/// What a person who has a code is told before they use it: `POST /v1/invitations/preview`.
public struct InvitationPreview: Codable, Equatable, Sendable, Memberwise {
    @Nullable public var course: Course.ID?
    @Nullable public var title: String?
    public var role: Enrollment.Role
    /// The sections to choose from; the only one if there is nothing to choose, none for staff of the whole course and for an
    /// account alone.
    public var sections: [InvitedSection]
    public var expiresAt: Date
    /// Whether all its uses are taken. Then it serves those alone who took one and did not choose a section yet.
    public var used: Bool
}

/// A section that an invitation leads to.
public struct InvitedSection: Codable, Equatable, Sendable, Memberwise {
    public var id: Section.ID
    public var code, kind: String
}

/// A code as a person enters it: `POST /v1/invitations/preview`, `POST /v1/invitations/use`.
public struct InvitationCode: Codable, Equatable, Sendable, Memberwise, Validated {
    public var code: String
    /// The chosen sections, where the invitation leaves a choice.
    public var sections: [Section.ID]? = nil

    public func check(_ faults: inout Faults) {
        faults.check("code", code.fault(length: TextLimit.code))
        faults.check("sections", sections.flatMap { $0.count > 10 ? "must list at most 10 items" : nil })
        faults.check("sections", (sections ?? []).lazy.compactMap { $0.text.fault(length: 1...100) }.first)
    }
}

public protocol InvitationStore: Sendable {
    /// Stores an invitation. For a course: by its staff, for their own sections; without a course: by admins. Throws `.notFound`,
    /// `.forbidden`, `.invalid` for a section of another course, `.conflict` if there are too many.
    /// - Parameter codeHash: SHA-256 of the code, in hexadecimal.
    func invite(_ new: NewInvitation, to course: Course.ID?, codeHash: String, by caller: Account.ID) async throws -> Invitation
    /// The invitations of a course, or those for accounts alone, newest first. Staff of some sections see those for these, and
    /// their own. Throws `.notFound`, `.forbidden`.
    func invitations(to course: Course.ID?, by caller: Account.ID) async throws -> [Invitation]
    /// Nobody can use it from now on. For its maker, and the people who could make it. Throws `.notFound`, `.forbidden`.
    func revokeInvitation(_ id: Invitation.ID, by caller: Account.ID) async throws
    /// Throws `.notFound` for an unknown code, `.conflict` if it is expired or revoked, and for somebody who registers also if
    /// it is used up, `.forbidden` if it is for another person.
    /// - Parameter email: that of the person who wants to register; nil if it is not known yet.
    func preview(codeHash: String, email: String?) async throws -> InvitationPreview
    /// Uses an invitation: makes the person a student of the chosen sections, or staff. A person who is there already uses
    /// nothing. Throws as `preview`, `.conflict` if the person used it before, `.invalid` if they must choose.
    func use(codeHash: String, sections: [Section.ID], by account: Account.ID) async throws -> Joining
    /// Registers a person by an invitation, in one transaction. They join at once if there is nothing to choose. Throws as
    /// `preview`, and `.conflict` if the email is taken.
    func register(_ new: NewAccount, password: String, codeHash: String) async throws -> Account
    /// Deletes invitations that ended before `date`: expired, revoked, or used up by people who have all joined.
    /// - Returns: their number.
    func pruneInvitations(before date: Date) async throws -> Int
}
