import ArgumentParser
import NoteItCore
import Registrar

extension CatalogCommand {
    struct Holidays: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "holidays", abstract: "Set or list the days of a term without classes.",
            discussion: """
                Given days replace all stored days of the term. Without days, it lists the stored ones. Calendar files of \
                timetables have no classes on these days. Registrars' files do not list them.

                Examples:
                  noteitd catalog holidays --day 2025-10-13 --day 2025-11-11
                  noteitd catalog holidays holidays.csv      rows of day,name
                """)

        @Argument(help: "A CSV file with the columns day,name; plain or gzip.", completion: .file()) var file: String?
        @Option(help: ArgumentHelp("A day such as 2025-10-13; may be repeated.", valueName: "day")) var day: [String] = []
        @Flag(help: "Remove all stored days.") var none = false
        @OptionGroup var term: TermOption
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            if none && (file != nil || !day.isEmpty) { throw ValidationError("Give --none without a file and without --day.") }
        }

        func run() async throws {
            let given = try given()
            try await database.withStore { store in
                let id = try await term.id(in: store)
                if none || !given.isEmpty { try await store.setHolidays(given, of: id) }
                let holidays = try await store.term(id).holidays
                if holidays.isEmpty { announce("term \(id) has no holidays") }
                for holiday in holidays {
                    announce(holiday.name.isEmpty ? "\(holiday.day)" : "\(holiday.day)  \(holiday.name)")
                }
            }
        }

        private func given() throws -> [Holiday] {
            let named = try day.map { text in
                guard let day = Day(text) else { throw ValidationError("'\(text)' is not a day. Write it as 2025-10-13.") }
                return Holiday(day: day, name: "")
            }
            return try (file.map { try HolidayFile(path: $0).holidays() } ?? []) + named
        }
    }
}
