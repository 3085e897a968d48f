import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct DegreeRequestTests {
    private let plan = Samples.degreePlan("Plan A")
    private let path = DegreePath(
        feasible: true, graduates: nil, terms: [], critical: [], optimal: true, assumed: [], because: nil)

    @Test func aPlanIsAddedUnderAnIdMadeHereAndEdited() async throws {
        let sent = try await requests(json(plan)) { [plan] client async throws in
            #expect(try await client.createPlan(NewDegreePlan(name: "Plan A")) == plan)
            _ = try await client.edit(plan.id, with: DegreePlanPatch(programme: .cleared), rev: 1)
            _ = try await client.approve(plan.id, rev: 1)
        }
        #expect(
            sent.map(\.line) == [
                "POST /v1/me/plans", "PATCH /v1/me/plans/\(plan.id)", "PUT /v1/me/plans/\(plan.id)/approval",
            ])
        #expect(try JSONCoding.decode(NewDegreePlan.self, from: try #require(sent.first).body).id != nil)
        #expect(sent[1].body == #"{"programme":null}"#)
    }

    @Test func thePathHasItsLimitsInTheQuery() async throws {
        let sent = try await requests(json(path)) { [plan] client async throws in
            _ = try await client.path(plan.id)
            _ = try await client.path(
                plan.id, for: "computing-2024", from: AcademicTerm(2026, .fall), credits: CreditLimits(every: CreditAmount(15)))
            let limits = CreditLimits(spring: CreditAmount(15), summer: .zero, fall: CreditAmount(halves: 25))
            _ = try await client.path(plan.id, credits: limits)
        }
        let line = "GET /v1/me/plans/\(plan.id)/path"
        #expect(
            sent.map(\.line) == [
                line, "\(line)?credits=15&from=202630&programme=computing-2024", "\(line)?fall=12.5&spring=15&summer=0",
            ])
    }

    @Test func theRecordIsReplacedAsAList() async throws {
        let item = RecordItem(course: CourseCode(subject: "CMPT", number: "120"), term: nil, kind: .waiver)
        let sent = try await requests(json(AcademicRecord(items: [item], rev: 1))) { client async throws in
            #expect(try await client.setRecord([item], unknown: true, rev: 0).rev == 1)
        }
        #expect(sent.map(\.line) == ["PUT /v1/me/record?unknown=allow"])
        #expect(try JSONCoding.decode(AcademicRecord.self, from: try #require(sent.first).body).items == [item])
    }

    @Test func coursesOfASubjectAreAskedForTogether() async throws {
        let codes = ["CMPT 225", "CMPT 120", "CMPT 105W"].compactMap { CourseCode($0) }
        let entries = ["CMPT 120", "CMPT 130"].compactMap { CourseCode($0) }.map { CatalogEntry(code: $0, title: "") }
        let sent = try await requests(json(Page(items: entries))) { client async throws in
            #expect(try await client.catalogEntries(of: Set(codes)).map(\.code.description) == ["CMPT 120"])
        }
        #expect(sent.map(\.line) == ["GET /v1/courses?from=105&limit=200&subject=CMPT&to=225"])
    }

    @Test func theCatalogHasItsFiltersInTheQuery() async throws {
        let sent = try await requests(json(Page<CatalogEntry>(items: []))) { [plan] client async throws in
            let query = CatalogEntryQuery(
                text: "data", attribute: "Quantitative", credits: CreditAmount(3), offered: .fall, ready: true, towards: plan.id
            )
            _ = try await client.catalogEntries(matching: query)
        }
        #expect(
            sent.map(\.line) == [
                "GET /v1/courses?attribute=Quantitative&credits=3&limit=200&offered=fall&q=data&ready=true&towards=\(plan.id)"
            ])
    }

    @Test func aLinkLeadsToItsPlan() async throws {
        try await withProfile { [plan] profile in
            let client = try APIClient(server: "https://notes.example.edu/", sessions: SessionFile(profile))
            let link = client.link(to: plan.id)
            #expect(link == "https://notes.example.edu/degree/\(plan.id)")
            #expect(client.degreePlan(ofLink: "https://notes.example.edu/v1/me/plans/\(plan.id)") == plan.id)
            #expect(client.degreePlan(ofLink: link) == plan.id)
            #expect(client.degreePlan(ofLink: "https://other.example.edu/v1/me/plans/\(plan.id)") == nil)
        }
    }
}
