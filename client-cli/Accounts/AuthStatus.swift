import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth status`.
struct AuthStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show who is signed in, where.",
        discussion: "Ends with 4 if nobody is, so that scripts can ask.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        guard let saved = try work.client.session() else { throw ClientError.notSignedIn }
        var (account, isVerified) = (saved.account, false)
        do {
            account = try await work.client.me()
            isVerified = true
        } catch ClientError.unreachable {
            work.console.say(Styled("The server was not reached: this is what is known here.", .warning))
        }
        try show(account, server: saved.server.absoluteString, isVerified: isVerified, work)
    }

    private func show(_ account: Account, server: String, isVerified: Bool, _ work: Workplace) throws {
        switch work.console.form {
        case .json:
            try work.writeJSON(Status(account: account, server: server, profile: work.profile.name, verified: isVerified))
        case .plain:
            work.console.row([account.email, account.displayName, account.role.rawValue, server, work.profile.name])
        case .pretty:
            work.console.out(
                Styled(account.displayName, .strong) + Styled(" <\(account.email)>, \(account.role.rawValue)")
                    + Styled(
                        " on \(server)" + (work.profile.name == Profile.standardName ? "" : ", profile \(work.profile.name)")))
        }
    }

    private struct Status: Encodable {
        var account: Account
        var server: String
        var profile: String
        var verified: Bool
    }
}
