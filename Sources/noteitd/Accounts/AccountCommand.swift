import ArgumentParser
import Foundation
import NoteItCore
import NoteItServer
import NoteItStore

extension Account.Role: ExpressibleByArgument {}

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Create, list and delete accounts; roles, passwords, suspensions.",
        subcommands: [
            Create.self, Import.self, List.self, Verify.self, Role.self, Reset.self, Suspend.self, Readmit.self,
            RemoveFactor.self, Delete.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Create an account with a verified email.",
            discussion:
                "On a terminal it asks for the password. Otherwise it reads the password from the first line of standard input."
        )

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String
        @Option(help: "The name that others see.") var name: String
        @Option(help: "The role: \(Account.Role.choices).") var role: Account.Role

        func run() async throws {
            try await database.withStore { store in
                let new = try NewAccount(email: email, password: try NewPassword.ask(), displayName: name).validated()
                _ = try await store.register(new, role: role, password: try Argon2id.hash(new.password))
                let account = try await store.verifyEmail(new.email)
                announce("Created the account \(account.email), \(account.role.rawValue), with the id \(account.id)")
                if role == .instructor { try await store.sayNextStep(of: account) }
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Mark an email as verified.",
            discussion: """
                Instructors become staff of their sections once their email is verified: see noteitd catalog instructors. \
                The mark is lost when they change their email.
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.verifyEmail(email) }
            announce("The email \(account.email) of \(account.displayName) is verified")
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Set a person's role.",
            discussion: """
                An admin can change the staff of every course. The role instructor is shown on degree plans. \
                To make a person staff of one course: noteitd staff grant
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String
        @Argument(help: "The role: \(Account.Role.choices).") var role: Account.Role

        func run() async throws {
            try await database.withStore { store in
                let account = try await store.setRole(role, of: email)
                announce("The role of \(account.email) is \(account.role.rawValue) now")
                if role != .student { try await store.warnIfUnverified(account.email, of: account.id, account.handle) }
                if role == .instructor { try await store.sayNextStep(of: account) }
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Create a one-time code for a person who forgot their password.",
            discussion: """
                Check who asks, then give the code only to that person. It works once, for one day, and replaces an older code. \
                The person sets a new password with: noteit auth reset EMAIL. That signs out all devices, and ends app \
                passwords, calendar feeds, tokens, webhooks and the topic of ntfy. A second factor stays.
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
            announce("It works once, for one day. \(account.displayName) sets a new password with: \(command)")
            announce(
                "That signs out all their devices, and ends their app passwords, calendar feeds, tokens, webhooks and ntfy topic."
            )
        }
    }

    struct RemoveFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-factor", abstract: "Remove the second factors of a person who lost them.",
            discussion: """
                Check who asks: after this, the password alone signs in. It also removes the recovery codes and signs all devices \
                out, and is in the audit log. Where the server demands a second factor, the next sign-in adds a new one.
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.removeFactors(ofEmail: email) }
            announce("\(account.email) has no second factor now, and is signed out on all devices")
        }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "suspend", abstract: "Sign a person out everywhere, and block sign-ins.",
            discussion: "Their events and replies stay. To lift the suspension: noteitd account readmit EMAIL")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.suspend(email, true) }
            announce(
                """
                \(account.email) is signed out and cannot sign in. To lift the suspension: \
                noteitd account readmit \(account.email.quotedForShell)
                """)
        }
    }

    struct Readmit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "readmit", abstract: "Lift the suspension of an account.")

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String

        func run() async throws {
            let account = try await database.withStore { try await $0.suspend(email, false) }
            announce("\(account.email) can sign in again")
        }
    }
}
