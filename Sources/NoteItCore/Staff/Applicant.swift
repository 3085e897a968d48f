import Foundation

/// A person who waits to be let into sections of a course, as its staff see them.
public struct Applicant: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public var id: Account.ID
    public var displayName, handle, email: String
    /// Whether the operator knows that the email is theirs.
    public var emailVerified: Bool
    /// The wanted sections in the reader's scope.
    public var sections: [Section.ID]
    /// The time of the oldest request.
    public var since: Date
}

/// `PATCH /v1/courses/{course}/join-requests/{account}`.
public struct JoinDecision: Codable, Equatable, Sendable, Memberwise, Validated {
    /// Whether the person is let in. If not, the request is refused.
    public var admitted: Bool
    /// The sections to decide; nil or an empty list means all that the person asked for, in the caller's scope.
    public var sections: [Section.ID]? = nil

    public func check(_ faults: inout Faults) { faults.check("sections", sections.flatMap(EventFields.fault(sections:))) }
}

public protocol MembershipStore: Sendable {
    /// The rule by which people join a course. Throws `.notFound`.
    /// - Parameter standard: the rule of the server, for courses whose staff chose none.
    func joining(of course: Course.ID, standard: JoiningRule) async throws -> CourseJoining
    /// Sets the rule, or, with nil, returns to that of the server. People who wait and whom it admits join at once. For staff
    /// of the whole course and admins. Throws `.notFound`, `.forbidden`.
    func setJoining(
        _ rule: JoiningRule?, of course: Course.ID, standard: JoiningRule, by caller: Account.ID
    ) async throws -> CourseJoining
    /// The people who wait to be let in, longest first. For staff; staff of some sections see requests for these. Throws
    /// `.notFound`, `.forbidden`.
    func applicants(of course: Course.ID, by caller: Account.ID) async throws -> [Applicant]
    /// Lets a person in, or refuses, and tells them. Throws `.notFound` if they do not wait for a section in the caller's
    /// scope, `.forbidden`.
    func decide(_ decision: JoinDecision, on person: AccountReference, in course: Course.ID, by caller: Account.ID) async throws
    /// Ends a student's places in a course, or in one section, and tells them. They may come back only if the staff let them
    /// in. For staff; staff of some sections remove from these. Throws `.notFound` if there is no such student, `.forbidden`,
    /// `.conflict` if the person is staff.
    func removeMember(
        _ person: AccountReference, from course: Course.ID, section: Section.ID?, reason: String?, by caller: Account.ID
    ) async throws
}
