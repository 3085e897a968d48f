import Foundation
import TerminalInput

/// The person cancelled: Ctrl-C or the end of input at a prompt, `q` at a choice, an empty text in the editor.
public struct Cancelled: Error {
    /// A sentence for the person.
    public let message: String

    public init(_ message: String = "Cancelled.") { self.message = message }
}

extension Console {
    /// Asks for a line on standard error. Throws `Cancelled` at the end of input.
    public func ask(_ question: Styled) throws(Cancelled) -> String {
        prompt(question)
        guard let line = readLine() else {
            say("")
            throw Cancelled()
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Asks a yes-or-no question; an empty answer means `standard`. Throws `Cancelled` at the end of input.
    public func confirm(_ question: Styled, standard: Bool) throws(Cancelled) -> Bool {
        let answer = try ask(question + Styled(standard ? " [Y/n] " : " [y/N] ")).lowercased()
        return answer.isEmpty ? standard : ["y", "yes"].contains(answer)
    }

    /// Reads a secret from the terminal without showing it. Throws `Cancelled` on Ctrl-C, Ctrl-D.
    public func askSecret(_ question: Styled) throws(Cancelled) -> String {
        prompt(question)
        defer { say("") }
        guard let secret = RawTerminal.hiddenLine() else { throw Cancelled() }
        return secret
    }
}
