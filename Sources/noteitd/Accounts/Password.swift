import Foundation

/// Reads a new password: twice and without echo on a terminal, else from the first line of standard input.
enum Password {
    static func ask() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        for _ in 0..<3 {
            let password = try prompt("Password: ")
            if try prompt("Same again: ") == password { return password }
            FileHandle.standardError.write(Data("Passwords don't match. Try again.\n".utf8))
        }
        throw Failure("The passwords did not match three times. Nothing was stored.")
    }

    private static func prompt(_ text: String) throws -> String {
        FileHandle.standardError.write(Data(text.utf8))
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return try line()
    }

    private static func line() throws -> String {
        guard let line = readLine(), !line.isEmpty else { throw Failure("No password was given; nothing was stored.") }
        return line
    }
}
