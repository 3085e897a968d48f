import ArgumentParser
import Foundation
import NoteItCore
import NoteItServer
import NoteItStore
import Registrar

extension AccountCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Create accounts with verified emails from a file, and a code for each.",
            discussion: """
                FILE is CSV, plain or gzip, with the columns email,name and, if you like, role. Standard output has a line for \
                each new account: email, tab, code. Give each person their code; they set a password with: noteit auth reset \
                EMAIL. People who have an account keep it as it is. If any row is bad, nothing is created.

                Examples:
                  noteitd account import class.csv --dry-run
                  noteitd account import class.csv > codes.tsv
                """)

        @Argument(help: "The CSV file.", completion: .file()) var file: String
        @Option(help: "The number of days that the codes are good.") var days = 30
        @Flag(help: "Print what would be created, without creating it.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            guard (1...365).contains(days) else { throw ValidationError("The codes must be good for 1 to 365 days.") }
        }

        func run() async throws {
            var (people, codes) = (try AccountFile(path: file).accounts(), [String: String]())
            for index in people.indices {
                let code = ResetCode.make()
                codes[people[index].email] = code
                people[index].codeHash = ResetCode.hash(code)
            }
            // Nobody has this password. One hash for all: each takes tens of milliseconds.
            let password = try Argon2id.hash(ResetCode.make())
            let (list, end) = (people, Date() + Double(days) * 86_400)
            let report = try await database.withStore {
                try await $0.importAccounts(list, password: password, until: end, dryRun: dryRun)
            }
            for person in report.new {
                announce(dryRun ? "+ \(person.email)" : "\(person.email)\t\(codes[person.email] ?? "")")
            }
            for email in report.unverified {
                let command = "noteitd account verify \(email.quotedForShell)"
                note("? \(email) has an account that is not verified. If it is theirs: \(command)")
            }
            let made = dryRun ? "would be created" : "created"
            note("\(counted(report.new.count)) \(made); \(report.present.count) had one already")
            if !dryRun, !report.new.isEmpty {
                note("Each person sets a password within \(days) days with: noteit auth reset EMAIL")
            }
        }

        private func counted(_ count: Int) -> String { count == 1 ? "1 account" : "\(count) accounts" }
    }
}
