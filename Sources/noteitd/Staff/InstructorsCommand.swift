import ArgumentParser
import NoteItCore
import Registrar

extension CatalogCommand {
    struct Instructors: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say under which emails the instructors sign in whom the catalog names.",
            discussion: """
                FILE is CSV with the columns instructor,email, for all sections that name somebody, or crn,email, for a single \
                section; plain or gzip. Who has registered such an email, and has had it verified, becomes staff of the sections at \
                once. A later file replaces it: who is no longer named, there or by the catalog, loses what they got by it, and \
                keeps what was granted by hand.

                Examples:
                  noteitd catalog instructors teaching.csv --dry-run
                  noteitd account verify ada@example.edu
                """)

        @Argument(help: "The CSV file.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("The term; without it the current one.", valueName: "id")) var term: String?
        @Flag(help: "Say what would change, and change nothing.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let list = try InstructorFile(path: file).instructors()
            try await database.withStore { store in
                let current = try await store.terms().first(where: \.current)?.id
                guard let term = term ?? current else {
                    throw Failure("The database has no term yet. Import a catalog first: noteitd catalog import FILE")
                }
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
