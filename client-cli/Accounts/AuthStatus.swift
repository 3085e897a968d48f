import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth status`.
struct AuthStatus: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which account is signed in, and on which server.",
        discussion: """
            --plain writes email, name, role, server, profile, and the handle by which others mention you. Exits with status 4 \
            if nobody is signed in.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        guard let saved = try context.client.session() else { throw ClientError.notSignedIn }
        var (account, isVerified) = (saved.account, false)
        do {
            account = try await context.client.hurried().me()
            isVerified = true
        } catch ClientError.unreachable {
            context.say(Styled("The server was not reached: this is the last known account.", .warning))
        }
        let (server, profile, role) = (saved.server.absoluteString, context.profile.name, account.role.rawValue)
        let status = Status(account: account, server: server, profile: profile, verified: isVerified)
        let place = profile == Profile.standardName ? server : "\(server), profile \(profile)"
        let handle = account.handle.map { "@\($0)" } ?? ""
        let line = Styled(account.displayName, .strong) + Styled(" <\(account.email)>, \(role) on \(place)")
        try await context.report(status, plain: [[account.email, account.displayName, role, server, profile, handle]]) {
            context.out(line)
            if !handle.isEmpty { context.out(Styled("Others mention you as ") + Styled(handle, .strong)) }
        }
    }

    private struct Status: Encodable {
        var account: Account
        var server: String
        var profile: String
        var verified: Bool
    }
}
