import ArgumentParser
import NoteItClient
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

extension Complaint {
    /// Writes `error` to standard error; requested help to standard output.
    /// - Returns: the exit code.
    static func report(_ error: any Error, arguments: [String]) -> Int32 {
        // The command has reported everything.
        if let code = error as? ExitCode { return code.rawValue }
        let console = Console()
        if ErrorReport.isAsked(by: arguments), let report = ErrorReport(error, complaint(of: error, arguments: arguments)) {
            console.say(unbroken: Styled(report.json.terminalSafeJSON))
            return report.status
        }
        if let complaint = complaint(of: error, arguments: arguments) {
            let lead = complaint.status == ExitStatus.cancelled ? "" : Styled("Error: ", .bad)
            console.say(lead + Styled(complaint.message))
            for advice in complaint.advice { console.say(Styled("  " + advice)) }
            return complaint.status
        }
        let status = Noteit.exitCode(for: error).rawValue
        let message = Noteit.fullMessage(for: error)
        if status == 0 {
            console.raw((RootHelp.isRequested(by: arguments) ? RootHelp().text : message) + "\n")
        } else {
            for line in message.split(separator: "\n", omittingEmptySubsequences: false) { console.say(Styled(String(line))) }
            if message.contains("Missing value"), let option = negative(in: arguments) {
                console.say("  A value that begins with - goes after =, as in \(option)")
            }
        }
        return status
    }

    /// `--minutes=-5` for `--minutes -5`.
    private static func negative(in arguments: [String]) -> String? {
        zip(arguments, arguments.dropFirst()).first { option, value in
            option.hasPrefix("--") && value.wholeMatch(of: /-[0-9.,:]+[a-z]*/) != nil
        }.map { "\($0)=\($1)" }
    }

    /// Nil for errors that ArgumentParser reports: usage errors and requests for help.
    private static func complaint(of error: any Error, arguments: [String]) -> Complaint? {
        let isOurs = error is Complaint || error is ClientError || error is DomainError || error is Cancelled
        let status = Noteit.exitCode(for: error).rawValue
        if isOurs || status == ExitStatus.failed { return Complaint(error) }
        guard status == ExitStatus.usage, let unknown = UnknownCommand(in: arguments) else { return nil }
        return unknown.complaint
    }
}
