import ArgumentParser
import NoteItCore
import NoteItStore
import Registrar

struct GradesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grades", abstract: "Import ratings and grade averages, which rank timetables.", subcommands: [Import.self]
    )

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import a table of ratings and grades.",
            discussion: """
                FILE is CSV, plain or gzip, with one of three headers: averages by course and instructor \
                (subject,number,instructor,...,gpa), scores by section (crn,rating_x100,gpa_x100), or ratings by instructor \
                (instructor,rating_x100, and subject,number where they hold for one course). A row replaces the stored row of the \
                same course and instructor, or of the same section. A section without a rating of its own has the mean of its \
                instructors'.
                """)
        @OptionGroup var database: DatabaseOptions
        @Argument(help: "The CSV file.", completion: .file()) var file: String
        @OptionGroup var term: TermOption

        func run() async throws {
            let table = try GradeFile(path: file).table()
            try await database.withStore { store in
                let term = try await term.id(in: store)
                let taken = try await store.importGrades(table, term: term)
                switch table {
                case .courses: announce("imported \(taken) grade averages of courses and instructors")
                case .instructors: announce("imported \(taken) ratings of instructors")
                case .sections(let rows):
                    announce(
                        "imported scores of \(taken) sections of term \(term); skipped \(rows.count - taken) that it does not have"
                    )
                }
            }
        }
    }
}
