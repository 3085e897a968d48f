import Foundation

/// Reads a new password: twice and without echo on a terminal, else from the first line of standard input.
enum Password {
    static func ask() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        let password = try prompt("Password: ")
        guard try prompt("Once more: ") == password else { throw Failure("The two passwords differ; nothing was stored.") }
        return password
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
