import Foundation

/// What somebody reported to a course's staff. Only they see it, but for who wrote what it is about.
public struct Report: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Report>

    public var id: ID
    public var course: Course.ID
    public var event: Event.ID
    /// Of the event in the course: `CMPT225#42`.
    public var number: Int
    /// Of the event.
    public var title: String
    /// The reply that is reported; nil: the event.
    @Nullable public var reply: Reply.ID?
    /// Of the reply, in its thread: `CMPT225#42#3`.
    @Nullable public var replyNumber: Int?
    public var reason: String
    public var reporter: Author
    public var createdAt: Date
    @Nullable public var resolvedAt: Date?
    @Nullable public var resolvedBy: Author?

    public init(
        id: ID, course: Course.ID, event: Event.ID, number: Int, title: String, reply: Reply.ID?,
        replyNumber: Int?, reason: String, reporter: Author, createdAt: Date, resolvedAt: Date?, resolvedBy: Author?
    ) {
        self.id = id
        self.course = course
        self.event = event
        self.number = number
        self.title = title
        self.reply = reply
        self.replyNumber = replyNumber
        self.reason = reason
        self.reporter = reporter
        self.createdAt = createdAt
        self.resolvedAt = resolvedAt
        self.resolvedBy = resolvedBy
    }

    /// How many of one person's may be open in a course.
    public static let mostOpen = 50
}

extension Report: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("createdAt", createdAt)
        json.field("event", event)
        json.field("id", id)
        json.field("number", number)
        json.field("reason", reason)
        json.field("reply", reply)
        json.field("replyNumber", replyNumber)
        json.field("reporter", reporter)
        json.field("resolvedAt", resolvedAt)
        json.field("resolvedBy", resolvedBy)
        json.field("title", title)
    }
}

/// `POST /v1/events/{id}/reports`.
public struct NewReport: Codable, Sendable, Equatable {
    public var reason: String
    /// A reply to the event; nil reports the event.
    public var reply: Reply.ID?

    public init(reason: String, reply: Reply.ID? = nil) {
        self.reason = reason
        self.reply = reply
    }

    public func validated() throws(DomainError) -> Self {
        if let fault = reason.fault(length: TextLimit.reason) { throw .invalid("reason", fault) }
        return self
    }
}

/// `PATCH /v1/reports/{id}`.
public struct ReportPatch: Codable, Sendable, Equatable {
    public var resolved: Bool

    public init(resolved: Bool) { self.resolved = resolved }
}

extension TextLimit {
    /// Why something is removed or reported.
    public static let reason = 1...1_000
}

public protocol ModerationStore: Sendable {
    /// What staff removed from a course and may bring back, newest first; as far as the caller's scope reaches.
    /// Throws `.notFound` if the course is absent, `.forbidden` if the caller is not of its staff.
    func removals(of course: Course.ID, page: PageRequest, by caller: Account.ID) async throws -> Page<Removal>
    /// Brings an event that staff removed back, with its thread. One that is there already is no error.
    /// Throws `.notFound`, also for what its author deleted, `.forbidden`.
    func restore(_ event: Event.ID, by caller: Account.ID) async throws -> Event
    /// The same for a reply to an event that is there.
    func restoreReply(_ reply: Reply.ID, by caller: Account.ID) async throws -> Reply
    /// Reports what the caller may see to its staff. `created` is false if an earlier report of the caller's about it is open.
    /// Throws `.notFound`, `.conflict` for what the caller wrote, and where too many of theirs are open.
    func report(_ new: NewReport, on event: Event.ID, by caller: Account.ID) async throws -> (report: Report, created: Bool)
    /// Newest first, as far as the caller's scope reaches, and but for those on what the caller wrote.
    /// - Parameter open: only those that are not resolved, or only those that are.
    /// Throws `.notFound`, `.forbidden`.
    func reports(
        of course: Course.ID, open: Bool?, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Report>
    /// Resolves a report, or opens it again. Throws `.notFound`, `.conflict` if another of the same is open.
    func resolve(_ report: Report.ID, with patch: ReportPatch, by caller: Account.ID) async throws -> Report
}
