import NoteItTerminal

/// How to sign in, with the profile and the server that the command line names.
struct SignInAdvice {
    /// Whether somebody has signed in on this machine before.
    private let isKnown: Bool
    private let profile, server: String?

    /// - Parameter arguments: without the name of the program.
    init(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst()), isKnown: Bool = ServerChoice.isKeptForAnyone
    ) {
        self.isKnown = isKnown
        profile = Self.value(of: "--profile", in: arguments)
        server = Self.value(of: "--server", in: arguments)
    }

    var lines: [String] {
        (isKnown ? [] : ["New here? Make an account with: \(command("register"))"])
            + ["Sign in with: \(command("login"))"]
    }

    /// `noteit auth login --profile ben`
    func command(_ name: String) -> ShellCommand {
        ShellCommand("noteit", "auth", name).with("--profile", profile).with("--server", server)
    }

    /// The last value of an option, written after a space or after `=`.
    private static func value(of option: String, in arguments: [String]) -> String? {
        let words = arguments.prefix { $0 != "--" }
        var value: String?
        for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) {
            if word == option, let next { value = next }
            if word.hasPrefix(option + "=") { value = String(word.dropFirst(option.count + 1)) }
        }
        return value
    }
}
