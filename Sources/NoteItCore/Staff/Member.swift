import Foundation

/// A person in a course, as its staff see them.
public struct Member: Codable, Equatable, Sendable, Identifiable {
    public var id: Account.ID
    public var displayName: String
    public var handle: String
    /// For the course's staff and admins alone.
    public var email: String?
    public var role: Account.Role
    /// Where they are in the course, as far as the reader's own scope reaches; those held longest first.
    public var places: [Enrollment]

    public init(
        id: Account.ID, displayName: String, handle: String, email: String?, role: Account.Role, places: [Enrollment]
    ) {
        self.id = id
        self.displayName = displayName
        self.handle = handle
        self.email = email
        self.role = role
        self.places = places
    }
}

extension Member: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("displayName", displayName)
        if let email { json.field("email", email) }
        json.field("handle", handle)
        json.field("id", id)
        json.field("places", places)
        json.field("role", role)
    }
}

/// Whom a request means: by id, by handle as `@ada.lovelace`, or by email.
public enum AccountReference: Sendable, Equatable, CustomStringConvertible {
    case id(Account.ID)
    case handle(String)
    case email(String)

    /// Nil for what is none of the three.
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

/// `PUT /v1/courses/{course}/staff/{account}`. None, or an empty list, means all of the course's sections.
public struct StaffGrant: Codable, Sendable, Equatable {
    public var sections: [Section.ID]?

    public init(sections: [Section.ID]? = nil) { self.sections = sections }

    public func validated() throws(DomainError) -> Self {
        if let fault = sections.flatMap(EventFields.fault(sections:)) { throw .invalid("sections", fault) }
        return self
    }
}

/// Which members of a course are asked for; nil asks for all.
public struct RosterQuery: Sendable, Equatable {
    public var role: Enrollment.Role?
    public var section: Section.ID?
    /// Text that stands in the name, the handle or the email.
    public var text: String?

    public init(role: Enrollment.Role? = nil, section: Section.ID? = nil, text: String? = nil) {
        self.role = role
        self.section = section
        self.text = text
    }
}

public protocol StaffStore: Sendable {
    /// The course's staff, those who have been it longest first, to everyone in the course and to admins.
    /// Throws `.notFound` if the course is absent, `.forbidden` if the caller is not in it.
    func staff(of course: Course.ID, by caller: Account.ID) async throws -> [Member]
    /// Who is in the course by name, to its staff; staff of some sections see who is in these.
    /// Throws `.notFound`, `.forbidden`.
    func roster(
        of course: Course.ID, matching query: RosterQuery, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Member>
    /// Makes somebody staff of the given sections besides what they hold, or, with none, of the whole course. By admins and
    /// staff of the whole course; by staff of some sections for these. Tells who is granted it. Who is not in the course is
    /// named by email, but for admins.
    /// - Parameter caller: nil for the operator, who may all of it and tells whom it concerns.
    /// `created` is false if all of it was held already. Throws `.notFound`, `.forbidden`, `.invalid`.
    func grantStaff(
        to person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws -> (member: Member, created: Bool)
    /// Takes a person's staff places of the given sections, or, with none, all of them in the course. By whom `grantStaff` says.
    /// Throws `.notFound` if none of them is held, `.forbidden` if one of them is beyond the caller's scope.
    func revokeStaff(
        of person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws
    /// By the operator. Throws `.notFound`.
    func accountID(of person: AccountReference) async throws -> Account.ID
}

/// An email of an instructor whom the catalog names, as an operator's list has it.
public struct InstructorEmail: Sendable, Hashable {
    /// Whose sections are meant: all that name this instructor, or one by its registration number.
    public enum Subject: Sendable, Hashable { case instructor(String), crn(String) }

    public var subject: Subject
    public var email: String

    public init(_ subject: Subject, email: String) {
        self.subject = subject
        self.email = email
    }

    /// The form in which an instructor's names are compared: case and white space do not tell two people apart, all else does,
    /// because a match makes somebody staff.
    public static func key(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// What a list of instructors changed.
public struct ClaimReport: Sendable, Equatable {
    public var term: Term.ID
    /// How many sections the list names, by name or by number.
    public var sections = 0
    /// Names and numbers of the list that the term does not have.
    public var unknown: [String] = []
    /// Emails that nobody has registered, or nobody has verified.
    public var unverified: [String] = []
    /// Places that were given and taken, a line each: `+ 202530.2359 ada@example.edu`.
    public var lines: [String] = []

    public init(term: Term.ID) { self.term = term }
}

public protocol InstructorStore: Sendable {
    /// Replaces a term's list of instructors' emails, gives whom it names the sections, and takes what an earlier list gave.
    /// Throws `.notFound` if the term is absent.
    func importInstructors(_ list: [InstructorEmail], term: Term.ID, dryRun: Bool) async throws -> ClaimReport
    /// Notes that the email is its holder's, who gets what the catalog names them for. Throws `.notFound`.
    func verifyEmail(_ email: String) async throws -> Account
    /// Throws `.notFound`.
    func setRole(_ role: Account.Role, of email: String) async throws -> Account
}
