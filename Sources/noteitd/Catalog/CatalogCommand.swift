import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Registrar

struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Import terms, courses, sections and instructors; set holidays and ways.",
        subcommands: [Import.self, Holidays.self, Ways.self, Instructors.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Update a term from a registrar's file.",
            discussion: """
                FILE is a term's meetings as CSV, a registrar's workbook as XML Spreadsheet 2003, or course details as CSV, plain \
                or gzip. The content tells which. Another import updates only the differences. Courses and sections that are \
                missing from a term's file are marked as withdrawn; enrollments are kept. If any row is bad, nothing is imported.

                A new term has the time zone of this machine, unless --time-zone names another; an import without it keeps \
                the zone of a stored term.
                """)

        @Argument(help: "The registrar's file.", completion: .file()) var file: String
        @Option(
            help: ArgumentHelp(
                "CSV of sections to take together: subject,number,primary_crn,component,crn. Default: derived from section codes.",
                valueName: "file"),
            completion: .file())
        var links: String?
        @Option(
            help: ArgumentHelp(
                "The term to read from a file with several terms; for course details, the term to update.", valueName: "id"))
        var term: Term.ID?
        @Option(help: ArgumentHelp("The name of the term, such as \"Fall 2025\".", valueName: "name")) var termName: String?
        @Option(
            help: ArgumentHelp(
                "The IANA time zone of the term, such as America/Vancouver; default: this machine's.", valueName: "zone"))
        var timeZone: String?
        @Flag(help: "Print the changes without making them.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let start = ContinuousClock.now
            let content = try read()
            let derived: SectionCodes.Links? =
                if links == nil, case .term(let catalog) = content { SectionCodes.links(of: catalog) } else { nil }
            let (report, corrected) = try await database.withStore(forImport: dryRun) { store in
                let report = try await bring(content, derived, into: store)
                return (report, try await store.linkCorrections(in: report.term).map(\.course.code))
            }
            let time = start.duration(to: .now)
            print(CatalogSummary(report: report, derived: derived, corrected: corrected, dryRun: dryRun, time: time).text)
            if report.isNewTerm, timeZone == nil { announce(assumption(of: report.term)) }
        }

        /// Says which time zone a new term has, as nobody named one.
        private func assumption(of term: Term.ID) -> String {
            let links = links.map { " --links \($0.quotedForShell)" } ?? ""
            let store = database.file.map { " --database \($0.quotedForShell)" } ?? ""
            let change = "noteitd catalog import \(file.quotedForShell)\(links) --time-zone America/Vancouver\(store)"
            return """
                Time zone: term \(term) is taken to be in \(TimeZone.current.identifier), the zone of this machine.
                If the campus is elsewhere, import again with its zone: \(change)
                """
        }

        private func read() throws -> RegistrarFile.Content {
            var bar = ProgressBar("Reading \(URL(filePath: file).lastPathComponent)")
            defer { bar.clear() }
            return try RegistrarFile(path: file).content(term: term) { bar.show($0, of: $1) }
        }

        private func bring(
            _ content: RegistrarFile.Content, _ derived: SectionCodes.Links?, into store: SQLStore
        ) async throws -> ImportReport {
            switch content {
            case .term(let catalog):
                let given = try links.map { try RegistrarFile(path: $0).links(of: catalog) }
                let options = ImportOptions(
                    termName: termName, timeZone: timeZone, linksAreDerived: given == nil, dryRun: dryRun)
                return try await store.importCatalog(catalog, links: given ?? derived?.links ?? [], options: options)
            case .details(let details):
                guard links == nil, termName == nil, timeZone == nil else {
                    throw Failure("\(file) has course details. --links, --term-name and --time-zone are for a term's file.")
                }
                let updated = if let term { term } else { try await store.requireCurrentTerm() }
                return try await store.importDetails(details, term: updated, dryRun: dryRun)
            case .links:
                throw Failure(
                    "\(file) is a links file. Import it with the term's file: noteitd catalog import TERM --links \(file)"
                )
            }
        }
    }
}

/// The report of an import as text for a terminal or a log. For a new term it does not list each course.
struct CatalogSummary {
    let report: ImportReport
    /// The links that the codes of sections give; nil with a links file.
    let derived: SectionCodes.Links?
    /// The courses whose links an operator corrected.
    let corrected: [String]
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
            ? [] : ["Withdrawn, with people enrolled (they stay enrolled): \(withdrawn.joined(separator: ", "))"]
        return people + links + [ImportTime(dryRun: dryRun, time: time).line]
    }

    /// How the sections were linked, and which courses an operator should look at.
    private var links: [String] {
        let kept =
            corrected.isEmpty
            ? [] : ["Links corrected by hand stay, in \(Self.courses(corrected.count)): \(corrected.joined(separator: ", "))"]
        guard let derived else { return kept }
        let unlinked = derived.unlinked.filter { !corrected.contains($0) }
        let linked = SectionCodes.System.allCases.compactMap { system in
            derived.linked[system].map { "\(Self.courses($0)) (\(system.rawValue))" }
        }
        let few = unlinked.prefix(10).joined(separator: ", ")
        let more = unlinked.count > 10 ? " and \(unlinked.count - 10) others" : ""
        return kept + (linked.isEmpty ? [] : ["Sections that go together, by their codes: \(linked.joined(separator: ", "))"])
            + (unlinked.isEmpty
                ? []
                : [
                    "Labs or tutorials without a link, in \(Self.courses(unlinked.count)): \(few)\(more)\n"
                        + "  Each counts as a section of its own. Say which ones go together with --links, or with: noteitd courses link"
                ])
    }

    private static func courses(_ count: Int) -> String { "\(count) course\(count == 1 ? "" : "s")" }
}
