import Foundation

/// The person's editor or pager, which runs on this terminal.
public struct ExternalProgram: Sendable {
    /// A shell command: `$EDITOR` may have options.
    public let command: String

    /// `$NOTEIT_PAGER`, else `$PAGER`, else `less -FRX`.
    public static func pager(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ExternalProgram {
        let chosen = [environment["NOTEIT_PAGER"], environment["PAGER"]].compactMap { $0 }.first { !$0.isEmpty }
        return ExternalProgram(command: chosen ?? (find("less") ? "less -FRX" : "cat"))
    }

    static func find(_ name: String) -> Bool { path(of: name) != nil }

    /// The file of a program on `PATH`; nil if there is none.
    static func path(of name: String, _ environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Opens `file` and waits until the program ends.
    /// - Returns: its exit status; 127 if the shell cannot find it.
    public func open(_ file: URL) -> CInt {
        run(shell: command + " \"$1\"", arguments: [file.path])
    }

    /// Shows `text` and waits until the program ends. If `LESS` is not set, `less` shows colours, and ends at once if all fits
    /// the screen, as under git.
    public func show(_ text: String) -> CInt {
        let file = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return 1 }
        defer { unlink(file.path) }
        return run(shell: ": \"${LESS=FRX}\"; export LESS; " + command + " < \"$1\"", arguments: [file.path])
    }

    // Foundation's Process would start the child in its own process group, which may not read the terminal.
    private func run(shell script: String, arguments: [String]) -> CInt {
        // While the program runs, it handles Ctrl-C itself.
        let handler = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, handler) }
        var attributes = posix_spawnattr_t()
        var defaults = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&defaults)
        for number in [SIGINT, SIGPIPE, SIGQUIT] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["sh", "-c", script, "noteit"] + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child = pid_t()
        guard posix_spawn(&child, "/bin/sh", nil, &attributes, &pointers, environ) == 0 else { return 127 }
        return wait(for: child)
    }

    private func wait(for child: pid_t) -> CInt {
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        let signalled = status & 0x7F
        return signalled == 0 ? (status >> 8) & 0xFF : 128 + signalled
    }
}
