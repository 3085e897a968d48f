import Foundation

/// A comment on a plan.
public struct PlanReply: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
    public typealias ID = Identifier<Reply>

    public var id: ID
    public var plan: DegreePlan.ID
    /// 1, 2, ... in its thread. It never changes.
    public var number: Int
    @Nullable public var parent: ID?
    public var body: String
    public var author: Author
    public var createdAt: Date
    @Nullable public var editedAt: Date?
    /// 1, 2, ...: counts its edits.
    public var rev: Int
}
