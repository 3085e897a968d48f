import ArgumentParser
import NoteItCore
import NoteItTerminal

/// An error as `--json` writes it to standard error: one object on a line.
struct ErrorReport: Encodable {
    /// A word for the exit status.
    var code: String
    var message: String
    /// What to do about it.
    var advice: [String]
    /// The values that are wrong.
    var fields: [FieldError]
    /// The exit status.
    var status: Int32

    /// Nil for requests for help and for the version.
    /// - Parameter complaint: nil for an error of the argument parser.
    init?(_ error: any Error, _ complaint: Complaint?) {
        if let complaint {
            (message, advice, fields, status) = (complaint.message, complaint.advice, complaint.fields, complaint.status)
        } else {
            status = Noteit.exitCode(for: error).rawValue
            guard status != 0 else { return nil }
            (message, advice, fields) = (Noteit.message(for: error), [], [])
        }
        code = Self.code(of: status)
    }

    var json: String { (try? JSONCoding.string(self)) ?? "{}" }

    /// Whether the command line asks for JSON.
    static func isAsked(by arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("--json=") }
    }

    private static func code(of status: Int32) -> String {
        switch status {
        case ExitStatus.cancelled: "cancelled"
        case ExitStatus.notSignedIn: "notSignedIn"
        case ExitStatus.usage: "usage"
        case ExitStatus.unreachable: "unreachable"
        default: "failed"
        }
    }
}
