import Foundation

/// That staff of the course took away an event or a reply, for those who could see it.
public struct Removal: Codable, Equatable, Sendable, Identifiable {
    /// Of the event or the reply.
    public var id: String
    public var course: Course.ID
    public var event: Event.ID
    /// Of the event, in its course.
    public var number: Int
    /// Whether it was a reply.
    public var reply: Bool
    /// Of the reply, in its thread: `CMPT225#42#3`; nil: it was the event.
    @Nullable public var replyNumber: Int?
    /// Of the event; for its author and staff alone.
    @Nullable public var title: String?
    public var removedAt: Date
    /// For its author and staff alone.
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
