import ArgumentParser
import NoteItCore
import NoteItStore
import Registrar

/// `noteitd grades`.
struct GradesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grades", abstract: "Ratings and grade averages, for ranking timetables.", subcommands: [Import.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read a table of ratings and grades.",
            discussion: """
                Two forms, told apart by the header: averages by course and instructor \
                (subject,number,instructor,...,gpa), or scores by section (crn,rating_x100,gpa_x100). Rows replace those \
                of the same course and instructor, or of the same section.
                """)
        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The file, plain or gzip.") var file: String
        @Option(help: "The term whose sections are meant; without it the current one.") var term: String?

        func run() async throws {
            let table = try GradeFile(path: file).table()
            try await database.withStore { store in
                let current = try await store.terms().first(where: \.current)?.id
                guard let term = term ?? current else {
                    throw Failure("The database has no term yet. Import a catalog first: noteitd catalog import FILE")
                }
                let taken = try await store.importGrades(table, term: term)
                switch table {
                case .courses: announce("\(taken) grade averages of courses and instructors")
                case .sections(let rows):
                    announce("scores of \(taken) sections of \(term); \(rows.count - taken) are not in it")
                }
            }
        }
    }
}
