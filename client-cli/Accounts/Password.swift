import Foundation
import NoteItTerminal

/// Passwords come from the terminal without echo, or as the first line of standard input; never from the command line.
struct Password {
    /// Throws `Cancelled`, or a complaint if there is none to be had.
    static func read(_ question: Styled, console: Console) throws -> String {
        if Console.inputIsTerminal {
            guard console.canAsk else {
                throw Complaint.usage(
                    "A password is needed, and --no-input forbids asking.",
                    "Pipe it in: noteit auth login EMAIL < password-file")
            }
            return try console.askSecret(question)
        }
        guard let line = readLine(), !line.isEmpty else {
            throw Complaint.usage("A password is needed on standard input.", "As in: noteit auth login EMAIL < password-file")
        }
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
    }

    /// Reads a new password; from a terminal twice, until both are the same (at most three times).
    static func readNew(console: Console) throws -> String {
        for _ in 0..<3 {
            let first = try read("Password (10 characters or more): ", console: console)
            guard Console.inputIsTerminal else { return first }
            if try read("The same again: ", console: console) == first { return first }
            console.say("The two differ.")
        }
        throw Complaint("No password was set.", advice: ["Nothing was sent."])
    }
}
