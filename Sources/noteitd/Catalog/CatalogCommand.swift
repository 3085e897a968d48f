import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Registrar

struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Terms, courses and sections.",
        subcommands: [Import.self, Holidays.self, Instructors.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring a term in line with a registrar's file.",
            discussion: """
                FILE is a term's meetings as CSV, a registrar's workbook as XML Spreadsheet 2003, or course details as CSV; plain \
                or gzip, told apart by content. Importing again updates what changed. What a term's file lacks is marked as \
                withdrawn, and enrollments are kept. A file with a bad row is not imported at all.
                """)

        @Argument(help: "The registrar's file.", completion: .file()) var file: String
        @Option(
            help: ArgumentHelp(
                "Which sections go together: subject,number,primary_crn,component,crn. Without it the section codes tell.",
                valueName: "file"),
            completion: .file())
        var links: String?
        @Option(
            help: ArgumentHelp(
                "The term to take from a file of several; for course details, the term to update.", valueName: "id"))
        var term: String?
        @Option(help: ArgumentHelp("What people call the term, such as \"Fall 2025\".", valueName: "name")) var termName:
            String?
        @Option(help: ArgumentHelp("IANA time zone of the term, such as America/Vancouver.", valueName: "zone")) var timeZone:
            String?
        @Flag(help: "Say what would change, and change nothing.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let start = ContinuousClock.now
            let content = try read()
            let report = try await withStore { try await bring(content, into: $0) }
            print(CatalogSummary(report: report, dryRun: dryRun, time: start.duration(to: .now)).text)
        }

        /// The database, which an import may begin with. A dry run without one compares with an empty one and leaves nothing.
        private func withStore(_ body: (SQLiteStore) async throws -> ImportReport) async throws -> ImportReport {
            guard dryRun, !FileManager.default.fileExists(atPath: database.path) else {
                return try await database.withStore(creating: true, body)
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "noteitd-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try SQLiteStore(path: folder.appending(path: "empty.db").path)
            let report = try await body(store)
            try store.close()
            return report
        }

        private func read() throws -> RegistrarFile.Content {
            var bar = ProgressBar("Reading \(URL(filePath: file).lastPathComponent)")
            defer { bar.clear() }
            return try RegistrarFile(path: file).content(term: term) { bar.show($0, of: $1) }
        }

        private func bring(_ content: RegistrarFile.Content, into store: SQLiteStore) async throws -> ImportReport {
            switch content {
            case .term(let catalog):
                let given = try links.map { try RegistrarFile(path: $0).links(of: catalog) }
                let options = ImportOptions(
                    termName: termName, timeZone: timeZone, linksAreDerived: given == nil, dryRun: dryRun)
                return try await store.importCatalog(catalog, links: given ?? SectionCodes.links(of: catalog), options: options)
            case .details(let details):
                guard links == nil, termName == nil, timeZone == nil else {
                    throw Failure("\(file) has course details; --links, --term-name and --time-zone go with a term's file.")
                }
                return try await store.importDetails(details, term: try await chosenTerm(in: store), dryRun: dryRun)
            case .links:
                throw Failure(
                    "\(file) says which sections go together. Give it beside the term's file: catalog import TERM --links \(file)"
                )
            }
        }

        private func chosenTerm(in store: SQLiteStore) async throws -> Term.ID {
            if let term { return term }
            guard let current = try await store.terms().first(where: \.current) else {
                throw Failure("The database has no term yet. Import a term's file before course details.")
            }
            return current.id
        }
    }
}

/// What an import did, in words for a terminal or a log. Of a new term the single courses are no news.
struct CatalogSummary {
    let report: ImportReport
    let dryRun: Bool
    let time: Duration

    var text: String {
        let lines = report.isNewTerm ? Array(report.lines.prefix(1)) : report.lines
        return (lines + [heading, row("courses", report.courses), row("sections", report.sections)] + notes)
            .joined(separator: "\n")
    }

    private var heading: String {
        "\("term \(report.term)".padded(to: 16))\("added".padded(to: -9))\("changed".padded(to: -9))"
            + "\("withdrawn".padded(to: -11))\("unchanged".padded(to: -11))"
    }

    private func row(_ name: String, _ tally: ImportReport.Tally) -> String {
        name.padded(to: 16) + "\(tally.added)".padded(to: -9) + "\(tally.changed)".padded(to: -9)
            + "\(tally.withdrawn)".padded(to: -11) + "\(tally.unchanged)".padded(to: -11)
    }

    private var notes: [String] {
        let withdrawn = report.withdrawnWithPeople
        let people =
            withdrawn.isEmpty
            ? [] : ["Withdrawn, with people enrolled (they keep their places): \(withdrawn.joined(separator: ", "))"]
        let seconds = time.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 2)))
        return people + [dryRun ? "Nothing was written: this was a dry run (\(seconds))." : "Done in \(seconds)."]
    }
}

extension String {
    /// Filled with spaces behind to `width`, or in front where it is negative.
    fileprivate func padded(to width: Int) -> String {
        let fill = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? fill + self : self + fill
    }
}
