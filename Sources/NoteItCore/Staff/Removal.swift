import Foundation

/// Tells readers of an event or a reply that staff of the course removed it.
public struct Removal: Codable, Equatable, Sendable, Identifiable {
    /// The id of the event or the reply.
    public var id: String
    public var course: Course.ID
    public var event: Event.ID
    /// The event's number in its course.
    public var number: Int
    /// Whether a reply was removed.
    public var reply: Bool
    /// The reply's number in its thread, as in `CMPT225#42#3`; nil if the event was removed.
    @Nullable public var replyNumber: Int?
    /// The event's title. Only its author and staff see it.
    @Nullable public var title: String?
    public var removedAt: Date
    /// Only the author and staff see it.
    @Nullable public var reason: String?

    public init(
        id: String, course: Course.ID, event: Event.ID, number: Int, reply: Bool, replyNumber: Int?, title: String?,
        removedAt: Date, reason: String?
    ) {
        self.id = id
        self.course = course
        self.event = event
        self.number = number
        self.reply = reply
        self.replyNumber = replyNumber
        self.title = title
        self.removedAt = removedAt
        self.reason = reason
    }
}

extension Removal: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("event", event)
        json.field("id", id)
        json.field("number", number)
        json.field("reason", reason)
        json.field("removedAt", removedAt)
        json.field("reply", reply)
        json.field("replyNumber", replyNumber)
        json.field("title", title)
    }
}
