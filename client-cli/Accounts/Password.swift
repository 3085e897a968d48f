import Foundation
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
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
    }

    /// Reads a new password. On a terminal, asks twice until both are the same, at most three times.
    static func readNew(console: Console) throws -> String {
        for _ in 0..<3 {
            let first = try read("Password (10 characters or more): ", console: console)
            guard Console.inputIsTerminal else { return first }
            if try read("The same again: ", console: console) == first { return first }
            console.say("The passwords differ.")
        }
        throw Complaint("The passwords differed three times. Nothing was sent.")
    }
}
