import ArgumentParser
import Foundation
import NoteItCore
import NoteItServer
import NoteItStore

extension Account.Role: ExpressibleByArgument {}

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Make accounts, verify emails, give roles, help who forgot a password, suspend.",
        subcommands: [Create.self, Verify.self, Role.self, Reset.self, Suspend.self, Readmit.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account, with a verified email.",
            discussion: "The password is asked for on a terminal; otherwise it is the first line of standard input.")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email to sign in with.") var email: String
        @Option(help: "The name that others see.") var name: String
        @Option(help: "What the person may do.") var role: Account.Role

        func run() async throws {
            let account = try await database.withStore { store in
                let new = try NewAccount(email: email, password: try Password.ask(), displayName: name).validated()
                _ = try await store.register(new, role: role, password: try Argon2id.hash(new.password))
                return try await store.verifyEmail(new.email)
            }
            announce("Made the account \(account.email), \(account.role.rawValue), with the id \(account.id)")
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note that an email is its holder's.",
            discussion: """
                Who the catalog names as instructor by that email becomes staff of the sections: noteitd catalog instructors. It \
                holds until they change their email.
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.verifyEmail(email) }
            announce("The email \(account.email) is verified as \(account.displayName)'s")
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a person is everywhere.",
            discussion: """
                An admin says who is staff of any course; instructor is shown beside a name and allows nothing by itself. What \
                somebody may do in one course is said by: noteitd staff grant
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String
        @Argument(help: "student, instructor or admin.") var role: Account.Role

        func run() async throws {
            let account = try await database.withStore { try await $0.setRole(role, of: email) }
            announce("\(account.email) is \(account.role.rawValue) now")
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a one-time code for a person who forgot the password.",
            discussion: """
                Give it to the person, and to nobody else, once you are sure who asks. It is good once, for a day; an older code is \
                good no more. They set a new password with: noteit auth reset EMAIL
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let code = ResetCode.make()
            let account = try await database.withStore {
                try await $0.allowReset(of: email, codeHash: ResetCode.hash(code), until: Date() + 86_400)
            }
            print(code)
            let command = "noteit auth reset \(account.email.quotedForShell)"
            announce("Good once, for a day. \(account.displayName) sets a new password with: \(command)")
        }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign somebody out everywhere, and let them sign in no more.",
            discussion: "What they wrote stays. It is taken back by: noteitd account readmit EMAIL")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.suspend(email, true) }
            announce(
                """
                \(account.email) is signed out and may not sign in. Take it back with: \
                noteitd account readmit \(account.email.quotedForShell)
                """)
        }
    }

    struct Readmit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let somebody sign in again who was suspended.")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.suspend(email, false) }
            announce("\(account.email) may sign in again")
        }
    }
}
