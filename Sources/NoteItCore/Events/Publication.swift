public protocol PublicationStore: Sendable {
    /// Publishes the events whose time has come, each as a post of that moment. One that its author may not post any more stays
    /// private, and its author is told. Returns how many were published.
    func publishDue() async throws -> Int
}
