import Foundation

/// A report of an event or a reply to the course's staff. Only staff see it, except the author of the event or reply.
public struct Report: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public typealias ID = Identifier<Report>

    public var id: ID
    public var course: Course.ID
    public var event: Event.ID
    /// The event's number in its course, as in `CMPT225#42`.
    public var number: Int
    /// The event's title.
    public var title: String
    /// The reported reply; nil if the event is reported.
    @Nullable public var reply: Reply.ID?
    /// The reply's number in its thread, as in `CMPT225#42#3`.
    @Nullable public var replyNumber: Int?
    public var reason: String
    public var reporter: Author
    public var createdAt: Date
    @Nullable public var resolvedAt: Date?
    @Nullable public var resolvedBy: Author?

    /// The most open reports of one person in a course.
    public static let mostOpen = 50
}

/// `POST /v1/events/{id}/reports`.
public struct NewReport: Codable, Sendable, Equatable, Memberwise, Validated {
    public var reason: String
    /// A reply to the event; nil reports the event.
    public var reply: Reply.ID? = nil

    public func check(_ faults: inout Faults) { faults.check("reason", reason.fault(length: TextLimit.reason)) }
}

/// `PATCH /v1/reports/{id}`.
public struct ReportPatch: Codable, Sendable, Equatable, Memberwise {
    public var resolved: Bool
}

extension TextLimit {
    /// The reason of a removal or a report.
    public static let reason = 1...1_000
}

public protocol ModerationStore: Sendable {
    /// The removed events and replies of a course that the caller may restore, newest first: those within their scope that
    /// others wrote.
    /// Throws `.notFound` if the course is absent, `.forbidden` if the caller is not of its staff.
    func removals(of course: Course.ID, page: PageRequest, by caller: Account.ID) async throws -> Page<Removal>
    /// Restores an event that staff removed, with its thread. Does nothing if the event is not removed.
    /// Throws `.notFound`, also for an event that its author deleted, and `.forbidden`.
    func restore(_ event: Event.ID, by caller: Account.ID) async throws -> Event
    /// Restores a removed reply, for staff. Its event must not be removed.
    func restoreReply(_ reply: Reply.ID, by caller: Account.ID) async throws -> Reply
    /// Reports an event or a reply to its staff. `created` is false if the caller has an open report on it.
    /// Throws `.notFound`, `.conflict` if the caller wrote it, or has too many open reports.
    func report(_ new: NewReport, on event: Event.ID, by caller: Account.ID) async throws -> (report: Report, created: Bool)
    /// The reports within the caller's scope, newest first, without reports on the caller's own events and replies. For admins also
    /// those on public posts that nobody on the staff may see.
    /// - Parameter open: true for unresolved reports, false for resolved ones, nil for all.
    /// Throws `.notFound`, `.forbidden`.
    func reports(
        of course: Course.ID, open: Bool?, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Report>
    /// Resolves or reopens a report. Throws `.notFound`, `.conflict` if the reporter has another open report on the same subject.
    func resolve(_ report: Report.ID, with patch: ReportPatch, by caller: Account.ID) async throws -> Report
}
