import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The exit codes.
enum ExitStatus {
    static let failed: Int32 = 1
    static let cancelled: Int32 = 2
    static let notSignedIn: Int32 = 4
    static let usage: Int32 = 64
    static let unreachable: Int32 = 69
}

/// An error for people: a sentence that says what is wrong, and advice that says what to do.
struct Complaint: Error {
    var message: String
    var advice: [String] = []
    var status = ExitStatus.failed
    /// The values that are wrong, as far as they are known one by one.
    var fields: [FieldError] = []

    init(_ message: String, advice: [String] = [], status: Int32 = ExitStatus.failed, fields: [FieldError] = []) {
        (self.message, self.advice, self.status, self.fields) = (message, advice, status, fields)
    }

    /// On one line, with the first of the advice.
    func brief(advice most: Int = 1) -> String { ([message] + advice.prefix(most)).joined(separator: " ") }

    /// An error in the command line.
    static func usage(_ message: String, _ advice: String...) -> Complaint {
        Complaint(message, advice: advice, status: ExitStatus.usage)
    }

    init(_ error: any Error) {
        switch error {
        case let complaint as Complaint: self = complaint
        case let error as ClientError: self.init(error)
        case let error as DomainError: self.init(error)
        case let error as Cancelled: self.init(error.message, status: ExitStatus.cancelled)
        case is CancellationError: self.init("Cancelled.", status: ExitStatus.cancelled)
        default: self.init(error.localizedDescription)
        }
    }

    private init(_ error: ClientError) {
        switch error {
        case .notSignedIn:
            self.init("You are not signed in.", advice: SignInAdvice().lines, status: ExitStatus.notSignedIn)
        case .unreachable(let why):
            self.init(
                "The server was not reached: \(why).",
                advice: ["Find the cause with: noteit doctor", "Is it another server? Name it with --server URL"],
                status: ExitStatus.unreachable)
        case .problem(let problem):
            let detail = problem.detail.isEmpty ? problem.title : problem.detail
            let errors = problem.errors ?? []
            let unsaid = errors.filter { !detail.contains($0.detail) }
            self.init(
                errors.sentence(insteadOf: detail), advice: unsaid.map { "\($0.plainField): \($0.detail)" }, fields: errors)
        case .unwritable(let why), .unexpected(let why): self.init(why)
        }
    }

    private init(_ error: DomainError) {
        guard case .invalid(let errors) = error else {
            self.init("\(error)")
            return
        }
        self.init("Please correct:", advice: errors.map { "\($0.plainField): \($0.detail)" }, fields: errors)
    }
}

extension Optional {
    /// The value that `text` was read as. Without one, throws a usage complaint that `text` is not `what`.
    func understood(_ text: String, as what: String, _ advice: String) throws -> Wrapped {
        guard let self else { throw Complaint.usage("Could not understand '\(text)' as \(what).", advice) }
        return self
    }
}
