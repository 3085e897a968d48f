import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// Ada has plans, Eve advises her, and Ben is a stranger. The catalog has a programme.
struct DegreeScene {
    let campus: Campus
    let ada, eve, ben: Account.ID

    static func with(_ body: (DegreeScene) async throws -> Void) async throws {
        try await Campus.with { campus in
            let (ada, eve) = (try await campus.person("ada"), try await campus.person("eve"))
            let scene = DegreeScene(campus: campus, ada: ada, eve: eve, ben: try await campus.person("ben"))
            _ = try await campus.store.importProgrammes([programme("cs-2024", "Computing")], dryRun: false)
            try await body(scene)
            #expect(try await campus.store.check() == [])
        }
    }

    var store: SQLStore { campus.store }
    var now: Date { campus.clock.now }

    static func programme(_ id: Programme.ID, _ name: String, courses: Int = 1) -> Programme {
        Programme(
            id: id, name: name, catalogYear: 2024, credits: CreditAmount(120),
            requirements: [.init(id: "core", name: "Core", need: .courses(courses), from: [CoursePattern(.any)])])
    }

    static let fall = term(.fall, "CMPT 225", "MATH 150")
    static let spring = term(.spring, "CMPT 125")

    static func term(_ season: AcademicTerm.Season, _ courses: String...) -> PlanTerm {
        PlanTerm(term: AcademicTerm(2026, season), courses: courses.compactMap { CourseCode($0) })
    }

    /// A plan of Ada's.
    func plan(_ name: String = "Four years", shared: Bool = true) async throws -> DegreePlan {
        campus.clock.advance(1)
        let new = NewDegreePlan(
            name: name, programme: "cs-2024", terms: [Self.fall], creditsPerTerm: CreditLimits(every: CreditAmount(15)),
            shared: shared)
        return try await store.addPlan(new, by: ada).plan
    }

    func edit(_ plan: DegreePlan, _ patch: DegreePlanPatch, ifRev rev: Int? = nil) async throws -> DegreePlan {
        campus.clock.advance(1)
        return try await store.edit(plan.id, with: patch, ifRev: rev, by: ada)
    }

    func share(_ plan: DegreePlan, _ shared: Bool = true) async throws {
        _ = try await edit(plan, DegreePlanPatch(shared: shared))
    }

    func comment(_ body: String, on plan: DegreePlan, by person: Account.ID) async throws -> PlanReply {
        campus.clock.advance(1)
        return try await store.reply(NewReply(body: body), toPlan: plan.id, by: person).reply
    }

    func comments(on plan: DegreePlan, by person: Account.ID) async throws -> [PlanReply] {
        try await store.replies(toPlan: plan.id, page: PageRequest(), by: person).items
    }

    func snapshot(of person: Account.ID) async throws -> [String: String] {
        try await Replica.snapshot(of: person, store, limit: 3)
    }

    /// All JSON that a person receives after a cursor, and the removals as `- type subject`.
    func received(by person: Account.ID, since cursor: LogCursor) async throws -> [String] {
        try await store.changes(after: cursor, limit: 200, by: person).changes.map { change in
            change.delivery.body ?? "- \(change.delivery.type.rawValue) \(change.delivery.subject)"
        }
    }

    /// The files of a person's archive, without attachments.
    func export(of person: Account.ID) async throws -> [String: String] {
        var (texts, cursor): ([String: String], ExportCursor?) = ([:], nil)
        repeat {
            let part = try await store.export(of: person, from: cursor)
            for file in part.files {
                if case .bytes(let bytes) = file.content { texts[file.name] = String(decoding: bytes, as: UTF8.self) }
            }
            cursor = part.next
        } while cursor != nil
        return texts
    }
}
