/// `PUT /v1/events/{id}/answer`: the reply that answers the question.
public struct AnswerChoice: Codable, Sendable, Equatable, Memberwise {
    public var reply: Reply.ID
}

extension Event {
    /// Whether it is a question without an accepted or endorsed reply.
    public var isOpen: Bool { kind == .question && accepted == nil && endorsed == nil }
}

public protocol QuestionStore: Sendable {
    /// Makes a reply the answer in place of any earlier one: the person who asked accepts it, staff endorse it.
    /// Throws `.notFound`, `.forbidden` for anyone else, `.conflict` if the event is not a question, `.invalid` for a reply to
    /// another event.
    func answer(_ event: Event.ID, with reply: Reply.ID, by account: Account.ID) async throws -> Event
    /// Takes back the caller's acceptance or endorsement, if there is one. Throws `.notFound`, `.forbidden`.
    func clearAnswer(of event: Event.ID, by account: Account.ID) async throws
    /// Counts the caller once among the people who have the same question. Throws `.notFound`, and `.conflict` for the caller's
    /// own question and for an event that is not a question.
    func sayMeToo(on event: Event.ID, by account: Account.ID) async throws -> Event
    /// Takes back the caller's "me too", if there is one. Throws `.notFound`.
    func undoMeToo(on event: Event.ID, by account: Account.ID) async throws
}
