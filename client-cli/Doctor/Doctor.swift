import ArgumentParser
import Foundation
import NoteItTerminal

/// `noteit doctor`.
struct Doctor: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = ["advice", "found", "mended", "state", "what"]
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check your set-up, and mend what can be mended.",
        discussion: """
            Checks the folders and their modes, the server, the clock, the sign-in, the local copy, the outbox, calendars, \
            the terminal and the editor. On a terminal, it then asks what to mend; with --fix it mends without asking; \
            else it changes nothing. Exits with status 1 if something is still wrong.

            Examples:
              noteit doctor
              noteit doctor --fix
            """)

    @Flag(name: [.customLong("fix"), .customLong("yes"), .customShort("y")], help: "Mend without asking.") var fix = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let console = session.console
        var findings = await DoctorChecks(session: session, console: console).findings()
        if !fix, console.form == .pretty { show(findings, console) }
        if fix || (console.canAsk && console.form == .pretty) { try await mend(&findings, console) }
        if fix, console.form == .pretty { show(findings, console) }
        switch console.form {
        case .json:
            try console.writeJSON(findings, fields: session.fields)
        case .plain:
            for finding in findings {
                console.row(
                    [finding.state.rawValue, finding.what, finding.found, finding.advice ?? ""]
                        + (fix ? [finding.mended ?? ""] : []))
            }
        case .pretty: break
        }
        if findings.contains(where: { $0.state == .bad }) { throw ExitCode(ExitStatus.failed) }
    }

    /// Repairs what can be repaired. On a terminal asks first, unless `--fix` is given. What fails stays as it was found.
    private func mend(_ findings: inout [Finding], _ console: Console) async throws {
        for index in findings.indices {
            guard let repair = findings[index].repair else { continue }
            if !fix {
                guard try console.confirm(Styled(repair.offer + "?"), standard: true) else { continue }
            }
            do {
                let done = try await repair.run()
                findings[index].mended = done
                findings[index].state = .good
                console.say(Styled("Mended: ", .good) + Styled("\(findings[index].what): \(done)"))
            } catch {
                let complaint = Complaint(error)
                console.say(Styled("Not mended: ", .bad) + Styled("\(findings[index].what): \(complaint.message)"))
            }
        }
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
            let lead = sign.padded(to: signWidth) + "  " + Styled(finding.what, .strong).padded(to: widest) + "  "
            let found = finding.mended.map { Styled("mended: ", .good) + Styled($0) } ?? Styled(finding.found)
            console.out(found.wrapped(after: lead, width: console.width, breaksWords: false))
            if finding.mended == nil, let advice = finding.advice {
                let margin = Styled(String(repeating: " ", count: lead.width))
                console.out(Styled(advice, .faint).wrapped(after: margin, width: console.width, breaksWords: false))
            }
        }
    }
}
