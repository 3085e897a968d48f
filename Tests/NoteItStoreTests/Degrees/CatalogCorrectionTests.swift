import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// What a registrar corrected stands over imports.
struct CatalogCorrectionTests {
    private static let math = CourseCode(subject: "MATH", number: "251")
    private static let logic = CourseCode(subject: "PHIL", number: "110")

    private static func listing(_ text: String, attributes: [String] = []) -> CatalogListing {
        CatalogListing(
            entry: CatalogEntry(code: math, title: "Calculus III", attributes: attributes),
            requirements: CourseRequirements(text: text, prerequisites: .unknown(text), corequisites: .course(logic)))
    }

    private static func correction(_ tree: RequirementTree?, corequisites: RequirementTree? = nil) -> RequirementCorrection {
        RequirementCorrection(
            course: math, prerequisites: tree, corequisites: corequisites, note: "By hand", text: "MATH 152.",
            at: Date(timeIntervalSince1970: 9))
    }

    @Test func aCorrectedTreeStandsOverImportsUntilItIsUndone() async throws {
        try await Campus.with { campus in
            let store = campus.store
            _ = try await store.importListings([Self.listing("MATH 152.")], dryRun: false)
            let version = try await store.degreeCatalogVersion()
            try await store.correct([Self.correction(.permission)])
            #expect(try await store.degreeCatalogVersion() > version, "servers read the catalog again")
            for text in ["MATH 152.", "MATH 155."] {
                let report = try await store.importListings([Self.listing(text)], dryRun: false)
                #expect(report.changed == (text == "MATH 152." ? 0 : 1), "a correction is no change of the file")
                let read = try #require(try await store.listings().first { $0.entry.code == Self.math }).requirements
                #expect(read.prerequisites == .permission && read.corequisites == .course(Self.logic) && read.text == text)
                #expect(read.correction == .init(note: "By hand", at: Date(timeIntervalSince1970: 9)))
            }
            #expect(try await store.removeCorrection(of: Self.math))
            #expect(try await store.removeCorrection(of: Self.math) == false)
            let read = try #require(try await store.listings().first { $0.entry.code == Self.math })
            #expect(read == Self.listing("MATH 155."))
            #expect(try await store.check() == [])
        }
    }

    @Test func aLaterCorrectionReplacesTheFirst() async throws {
        try await Campus.with { campus in
            try await campus.store.correct([Self.correction(.permission)])
            try await campus.store.correct([Self.correction(nil, corequisites: RequirementTree.none)])
            let stored = try await campus.store.catalogCorrections().requirements
            #expect(stored == [Self.math: Self.correction(nil, corequisites: RequirementTree.none)])
        }
    }

    @Test func spellingsOfAnAttributeAreOneInCoursesAndProgrammes() async throws {
        try await Campus.with { campus in
            let store = campus.store
            _ = try await store.importListings([Self.listing("", attributes: ["B-Soc", "Q", "B-Social"])], dryRun: false)
            let breadth = Programme(
                id: "b", name: "Breadth", catalogYear: 2025,
                requirements: [
                    .init(
                        id: "r", name: "R", need: .courses(1),
                        from: [CoursePattern(.any, except: [CoursePattern(.attribute("B-Soc"))])])
                ])
            _ = try await store.importProgrammes([breadth], dryRun: false)
            try await store.setSynonyms(["B-Soc": "Breadth", "B-Social": "Breadth"])
            #expect(try await store.listings().first { $0.entry.code == Self.math }?.entry.attributes == ["Breadth", "Q"])
            let patterns = [CoursePattern(.any, except: [CoursePattern(.attribute("Breadth"))])]
            #expect(try await store.programmes().first?.requirements.first?.from == patterns)
            #expect(try await store.programmes().first(where: { $0.id == "b" })?.requirements.first?.from == patterns)
            try await store.setSynonyms([:])
            #expect(try await store.programmes().first(where: { $0.id == "b" }) == breadth)
        }
    }

    @Test func aDamagedCorrectionIsFound() async throws {
        try await Campus.with { campus in
            try await campus.store.correct([Self.correction(.permission)])
            try await campus.execute("UPDATE requirement_correction SET prerequisites = '{}'")
            #expect(try await campus.store.check() == ["The corrected prerequisites of MATH 251 cannot be read."])
        }
    }
}
