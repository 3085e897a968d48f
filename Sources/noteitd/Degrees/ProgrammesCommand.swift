import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Registrar

struct ProgrammesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "programmes", abstract: "Import and list the programmes of degrees.",
        subcommands: [Import.self, List.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import programmes and their requirements.",
            discussion: """
                FILE is JSON, plain or gzip: one programme as /openapi.yaml describes it, a list of them, or RPI's list of majors, \
                of which each track becomes a programme too. A programme replaces the stored programme of the same id; others \
                stay. Every oddity of a file is named, with its line. If a programme is invalid, nothing is imported.

                Examples:
                  noteitd programmes import degrees_2024.json --dry-run
                  noteitd programmes import computing.json mathematics.json
                """)

        @Argument(help: "The JSON files.", completion: .file()) var files: [String]
        @Flag(help: "Print the changes without making them.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let start = ContinuousClock.now
            let content = try read()
            let (report, codes) = try await database.withStore(forImport: dryRun) { store in
                let report = try await store.importProgrammes(content.programmes, dryRun: dryRun)
                return (report, Set(try await store.listings().map(\.entry.code)))
            }
            for line in report.shownLines { announce(line) }
            for oddity in content.oddities { announce("? \(oddity)") }
            announce(report.counts("programmes"))
            if content.tracks > 0 { announce("\(content.tracks) of them are tracks of others.") }
            if !codes.isEmpty, let line = content.unknownCodes(codes).line("Codes in programmes that no course has") {
                announce(line)
            }
            announce(ImportTime(dryRun: dryRun, time: start.duration(to: .now)).line)
        }

        /// The programmes of all files. Throws a `Failure` if an id is in two.
        private func read() throws -> ProgrammeFile.Content {
            var (all, places) = (ProgrammeFile.Content(), [Programme.ID: String]())
            for file in files {
                let content = try ProgrammeFile(path: file).content()
                for programme in content.programmes {
                    if let other = places.updateValue(file, forKey: programme.id) {
                        throw Failure(
                            "The programme \(programme.id) is in \(other) and in \(file). Nothing was imported. Remove one.")
                    }
                }
                all.programmes += content.programmes
                all.tracks += content.tracks
                all.oddities += content.oddities
            }
            return all
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the programmes: id, year, credits, requirements, name.")

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let programmes = try await database.withStore { try await $0.programmes() }
            guard !programmes.isEmpty else {
                return announce("There are no programmes yet. Import some: noteitd programmes import FILE")
            }
            let width = programmes.map(\.id.text.count).max() ?? 0
            for programme in programmes {
                let year = programme.catalogYear.map(String.init) ?? "-"
                let credits = programme.credits.map(\.description) ?? "-"
                announce(
                    "\(programme.id.text.padded(to: width))  \(year.padded(to: 4))  \(credits.padded(to: -5))  "
                        + "\("\(programme.requirements.count)".padded(to: -3))  \(programme.name)")
            }
        }
    }
}

extension ProgrammeFile.Content {
    /// The courses that requirements name and `known` lacks, sorted.
    fileprivate func unknownCodes(_ known: Set<CourseCode>) -> [CourseCode] {
        var codes: Set<CourseCode> = []
        for pattern in programmes.flatMap({ $0.requirements.flatMap(\.from) }) {
            if case .course(let code) = pattern.base, !known.contains(code) { codes.insert(code) }
        }
        return codes.sorted()
    }
}
