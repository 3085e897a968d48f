import Foundation
import TerminalInput

/// Reads a new password: twice and without echo on a terminal, else from the first line of standard input.
enum NewPassword {
    static func ask() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try required(readLine()) }
        for _ in 0..<3 {
            let password = try prompt("Password: ")
            if try prompt("Same again: ") == password { return password }
            FileHandle.standardError.write(Data("Passwords don't match. Try again.\n".utf8))
        }
        throw Failure("The passwords did not match three times. Nothing was stored.")
    }

    private static func prompt(_ text: String) throws -> String {
        FileHandle.standardError.write(Data(text.utf8))
        defer { FileHandle.standardError.write(Data("\n".utf8)) }
        return try required(RawTerminal.hiddenLine())
    }

    private static func required(_ line: String?) throws -> String {
        guard let line, !line.isEmpty else { throw Failure("No password was given; nothing was stored.") }
        return line
    }
}
