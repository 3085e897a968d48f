import NoteItCore

/// A sentence for the operator; ends a command with exit code 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What went wrong as a sentence, where the error is none yet.
    static func explaining(_ error: any Error) -> any Error {
        switch error {
        case let error as DomainError: Failure(sentence(error))
        default: error
        }
    }

    private static func sentence(_ error: DomainError) -> String {
        switch error {
        case .notFound(let what): "There is no \(what)."
        case .invalid(let errors): errors.map { "\($0.field) \($0.detail)" }.joined(separator: "; ") + "."
        case .stale: "It was changed meanwhile. Try again."
        case .forbidden(let why), .conflict(let why), .unauthenticated(let why), .unavailable(let why): why
        case .tooLarge(let why), .unsupported(let why), .tooMany(let why, _): why
        case .expired(let reason): "The cursor is no longer good: \(reason)."
        }
    }
}
