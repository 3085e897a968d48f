import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

struct DegreeCatalogTests {
    private static let cmpt = CourseCode(subject: "CMPT", number: "225")
    private static let math = CourseCode(subject: "MATH", number: "150")
    private static let phil = CourseCode(subject: "PHIL", number: "105W")

    private static func listing(_ code: CourseCode, _ title: String, offered: [AcademicTerm.Season]? = nil) -> CatalogListing {
        CatalogListing(
            entry: CatalogEntry(
                code: code, title: title, description: "Words", credits: Credits("1-6"), level: "UGRD",
                attributes: ["W", "B-Hum"],
                offered: offered),
            requirements: CourseRequirements(
                text: "CMPT 125 with a minimum of C-", prerequisites: .course(cmpt, minimumGrade: .letter(.cMinus)),
                corequisites: .any([.course(math), .permission]), exclusions: [phil]))
    }

    @Test func anImportedCourseIsListedAsItWasGiven() async throws {
        try await Campus.with { campus in
            let (store, version) = (campus.store, try await campus.store.degreeCatalogVersion())
            let listings = [Self.listing(Self.phil, "Logic", offered: [.fall]), Self.listing(Self.cmpt, "Data", offered: [])]
            let dry = try await store.importListings(listings, dryRun: true)
            #expect(try await store.degreeCatalogVersion() == version)
            #expect(try await store.listings().map(\.entry.code) == [Self.cmpt, Self.math])
            let report = try await store.importListings(listings, dryRun: false)
            #expect(report == dry && report.added == 2 && report.lines == ["+ PHIL 105W Logic", "+ CMPT 225 Data"])
            #expect(try await store.degreeCatalogVersion() > version)
            let stored = try await store.listings()
            #expect(stored.map(\.entry.code) == [Self.cmpt, Self.math, Self.phil])
            #expect(stored[0] == listings[1] && stored[2] == listings[0])
            #expect(try await store.check() == [])
        }
    }

    @Test func anImportReplacesWhatDiffersAndKeepsTheRest() async throws {
        try await Campus.with { campus in
            let store = campus.store
            _ = try await store.importListings(
                [Self.listing(Self.phil, "Logic"), Self.listing(Self.cmpt, "Data")], dryRun: false)
            let version = try await store.degreeCatalogVersion()
            let same = try await store.importListings([Self.listing(Self.phil, "Logic")], dryRun: false)
            #expect(same.unchanged == 1 && same.lines.isEmpty)
            #expect(try await store.degreeCatalogVersion() == version, "an import that changes nothing is not counted")
            var changed = Self.listing(Self.phil, "Critical Thinking", offered: [.spring])
            changed.requirements.text = "None."
            let report = try await store.importListings([Self.listing(Self.phil, "First"), changed], dryRun: false)
            #expect(report.changed == 1 && report.added == 0)
            #expect(report.lines == ["~ PHIL 105W: title Logic -> Critical Thinking; offered unknown -> spring; requirements"])
            #expect(try await store.listings().last == changed)
            #expect(try await store.listings().first == Self.listing(Self.cmpt, "Data"))
        }
    }

