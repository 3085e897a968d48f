import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore

extension AccountCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the accounts, by email.",
            discussion: """
                One line for each: email, handle, role, state, the day it was made, the day it was last used, name. The state \
                is verified, unverified or suspended. --json prints an object on each line.

                Examples:
                  noteitd account list
                  noteitd account list --role admin
                  noteitd account list --unverified --find example.org
                """)

        @Option(help: "Only people with this role: \(Account.Role.choices).") var role: Account.Role?
        @Flag(help: "Only people whose email is not verified.") var unverified = false
        @Option(help: ArgumentHelp("Only people with this in the email, handle or name.", valueName: "text")) var find: String?
        @Flag(help: "Print JSON, one object on each line.") var json = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try await database.withStore { store in
                var last: String?
                while true {
                    let page = try await store.accounts(after: last, limit: 500)
                    for listed in page where isWanted(listed) {
                        announce(json ? try JSONCoding.string(listed) : listed.line)
                    }
                    guard let end = page.last else { return }
                    last = end.account.email
                }
            }
        }

        private func isWanted(_ listed: ListedAccount) -> Bool {
            let account = listed.account
            let texts = [account.email, account.handle ?? "", account.displayName]
            return (role == nil || account.role == role) && !(unverified && listed.verified)
                && (find.map { text in texts.contains { $0.localizedCaseInsensitiveContains(text) } } ?? true)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete an account for good.",
            discussion: """
                As if its person had left: private texts and the name go, posts for others stay under "Former member", and all \
                devices are signed out. To keep somebody out without deleting anything: noteitd account suspend EMAIL
                """)

        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The email of the account.") var email: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

        func run() async throws {
            try await database.withStore { store in
                guard let account = try await store.credentials(email: email)?.account else {
                    throw DomainError.notFound("account \(email)")
                }
                if !yes { try confirm("\(account.displayName) <\(account.email)>") }
                _ = try await store.delete(email)
                announce("Deleted the account \(account.email)")
            }
        }

        private func confirm(_ whom: String) throws {
            guard isatty(STDIN_FILENO) == 1 else { throw Failure("This cannot be undone. To delete \(whom), add --yes.") }
            FileHandle.standardError.write(Data("Delete \(whom) for good? [y/N] ".visible.utf8))
            guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
                throw Failure("Nothing was deleted.")
            }
        }
    }
}

extension ListedAccount {
    fileprivate var line: String {
        let state = suspended ? "suspended" : verified ? "verified" : "unverified"
        let days = [createdAt, lastSeen].map { $0.map { String(RFC3339.string($0).prefix(10)) } ?? "-" }
        let columns = [account.email, account.handle.map { "@\($0)" } ?? "-", account.role.rawValue, state] + days
        return (columns + [account.displayName]).map(\.visible).joined(separator: "\t")
    }
}
