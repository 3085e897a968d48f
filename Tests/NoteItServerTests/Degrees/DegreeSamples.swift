import NoteItCore
import TestTime
import Testing

@testable import NoteItServer

/// A catalog of five courses, and a minor in computing.
enum DegreeSamples {
    static let (cmpt120, cmpt125, cmpt225) = (code("120"), code("125"), code("225"))
    static let macm101 = CourseCode(subject: "MACM", number: "101")
    static let (fall2026, spring2027) = (AcademicTerm(2026, .fall), AcademicTerm(2027, .spring))

    static func code(_ number: String) -> CourseCode { CourseCode(subject: "CMPT", number: number) }

    static let listings = [
        listing(cmpt225, "Data Structures", needs: .course(cmpt125), beside: .course(macm101)),
        listing(cmpt120, "Introduction to Computing", attributes: ["Q"], offered: [.fall, .spring]),
        listing(cmpt125, "Programming", needs: .course(cmpt120, minimumGrade: .letter(.cMinus))),
        listing(macm101, "Discrete Mathematics", credits: "1-6", level: "UGRD"),
        listing(CourseCode(subject: "PHYS", number: "X99"), "Physics for Everyone"),
    ]

    static func listing(
        _ code: CourseCode, _ title: String, credits: String = "3", level: String = "", attributes: [String] = [],
        offered: [AcademicTerm.Season]? = nil, needs: RequirementTree = .none, beside: RequirementTree = .none
    ) -> CatalogListing {
        CatalogListing(
            entry: CatalogEntry(
                code: code, title: title, description: "About \(title.lowercased()).", credits: Credits(credits), level: level,
                attributes: attributes, offered: offered),
            requirements: CourseRequirements(prerequisites: needs, corequisites: beside))
    }

    /// Needs CMPT 225 and MACM 101, and a course with attribute Q.
    static let minor = Programme(
        id: "sfu-2025-computing-minor", name: "Computing minor", catalogYear: 2025,
        requirements: [
            .init(
                id: "core", name: "Core", need: .courses(2),
                from: [CoursePattern(.course(cmpt225)), CoursePattern(.course(macm101))]),
            .init(
                id: "quantitative", name: "Quantitative", need: .credits(CreditAmount(3)),
                from: [CoursePattern(.attribute("Q"))]),
        ])

    static let edition = CatalogEdition(version: 1, listings: listings, programmes: [minor])

    static func plan(_ terms: [PlanTerm], programme: Programme.ID? = minor.id) -> DegreePlan {
        DegreePlan(
            id: .make(at: .distantPast),
            owner: Author(id: .make(at: .distantPast), displayName: "Ada", role: .student), name: "Mine", programme: programme,
            terms: terms, creditsPerTerm: nil, accepted: [], shared: false, approved: nil, approvalLost: nil, replyCount: 0,
            createdAt: .distantPast, editedAt: nil, rev: 1)
    }
}

extension TestServer {
    func importDegrees() async throws {
        _ = try await store.importListings(DegreeSamples.listings, dryRun: false)
        _ = try await store.importProgrammes([DegreeSamples.minor], dryRun: false)
    }

    /// Makes a plan, and returns its path.
    func plan(_ fields: String = "", as token: String) async throws -> String {
        let json = #"{"name": "Mine", "programme": "\#(DegreeSamples.minor.id)"\#(fields.isEmpty ? "" : ", " + fields)}"#
        let answer = try await send("POST", "/v1/me/plans", as: token, json: json)
        #expect(answer.status == 201, "\(answer.body)")
        return "/v1/me/plans/\(try JSONCoding.decode(DegreePlan.self, from: answer.body).id)"
    }
}

/// The answer of a search that came to its end. A search has a second or two. On a busy machine that may be too little: the answer
/// says so, and the search is asked for again.
func finished<Value: Decodable>(
    _ isOptimal: (Value) -> Bool, _ ask: () async throws -> Answer
) async throws -> Value {
    var found: Value?
    try await until {
        let answer = try await ask()
        #expect(answer.status == 200, "\(answer.body)")
        let value = try JSONCoding.decode(Value.self, from: answer.body)
        found = value
        return isOptimal(value)
    }
    return try #require(found)
}
