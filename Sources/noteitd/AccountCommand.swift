import ArgumentParser
import NoteItCore
import NoteItServer
import NoteItStore

extension Account.Role: ExpressibleByArgument {}

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Make accounts.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account.",
            discussion: "The password is asked for on a terminal; otherwise it is the first line of standard input.")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email to sign in with.") var email: String
        @Option(help: "The name that others see.") var name: String
        @Option(help: "What the person may do.") var role: Account.Role

        func run() async throws {
            let account = try await database.withStore { store in
                let new = try NewAccount(email: email, password: try Password.ask(), displayName: name).validated()
                return try await store.register(new, role: role, password: try Argon2id.hash(new.password))
            }
            announce("Made the account \(account.email), \(account.role.rawValue), with the id \(account.id)")
        }
    }
}
