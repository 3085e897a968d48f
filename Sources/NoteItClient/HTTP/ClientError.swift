import Foundation
import NoteItCore

/// Everything that can go wrong between a client and its server. All public methods here throw this, or
/// `CancellationError` when their task is cancelled.
public enum ClientError: Error, Equatable, Sendable {
    /// Nobody is signed in to this server with this profile, or the session is over.
    case notSignedIn
    /// The server was not reached, or the connection broke before its answer was whole. Nothing can be said about
    /// whether it did what was asked.
    case unreachable(_ why: String)
    /// The server understood and refused.
    case problem(Problem)
    /// An answer that makes no sense, or a file of ours that cannot be used.
    case unexpected(_ why: String)

    /// Why a cursor cannot be resumed from, if that is what the server said (`410`).
    public var expiry: CursorExpiry? {
        guard case .problem(let problem) = self, problem.status == 410 else { return nil }
        return problem.reason
    }

    /// Whether the same request may go well later without anyone changing it.
    public var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .problem(let problem): problem.status >= 500 || problem.status == 429 || problem.status == 408
        case .notSignedIn, .unexpected: false
        }
    }
}

extension ClientError: LocalizedError, CustomStringConvertible {
    /// A sentence for people, with each bad field on a line of its own.
    public var description: String {
        switch self {
        case .notSignedIn: "You are not signed in. Sign in with: noteit auth login"
        case .unreachable(let why): "The server was not reached: \(why)."
        case .problem(let problem):
            ([problem.detail.isEmpty ? problem.title : problem.detail]
                + (problem.errors ?? []).map { "\($0.field) \($0.detail)" }).joined(separator: "\n")
        case .unexpected(let why): why
        }
    }

    public var errorDescription: String? { description }
}

extension ClientError {
    /// What the server would say to input that breaks the shared rules, said before anything is sent.
    init(_ error: DomainError) {
        if case .invalid(let errors) = error {
            self = .problem(Problem(title: "Invalid", status: 422, detail: "Some of this cannot be taken.", errors: errors))
        } else {
            self = .unexpected("\(error)")
        }
    }
}
