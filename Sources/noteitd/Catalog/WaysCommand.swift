import ArgumentParser
import NoteItCore
import Registrar

extension CatalogCommand {
    struct Ways: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ways", abstract: "Set or list the minutes between campuses and buildings.",
            discussion: """
                Every search for timetables leaves this time between two classes of a day. FILE is CSV with the columns \
                from,to,minutes. A name is the beginning of a meeting's place: a campus, or campus and building. A way holds in \
                both directions; for two places the way with the longest names counts. The file replaces all stored ways. \
                Without it, the stored ones are listed. A search that names its own ways wins.

                Examples:
                  noteitd catalog ways ways.csv              rows such as Burnaby,Surrey,75
                  noteitd catalog ways
                """)

        @Argument(help: "A CSV file with the columns from,to,minutes; plain or gzip.", completion: .file()) var file: String?
        @Flag(help: "Remove all stored ways.") var none = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            if none && file != nil { throw ValidationError("Give --none without a file.") }
        }

        func run() async throws {
            let given = try file.map { try TravelTimeFile(path: $0).travelTimes() }
            try await database.withStore { store in
                if let given { try await store.setTravelTimes(given) }
                if none { try await store.setTravelTimes([]) }
                let times = try await store.travelTimes()
                if times.isEmpty { announce("there are no ways") }
                for time in times { announce("\(time.from) to \(time.to)  \(time.minutes) minutes") }
                if given != nil { warn(about: times, try await store.places()) }
            }
        }

        /// Names that no place has are most likely misspelt.
        private func warn(about times: [TravelTime], _ places: [String]) {
            for name in Set(times.flatMap { [$0.from, $0.to] }).sorted()
            where !places.contains(where: { $0 == name || $0.hasPrefix(name + " ") }) {
                let near = places.first { $0.lowercased().hasPrefix(name.lowercased()) }.map { $0.prefix(name.count) }
                let advice = near.map { ", did you mean '\($0)'?" } ?? " (yet)"
                announce("warning: no class is at a place that begins with '\(name)'\(advice)")
            }
        }
    }
}