    @Test func termsShowTheSeasonsOfACourse() async throws {
        try await Campus.with { campus in
            let store = campus.store
            func seasons() async throws -> [String: [AcademicTerm.Season]?] {
                Dictionary(
                    try await store.listings().map { ($0.entry.code.description, $0.entry.offered) },
                    uniquingKeysWith: { first, _ in first })
            }
            _ = try await store.importListings([Self.listing(Self.phil, "Logic")], dryRun: false)
            #expect(
                try await seasons() == ["CMPT 225": nil, "MATH 150": nil, "PHIL 105W": nil], "one season excludes no other")
            try await campus.execute(
                """
                INSERT INTO term VALUES ('202610', 'Spring 2026', NULL, NULL, 'America/Vancouver');
                INSERT INTO term VALUES ('S26', 'Summer 2026', '2026-05-04', '2026-08-10', 'America/Vancouver');
                INSERT INTO course (id, term_id, subject, number, title) VALUES
                    ('202610.CMPT225', '202610', 'CMPT', '225', 'Data Structures II'),
                    ('202610.X', '202610', '?', '1', 'Not a code'),
                    ('S26.MATH150', 'S26', 'MATH', '150', ''), ('S26.STAT100', 'S26', 'STAT', '100', 'Chance');
                INSERT INTO course (id, term_id, subject, number, title, withdrawn) VALUES
                    ('S26.CMPT225', 'S26', 'CMPT', '225', 'Withdrawn', 1);
                """)
            #expect(
                try await seasons() == [
                    "CMPT 225": [.spring, .fall], "MATH 150": [.summer, .fall], "PHIL 105W": nil, "STAT 100": [.summer],
                ])
            let titles = try await store.listings().map(\.entry.title)
            #expect(titles == ["Data Structures II", "Calculus", "Logic", "Chance"], "the newest title that is not empty")
        }
    }

    @Test func aCourseOfATermHasItsTextAsUnknownPrerequisites() async throws {
        try await Campus.with { campus in
            try await campus.execute(
                "UPDATE course SET prerequisites = 'CMPT 125.', description = 'Lists' WHERE subject = 'CMPT'")
            let listing = try #require(try await campus.store.listings().first)
            #expect(listing.entry.description == "Lists")
            #expect(listing.requirements == CourseRequirements(text: "CMPT 125.", prerequisites: .unknown("CMPT 125.")))
        }
    }

    @Test func aTermsImportChangesTheVersionIfItsCoursesChange() async throws {
        try await withStore { store in
            var last = try await store.degreeCatalogVersion()
            func isNew() async throws -> Bool {
                let version = try await store.degreeCatalogVersion()
                defer { last = version }
                return version > last
            }
            var term = try smallTerm()
            try await store.load(term, dryRun: true)
            #expect(try await !isNew())
            try await store.load(term)
            #expect(try await isNew())
            term.courses[0].sections[0].enrolled = 1
            try await store.load(term)
            #expect(try await !isNew(), "seats are not part of the catalog")
            let course = term.courses.removeLast()
            try await store.load(term)
            #expect(try await isNew())
            #expect(try await !store.listings().contains { $0.entry.code.number == course.number })
            let details = CourseDetails(
                subject: term.courses[0].subject, number: term.courses[0].number, title: "", credits: nil, attributes: [],
                prerequisites: "", description: "New words")
            _ = try await store.importDetails([details], term: term.id, dryRun: false)
            #expect(try await isNew())
            _ = try await store.importDetails([details], term: term.id, dryRun: false)
            #expect(try await !isNew())
        }
    }

    @Test func programmesAreListedByName() async throws {
        try await Campus.with { campus in
            let (store, version) = (campus.store, try await campus.store.degreeCatalogVersion())
            let (art, maths) = (DegreeScene.programme("b", "Art"), DegreeScene.programme("c", "Mathematics"))
            let programmes = [maths, DegreeScene.programme("a", "Mathematics"), art]
            let dry = try await store.importProgrammes(programmes, dryRun: true)
            #expect(try await store.programmes().isEmpty)
            #expect(try await store.importProgrammes(programmes, dryRun: false) == dry)
            #expect(dry.added == 3 && dry.lines.last == "+ b: Art, 1 requirement")
            #expect(try await store.degreeCatalogVersion() > version)
            #expect(try await store.programmes().map(\.id) == ["b", "a", "c"])
            #expect(try await store.programmes().first(where: { $0.id == "c" }) == maths)
            let harder = DegreeScene.programme("b", "Fine Art", courses: 2)
            let report = try await store.importProgrammes([harder, maths], dryRun: false)
            #expect(report.changed == 1 && report.unchanged == 1)
            #expect(report.lines == ["~ b: name Art -> Fine Art; requirements"])
            #expect(try await store.programmes().first(where: { $0.id == "b" }) == harder)
            #expect(try await store.programmes().count == 3)
        }
    }

    @Test func anImportIsStoredAsAWholeOrNotAtAll() async throws {
        try await Campus.with { campus in
            let programmes = [DegreeScene.programme("a", "Art"), DegreeScene.programme("b", "")]
            let version = try await campus.store.degreeCatalogVersion()
            await #expect(throws: (any Error).self) { try await campus.store.importProgrammes(programmes, dryRun: false) }
            #expect(try await campus.store.programmes().isEmpty)
            #expect(try await campus.store.degreeCatalogVersion() == version)
        }
    }

    static let damages = [
        ("UPDATE course_listing SET prerequisites = '{'", "The prerequisites of course PHIL 105W cannot be read."),
        ("UPDATE course_listing SET exclusions = '[\"?\"]'", "The exclusions of course PHIL 105W cannot be read."),
        ("UPDATE course_listing SET offered = '[\"winter\"]'", "The seasons of course PHIL 105W cannot be read."),
        ("UPDATE course_listing SET code = '?'", "The course ? cannot be read."),
        ("UPDATE programme SET definition = '[]'", "The programme cs cannot be read."),
    ]

    @Test(arguments: damages)
    func damagedJSONIsAFinding(damage: String, finding: String) async throws {
        try await Campus.with { campus in
            let store = campus.store
            _ = try await store.importListings([Self.listing(Self.phil, "Logic")], dryRun: false)
            _ = try await store.importProgrammes([DegreeScene.programme("cs", "Computing")], dryRun: false)
            try await campus.execute(damage)
            #expect(try await store.check() == [finding])
            await #expect(throws: DomainError.self) {
                _ = try await store.listings()
                _ = try await store.programmes()
            }
        }
    }
}
