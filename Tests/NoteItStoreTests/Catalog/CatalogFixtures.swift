import Foundation
import NoteItCore
import NoteItStore
import RealData
import Registrar
import TestDatabase
import Testing

/// Runs `body` on a new store in a file of its own, at noon on 1 October 2025, and removes the file.
func withStore<Result>(_ body: (SQLStore) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let location = try TestDatabase.make(in: folder)
    defer { TestDatabase.remove(location) }
    let store = try SQLStore(location, clock: { Date(timeIntervalSince1970: 1_759_320_000) })
    let result = try await body(store)
    try store.close()
    return result
}

extension SQLStore {
    @discardableResult
    func load(_ term: CatalogTerm, zone: String? = "America/Vancouver", dryRun: Bool = false) async throws -> ImportReport {
        try await importCatalog(
            term, links: SectionCodes.links(of: term).links,
            options: ImportOptions(timeZone: zone, linksAreDerived: true, dryRun: dryRun))
    }

    /// Everything that a reader sees of a term.
    func everything(of term: Term.ID) async throws -> [Course] {
        var courses: [Course] = []
        var page = PageRequest(limit: 200)
        repeat {
            let list = try await self.courses(of: term, matching: CourseQuery(), page: page)
            for summary in list.items { courses.append(try await course(summary.id)) }
            page.after = list.next
        } while page.after != nil
        return courses
    }
}

extension RealData {
    func term(_ name: String) throws -> CatalogTerm {
        guard case .term(let term) = try RegistrarFile(path: path(name)).content() else { throw WrongForm() }
        return term
    }
}

struct WrongForm: Error {}

/// A lecture with two labs, and a second course.
func smallTerm() throws -> CatalogTerm {
    let lecture = try section("1001", "D100", "LEC", days: "MWF", capacity: 90, enrolled: 90, by: ["Zoé Exemple"])
    let labs = [
        try section("1002", "D101", "LAB", days: "T", capacity: 20, enrolled: 20),
        try section("1003", "D102", "LAB", days: "R", capacity: 20, enrolled: 20),
    ]
    let calculus = try section("2001", "D100", "LEC", days: "TR", capacity: 33, enrolled: 38)
    return CatalogTerm(
        form: .csv, id: "202530", startsOn: Day("2025-09-03"), endsOn: Day("2025-12-02"),
        courses: [
            CatalogCourse(
                subject: "CMPT", number: "225", title: "Data Structures", credits: Credits("3"), attributes: ["Quantitative"],
                sections: [lecture] + labs),
            CatalogCourse(
                subject: "MATH", number: "150", title: "Calculus I", credits: Credits("4"), attributes: [], sections: [calculus]
            ),
        ], rows: 4)
}

func section(
    _ crn: String, _ code: String, _ kind: String, days: String, capacity: Int? = nil, enrolled: Int? = nil,
    by names: [String] = []
) throws -> CatalogSection {
    CatalogSection(
        crn: crn, code: code, kind: kind, instructors: names,
        meetings: [
            Meeting(
                days: days, start: try #require(WallTime("10:30")), end: try #require(WallTime("11:20")),
                startsOn: Day("2025-09-03"), endsOn: Day("2025-12-02"), place: "Burnaby")
        ], capacity: capacity, enrolled: enrolled, delivery: "")
}
