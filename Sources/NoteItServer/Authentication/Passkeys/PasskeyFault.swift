import NoteItCore

/// Why the answer of a passkey is refused.
struct PasskeyFault: Error, Equatable {
    /// The end of a sentence, without its full stop.
    let why: String

    init(_ why: String) { self.why = why }

    /// To a person who is not signed in.
    var refusal: DomainError { .unauthenticated("The passkey was refused: \(why).") }

    /// To a person who is signed in: not a reason to renew the session.
    var invalid: DomainError { .invalid("passkey", "was refused: \(why)") }
}
