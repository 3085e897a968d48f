import Foundation
import NoteItCore

/// An error between a client and its server. All public methods of this module throw this, or `CancellationError` when
/// their task is cancelled.
public enum ClientError: Error, Equatable, Sendable {
    /// The profile has no session with this server, or the session is over.
    case notSignedIn
    /// The server was not reached, or the connection broke before the response was whole. Whether it did the request is
    /// unknown.
    case unreachable(_ why: String)
    /// The server refused the request.
    case problem(Problem)
    /// A file of this machine cannot be written, as on a full disk. What is there can still be read.
    case unwritable(_ why: String)
    /// A response that cannot be understood, or a local file that cannot be used.
    case unexpected(_ why: String)

    /// The reason why a cursor cannot be resumed (`410`); nil for other errors.
    public var expiry: CursorExpiry? {
        guard case .problem(let problem) = self, problem.status == 410 else { return nil }
        return problem.reason
    }

    /// Whether the same request may succeed later.
    public var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .problem(let problem): problem.status >= 500 || problem.status == 429 || problem.status == 408
        case .notSignedIn, .unwritable, .unexpected: false
        }
    }
}

extension ClientError: LocalizedError, CustomStringConvertible {
    /// A sentence for people, followed by a line for each invalid field.
    public var description: String {
        switch self {
        case .notSignedIn: "You are not signed in. Sign in with: noteit auth login"
        case .unreachable(let why): "The server was not reached: \(why)."
        case .problem(let problem):
            ([problem.detail.isEmpty ? problem.title : problem.detail]
                + (problem.errors ?? []).map { "\($0.field) \($0.detail)" }).joined(separator: "\n")
        case .unwritable(let why), .unexpected(let why): why
        }
    }

    public var errorDescription: String? { description }
}

extension ClientError {
    /// A call of the system failed, whose reason is in `errno`.
    static func failed(_ what: String) -> ClientError { .unexpected("\(what): \(String(cString: strerror(errno))).") }

    /// The problem with which the server would refuse input that breaks the shared rules.
    init(_ error: DomainError) {
        if case .invalid(let errors) = error {
            self = .problem(Problem(title: "Invalid", status: 422, detail: "Please correct:", errors: errors))
        } else {
            self = .unexpected("\(error)")
        }
    }
}
