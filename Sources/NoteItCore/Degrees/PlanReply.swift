import Foundation

/// A comment on a plan.
public struct PlanReply: Codable, Equatable, Sendable, Identifiable, Revised {
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

    public init(
        id: ID, plan: DegreePlan.ID, number: Int, parent: ID?, body: String, author: Author, createdAt: Date, editedAt: Date?,
        rev: Int
    ) {
        self.id = id
        self.plan = plan
        self.number = number
        self.parent = parent
        self.body = body
        self.author = author
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.rev = rev
    }
}
