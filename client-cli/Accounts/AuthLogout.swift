import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit auth logout`.
struct AuthLogout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign out on this machine.",
        discussion: """
            Ends the session on the server, forgets its tokens and the local copy; without the server, here alone. What waits in \
            the outbox stays, and is sent when you sign in again.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        guard try work.client.session() != nil else { throw ClientError.notSignedIn }
        do {
            try await work.client.signOut()
            try await work.copy.purge()
            work.console.say("Signed out.")
        } catch ClientError.unreachable {
            try await work.copy.purge()
            work.console.say(
                "Signed out on this machine. The server was not reached: it may keep the session open until it expires.")
        }
    }
}
