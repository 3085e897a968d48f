import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check your set-up and say how to repair it.",
        discussion: """
            Checks the folders and their modes, the server, the clock, the sign-in, the local copy, the outbox, calendars \
            and the terminal. Exits with status 1 if something is wrong. Changes nothing.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let console = session.console
        let findings = await DoctorChecks(session: session, console: console).findings()
        switch console.form {
        case .json:
            let data = try JSONCoding.encoder().encode(findings)
            console.raw(String(decoding: data, as: UTF8.self).terminalSafeJSON + "\n")
        case .plain:
            for finding in findings {
                console.row([finding.state.rawValue, finding.what, finding.found, finding.advice ?? ""])
            }
        case .pretty: show(findings, console)
        }
        if findings.contains(where: { $0.state == .bad }) { throw ExitCode(ExitStatus.failed) }
    }

    private func show(_ findings: [Finding], _ console: Console) {
        let widest = findings.map { $0.what.displayWidth }.max() ?? 0
        for finding in findings {
            let sign: Styled =
                switch finding.state {
                case .good: Styled(console.unicode ? "✓" : "ok", .good)
                case .warning: Styled("!", .warning)
                case .bad: Styled(console.unicode ? "✗" : "x", .bad)
                }
            let signWidth = console.unicode ? 1 : 2
            console.out(
                sign.padded(to: signWidth) + "  " + Styled(finding.what, .strong).padded(to: widest) + "  "
                    + Styled(finding.found))
            if let advice = finding.advice {
                console.out(Styled(String(repeating: " ", count: signWidth + widest + 4)) + Styled(advice, .faint))
            }
        }
    }
}

/// The result of one check.
struct Finding: Encodable {
    enum State: String, Encodable { case good, warning, bad }

    var state: State
    var what: String
    var found: String
    /// How to repair it; nil if nothing is wrong.
    var advice: String?

    static func good(_ what: String, _ found: String) -> Finding { Finding(state: .good, what: what, found: found) }

    static func warning(_ what: String, _ found: String, _ advice: String) -> Finding {
        Finding(state: .warning, what: what, found: found, advice: advice)
    }

    static func bad(_ what: String, _ found: String, _ advice: String?) -> Finding {
        Finding(state: .bad, what: what, found: found, advice: advice)
    }
}
