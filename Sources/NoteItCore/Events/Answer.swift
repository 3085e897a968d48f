/// `PUT /v1/events/{id}/answer`: the reply that answers the question.
public struct AnswerChoice: Codable, Sendable, Equatable {
    public var reply: Reply.ID

    public init(reply: Reply.ID) { self.reply = reply }
}

extension Event {
    /// A question that nobody's reply is accepted or endorsed for.
    public var isOpen: Bool { kind == .question && accepted == nil && endorsed == nil }
}
