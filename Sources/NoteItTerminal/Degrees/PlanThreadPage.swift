import NoteItCore

/// The comments on a degree plan, oldest first.
public struct PlanThreadPage: Sendable {
    public var plan: DegreePlan
    public var replies: [PlanReply]
    public var reader: Account.ID?
    public var names: NameBook
    public var clock: DueText
    public var unicode: Bool

    public init(
        _ plan: DegreePlan, replies: [PlanReply], reader: Account.ID?, names: NameBook, clock: DueText, unicode: Bool
    ) {
        (self.plan, self.replies, self.reader) = (plan, replies, reader)
        (self.names, self.clock, self.unicode) = (names, clock, unicode)
    }

    public func lines(width: Int?) -> [Styled] {
        let measure = width.map { min($0, 100) }
        let heading = Styled(counted(replies.count, "comment"), .strong) + Styled(" on \(plan.name)")
        return heading.wrapped(after: "", width: measure) + replies.flatMap { [Styled()] + comment($0, measure) }
    }

    private func comment(_ reply: PlanReply, _ width: Int?) -> [Styled] {
        let isOwn = reply.author.id == reader
        let bar = Styled(unicode ? "┃ " : "| ", isOwn ? .mine : .faint)
        let parent = reply.parent.flatMap { id in replies.first { $0.id == id } }
        let facts = [
            "  \(clock.distance(reply.createdAt)) (\(clock.short(reply.createdAt)))",
            parent.map { ", to #\($0.number)" } ?? "", reply.editedAt.map { ", edited \(clock.distance($0))" } ?? "",
        ]
        let name = isOwn ? Styled("you", .mine) : Styled(names.name(of: reply.author), .strong)
        let role = !isOwn && reply.author.role == .instructor ? Styled(" (instructor)", .faint) : ""
        let head = Styled("#\(reply.number)  ", .faint) + name + role + Styled(facts.joined(), .faint)
        let text = MarkdownText(reply.body, unicode: unicode).lines(width: width.map { $0 - 2 })
        return head.wrapped(after: bar, width: width) + text.map { bar + $0 }
    }

    /// For tab-separated output: number, author, time, parent's number, text.
    public var rows: [[String]] {
        replies.map { reply in
            let parent = reply.parent.flatMap { id in replies.first { $0.id == id }?.number }
            return [
                "\(reply.number)", reply.author.displayName, RFC3339.string(reply.createdAt), parent.map(String.init) ?? "",
                reply.body, reply.id.description,
            ]
        }
    }
}
