import NoteItCore

/// Why another server, or a token of it, is not believed: one sentence for whoever can mend it.
struct RemoteFault: Error, Equatable, CustomStringConvertible {
    let description: String
    /// Whether the same may work later without a change.
    var isPassing = false

    /// - Parameter description: it may quote a token that nobody has checked yet, so it adds no lines to the log.
    init(_ description: String, isPassing: Bool = false) {
        (self.description, self.isPassing) = (description.visible, isPassing)
    }

    var domainError: DomainError { isPassing ? .unavailable(description) : .unauthenticated(description) }
}
