import Foundation

/// Tells readers of an event or a reply that staff of the course removed it.
public struct Removal: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
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
    /// The reason, which only the author and staff see.
    @Nullable public var reason: String?
}
