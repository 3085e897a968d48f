import ArgumentParser
import NoteItCore
import Registrar

extension CatalogCommand {
    struct Instructors: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "instructors", abstract: "Import the emails of instructors, to make them staff of their sections.",
            discussion: """
                FILE is CSV, plain or gzip, with the columns instructor,email for all sections of an instructor, or crn,email for \
                one section. A person with such an email becomes staff of the sections as soon as the email is registered and \
                verified. A later file replaces this one: a person who is no longer named, in the file or in the catalog, \
                leaves the staff, unless they were granted by hand.

                Examples:
                  noteitd catalog instructors teaching.csv --dry-run
                  noteitd account verify ada@example.edu
                """)

        @Argument(help: "The CSV file.", completion: .file()) var file: String
        @OptionGroup var term: TermOption
        @Flag(help: "Print the changes without making them.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let list = try InstructorFile(path: file).instructors()
            try await database.withStore { store in
                let term = try await term.id(in: store)
                let report = try await store.importInstructors(list, term: term, dryRun: dryRun)
                for line in report.lines { announce(line) }
                for name in report.unknown { announce("? \(name) is not in term \(term)") }
                for email in report.unverified { announce("? \(email) has no account, or is not verified yet") }
                announce("\(list.count) rows name instructors of \(report.sections) sections of term \(term)")
                if dryRun { announce("Nothing was written: this was a dry run.") }
            }
        }
    }
}
