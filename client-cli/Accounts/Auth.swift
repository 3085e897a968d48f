import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit auth`.
struct Auth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth", abstract: "Make an account, sign in and sign out.",
        subcommands: [
            AuthRegister.self, AuthLogin.self, AuthLogout.self, AuthStatus.self, AuthSessions.self, AuthEnd.self,
            AuthFactor.self, AuthReset.self,
        ])
}

/// `noteit auth logout`.
struct AuthLogout: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign out on this machine.",
        discussion: """
            Ends the session on the server and deletes its tokens and the local copy. If the server is not reached, signs \
            out here only. The outbox stays, and is sent when you sign in again.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        guard try context.client.session() != nil else { throw ClientError.notSignedIn }
        do {
            try await context.client.signOut()
            try await context.copy.purge()
            context.say("Signed out.")
        } catch ClientError.unreachable {
            try await context.copy.purge()
            context.say(
                "Signed out on this machine only. The server was not reached: its session stays open until it expires.")
        }
    }
}
