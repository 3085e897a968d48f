import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Planning
import Registrar

struct CoursesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "courses", abstract: "Import and correct the courses of all terms, with their prerequisites.",
        subcommands: [Import.self, Correct.self, Link.self, Attributes.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import the courses that plans and degrees are made of.",
            discussion: """
                FILE is CSV, plain or gzip, with the columns subject,number,title,credits,level,attributes,prerequisites and, if \
                known, corequisites,notes,terms_offered,description; or with course,title,credits,raw and, if known, offered. A \
                course replaces the stored course of the same code; other courses stay. If any row is bad, nothing is imported.

                Examples:
                  noteitd courses import courses.csv.gz --dry-run
                  noteitd courses import undergraduate.csv graduate.csv
                """)

        @Argument(help: "The CSV files.", completion: .file()) var files: [String]
        @Flag(help: "Print the changes without making them.") var dryRun = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let start = ContinuousClock.now
            let rows = try read()
            let listings = rows.map(\.listing)
            let (report, catalog, corrections) = try await database.withStore(forImport: dryRun) { store in
                let report = try await store.importListings(listings, dryRun: dryRun)
                let corrections = try await store.catalogCorrections()
                let new = listings.map(corrections.applied)
                return (report, try await store.listings().replaced(by: new), corrections)
            }
            let summary = CourseImportSummary(
                rows: rows, listings: listings, report: report, review: ListingReview(catalog),
                notes: [corrections.changedTexts(in: catalog)].compactMap(\.self) + AttributeSpellings(catalog).lines)
            for line in summary.lines { announce(line) }
            announce(ImportTime(dryRun: dryRun, time: start.duration(to: .now)).line)
        }

        /// The rows of all files. Throws a `Failure` if a course is in two.
        private func read() throws -> [CourseFile.Row] {
            var (rows, places): ([CourseFile.Row], [CourseCode: String]) = ([], [:])
            for file in files {
                for row in try read(file) {
                    let place = "line \(row.line) of \(file)"
                    if let other = places.updateValue(place, forKey: row.code) {
                        throw Failure("\(row.code) is on \(other) and on \(place). Nothing was imported. Remove one.")
                    }
                    rows.append(row)
                }
            }
            return rows
        }

        private func read(_ file: String) throws -> [CourseFile.Row] {
            var bar = ProgressBar("Reading \(URL(filePath: file).lastPathComponent)")
            defer { bar.clear() }
            return try CourseFile(path: file).rows { bar.show($0, of: $1) }
        }
    }
}

extension CourseFile.Row {
    var listing: CatalogListing {
        CatalogListing(
            entry: CatalogEntry(
                code: code, title: title, description: description, credits: credits, level: level, attributes: attributes,
                offered: offered),
            requirements: CourseRequirements(
                prerequisites: prerequisites, corequisites: corequisites, notes: notes, of: code))
    }
}

extension [CatalogListing] {
    /// These with `new` in place of those of the same code.
    func replaced(by new: [CatalogListing]) -> [CatalogListing] {
        let codes = Set(new.map(\.entry.code))
        return filter { !codes.contains($0.entry.code) } + new
    }
}

/// The report of an import of courses as text for a terminal or a log.
struct CourseImportSummary {
    let rows: [CourseFile.Row]
    let listings: [CatalogListing]
    let report: DegreeImportReport
    let review: ListingReview
    /// About corrections and spellings.
    let notes: [String]

    var lines: [String] {
        report.shownLines + [report.counts("courses"), coverage]
            + [cycles, blocked, selfRequiring, unknownCodes, oddCredits, noCredits].compactMap(\.self) + notes
    }

    private var coverage: String {
        let read = listings.filter { !$0.requirements.text.isEmpty }.map(\.requirements.coverage)
        let count = { (coverage: CourseRequirements.Coverage) in read.count { $0 == coverage } }
        return "\(read.count) texts of prerequisites: \(count(.whole)) parsed whole, \(count(.partly)) in part, "
            + "\(count(.unparsed)) not at all."
    }

    private var cycles: String? {
        let cycles = review.cycles.map { $0.map(\.description).joined(separator: ", ") }
        guard !cycles.isEmpty else { return nil }
        return "Cycles of prerequisites, whose courses nobody can take: \(cycles.joined(separator: "; "))."
    }

    private var blocked: String? { review.blocked.line("Courses that need a course of a cycle") }
    private var selfRequiring: String? { review.selfRequiring.line("Courses that require themselves") }
    private var unknownCodes: String? { review.unknownCodes.line("Codes in requirements that no course has") }

    private var oddCredits: String? {
        let odd = rows.compactMap { row in row.oddCredits.map { "\(row.code) (\($0))" } }
        return odd.line("Odd credits; the least of a range is taken, and -1 as unknown")
    }

    private var noCredits: String? {
        let without = rows.filter { $0.credits == nil && $0.oddCredits == nil }.map(\.code)
        return without.line("Courses without credits; \(CreditAmount.unknown) are assumed")
    }
}

extension DegreeImportReport {
    private static let most = 40

    /// The lines that fit a screen.
    var shownLines: [String] {
        let more = lines.count - Self.most
        return more > 0 ? lines.prefix(Self.most) + ["... and \(more) more"] : lines
    }

    func counts(_ noun: String) -> String { "\(added) \(noun) added, \(changed) changed, \(unchanged) unchanged." }
}

extension Collection where Element: CustomStringConvertible {
    /// `Title: 12: A 1, A 2, ...`; nil if it is empty.
    func line(_ title: String) -> String? {
        let shown = prefix(8).map(\.description).joined(separator: ", ")
        return isEmpty ? nil : "\(title): \(count): \(shown)\(count > 8 ? ", ..." : ".")"
    }
}
