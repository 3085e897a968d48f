import Foundation
import NoteItCore
import NoteItTerminal

/// Reads passwords from the terminal without echo, or from the next line of standard input; never from the command line.
struct Password {
    /// Throws `Cancelled`, or a usage complaint if there is no password to read.
    static func read(_ question: Styled, console: Console) throws -> String {
        if Console.inputIsTerminal {
            guard console.canAsk else {
                throw Complaint.usage(
                    "Needed: a password, and --no-input forbids to ask.",
                    "Pipe it in: noteit auth login EMAIL < password-file")
            }
            return try console.askSecret(question)
        }
        guard let line = readLine(), !line.isEmpty else {
            throw Complaint.usage("Needed: a password on standard input.", "As in: noteit auth login EMAIL < password-file")
        }
        return line.trimmingSuffix("\r")
    }

    /// Reads a new password. On a terminal, checks it before it asks for it a second time, and asks until both are good.
    /// - Parameter email: of the account; a password must not be the same.
    static func readNew(for email: String, console: Console) throws -> String {
        let question: Styled = "Password (\(TextLimit.password.lowerBound) characters or more): "
        while true {
            let first = try read(question, console: console)
            guard Console.inputIsTerminal else { return first }
            if let fault = PasswordRule.fault(first, email: email) {
                console.say(Styled("The password \(fault).", .bad))
            } else if try read("The same again: ", console: console) == first {
                return first
            } else {
                console.say(Styled("Passwords don't match. Try again.", .bad))
            }
        }
    }
}

extension CommandContext {
    /// The password of the account, before a change that needs it. Throws as `requireEncryption` and `Password.read`.
    func currentPassword() throws -> String {
        try requireEncryption()
        return try Password.read("Your password: ", console: console)
    }
}
