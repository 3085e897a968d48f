import NoteItCore
import Registrar

/// An error as a sentence for the operator. It ends the command with exit code 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    /// Control characters of imported files are written out.
    init(_ description: String) { self.description = description.visibleLines.joined(separator: "\n") }

    /// A domain error as a sentence; any other error as it is.
    static func explaining(_ error: any Error) -> any Error {
        switch error {
        case let error as DomainError: Failure(sentence(error))
        case let error as RegistrarError: Failure(error.description)
        default: error
        }
    }

    private static func sentence(_ error: DomainError) -> String {
        switch error {
        case .notFound(let what): "There is no \(what)."
        case .invalid(let errors): errors.map { "\($0.field) \($0.detail)" }.joined(separator: "; ") + "."
        case .stale: "Another change came first. Try again."
        case .forbidden(let why), .conflict(let why), .unauthenticated(let why), .unavailable(let why): why
        case .overlaps(let overlaps): TaskOverlap.sentence(overlaps)
        case .emailIsHeld(let why), .tooLarge(let why), .unsupported(let why), .tooMany(let why, _): why
        case .expired(let reason): "The cursor has expired: \(reason)."
        case .deviceSignIn(let refusal): refusal.sentence
        }
    }
}
