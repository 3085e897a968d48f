import ArgumentParser

/// `noteit auth`.
struct Auth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth",
        abstract: "Make an account, sign in and out.",
        subcommands: [
            AuthRegister.self, AuthLogin.self, AuthLogout.self, AuthStatus.self, AuthSessions.self, AuthEnd.self,
            AuthReset.self,
        ])
}
