public protocol ThanksStore: Sendable {
    /// Counts the caller once among the people who thanked for a reply, or no longer. Throws `.notFound`, also for a reply that the
    /// caller may not see, and `.conflict` for the caller's own reply, or beyond `EventMark.mostThanked`.
    func thank(for reply: Reply.ID, _ wanted: Bool, by account: Account.ID) async throws -> Reply
}
