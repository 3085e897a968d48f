import Foundation

/// A member of a course.
public struct Member: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public var id: Account.ID
    public var displayName, handle: String
    /// The email address, which only the course's staff and admins see.
    public var email: String?
    /// Whether they proved that the email is theirs. Only in the answer to a grant by email.
    public var emailVerified: Bool? = nil
    public var role: Account.Role
    /// The member's enrollments in the course within the reader's scope, oldest first.
    public var places: [Enrollment]
}

/// Names a person by id, by handle such as `@ada.lovelace`, or by email.
public enum AccountReference: Sendable, Equatable, CustomStringConvertible {
    case id(Account.ID)
    case handle(String)
    case email(String)

    /// A reference by handle, email or id; nil if the text is none of the three.
    public init?(_ text: String) {
        if let id = Account.ID(text) {
            self = .id(id)
        } else if text.hasPrefix("@"), text.count > 1 {
            self = .handle(text.dropFirst().lowercased())
        } else if EmailAddress.fault(text) == nil {
            self = .email(text)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .id(let id): id.description
        case .handle(let handle): "@\(handle)"
        case .email(let email): email
        }
    }
}

/// `PUT /v1/courses/{course}/staff/{account}`. Nil or an empty list means the whole course.
public struct StaffGrant: Codable, Sendable, Equatable, Memberwise, Validated {
    public var sections: [Section.ID]? = nil

    public func check(_ faults: inout Faults) { faults.check("sections", sections.flatMap(EventFields.fault(sections:))) }
}

/// A filter on the members of a course. A nil field matches all.
public struct RosterQuery: Sendable, Equatable, Memberwise {
    public var role: Enrollment.Role? = nil
    public var section: Section.ID? = nil
    /// Text that the name, the handle or the email contains.
    public var text: String? = nil
}

public protocol StaffStore: Sendable {
    /// The course's staff, longest-serving first. For everyone in the course, and admins.
    /// Throws `.notFound` if the course is absent, `.forbidden` if the caller is not in it.
    func staff(of course: Course.ID, by caller: Account.ID) async throws -> [Member]
    /// The members of the course by name. For its staff; staff of some sections see the members of these.
    /// Throws `.notFound`, `.forbidden`.
    func roster(
        of course: Course.ID, matching query: RosterQuery, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Member>
    /// Adds a person to the staff of the given sections, or, with none, of the whole course, and notifies them. For admins and
    /// staff of the whole course; staff of some sections may do it for these. Only admins may name a person who is not in the
    /// course by other than their email.
    /// - Parameter caller: nil for the operator, who may do all of it.
    /// `created` is false if all of it was held already. Throws `.notFound`, `.forbidden`, `.invalid`.
    func grantStaff(
        to person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws -> (member: Member, created: Bool)
    /// Removes a person from the staff of the given sections, or, with none, of the whole course. For the callers of
    /// `grantStaff`. Throws `.notFound` if the person is not on that staff, `.forbidden` if a section is outside the caller's
    /// scope.
    func revokeStaff(
        of person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws
}

/// The email of an instructor in the catalog, from an operator's list.
public struct InstructorEmail: Sendable, Hashable {
    /// All sections of an instructor by name, or one section by its registration number.
    public enum Subject: Sendable, Hashable { case instructor(String), crn(String) }

    public var subject: Subject
    public var email: String

    public init(_ subject: Subject, email: String) { (self.subject, self.email) = (subject, email) }

    /// The form in which instructors' names are compared. Only case and white space are ignored, because a match makes a person
    /// staff.
    public static func key(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The result of importing a list of instructors.
public struct ClaimReport: Sendable, Equatable, Memberwise {
    public var term: Term.ID
    /// The number of sections that the list names, by instructor or by number.
    public var sections: Int = 0
    /// Names and numbers of the list that the term does not have.
    public var unknown: [String] = []
    /// Emails without an account, or not verified.
    public var unverified: [String] = []
    /// One line for each grant and revocation: `+ 202530.2359 ada@example.edu`.
    public var lines: [String] = []
}
