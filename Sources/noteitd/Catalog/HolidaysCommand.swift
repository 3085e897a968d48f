import ArgumentParser
import NoteItCore
import Registrar

extension CatalogCommand {
    struct Holidays: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say on which days of a term there are no classes, or list them.",
            discussion: """
                Registrars' files do not have them. What is given replaces what is there; given nothing, it lists. Calendar \
                files of timetables leave these days out.

                Examples:
                  noteitd catalog holidays --day 2025-10-13 --day 2025-11-11
                  noteitd catalog holidays holidays.csv      rows of day,name
                """)

        @Argument(help: "A CSV file with the columns day,name; plain or gzip.", completion: .file()) var file: String?
        @Option(help: ArgumentHelp("A day, such as 2025-10-13; repeat it for more.", valueName: "day")) var day: [String] = []
        @Flag(help: "Take all of them away.") var none = false
        @Option(help: ArgumentHelp("The term; without it the current one.", valueName: "id")) var term: String?
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            if none && (file != nil || !day.isEmpty) { throw ValidationError("--none goes with no file and no --day.") }
        }

        func run() async throws {
            let given = try given()
            try await database.withStore { store in
                let terms = try await store.terms()
                guard let id = term ?? terms.first(where: \.current)?.id else {
                    throw Failure("The database has no term yet. Import a catalog first: noteitd catalog import FILE")
                }
                if none || !given.isEmpty {
                    try await store.setHolidays(given, of: id)
                } else if !terms.contains(where: { $0.id == id }) {
                    throw DomainError.notFound("term \(id)")
                }
                let holidays = try await store.terms().first { $0.id == id }?.holidays ?? []
                if holidays.isEmpty { announce("term \(id) has no holidays") }
                for holiday in holidays {
                    announce(holiday.name.isEmpty ? "\(holiday.day)" : "\(holiday.day)  \(holiday.name)")
                }
            }
        }

        private func given() throws -> [Holiday] {
            let named = try day.map { text in
                guard let day = Day(text) else { throw ValidationError("'\(text)' is no day; write it as 2025-10-13.") }
                return Holiday(day: day, name: "")
            }
            return try (file.map { try HolidayFile(path: $0).holidays() } ?? []) + named
        }
    }
}
