import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct LocalCopyDegreeTests {
    private let record = AcademicRecord(
        items: [RecordItem(course: CourseCode(subject: "CMPT", number: "120"), term: AcademicTerm(2025, .fall))], rev: 1)

    private func withCopy(_ snapshot: Snapshot, _ body: (LocalCopy) async throws -> Void) async throws {
        try await withProfile { profile in
            let copy = LocalCopy(try LocalDatabase(profile))
            try await copy.replace(with: [snapshot], from: Samples.server, expecting: nil, at: Samples.now)
            try await body(copy)
        }
    }

    private func snapshot(_ plans: [DegreePlan], _ replies: [PlanReply] = []) -> Snapshot {
        var snapshot = Samples.snapshot(at: 1)
        (snapshot.record, snapshot.plans, snapshot.planReplies) = (record, plans, replies)
        return snapshot
    }

    @Test func aSnapshotBringsRecordPlansAndComments() async throws {
        let (followed, late, early) = (
            Samples.degreePlan("Theirs", of: Samples.bob), Samples.degreePlan("Late", after: 60), Samples.degreePlan("Early")
        )
        let comments = [Samples.comment(2, on: late), Samples.comment(1, on: late)]
        try await withCopy(snapshot([followed, late, early], comments)) { copy async throws in
            #expect(try await copy.record() == record)
            #expect(try await copy.degreePlans() == [early, late, followed])
            #expect(try await copy.degreePlan(late.id) == late)
            #expect(try await copy.replies(toPlan: late.id).map(\.number) == [1, 2])
            #expect(try await copy.replies(toPlan: early.id).isEmpty)
            let unknown = Samples.comment(3, on: early)
            #expect(
                try await copy.planReplies([comments[0].id, unknown.id]) == [comments[0].id: comments[0]])
        }
    }

    @Test func changesReplaceAndRemove() async throws {
        var plan = Samples.degreePlan("Plan A")
        let (comment, ada) = (Samples.comment(1, on: plan), Samples.ada.id)
        try await withCopy(snapshot([plan])) { copy async throws in
            plan.name = "Plan B"
            let longer = AcademicRecord(items: record.items, rev: 2)
            try await copy.apply(
                try Samples.batch(
                    1, 4, .upsert(.degreePlan(plan), rev: 2), .upsert(.planReply(comment), rev: 1),
                    .upsert(.record(longer, of: ada), rev: 2)), at: Samples.now)
            #expect(try await copy.degreePlans() == [plan])
            #expect(try await copy.replies(toPlan: plan.id) == [comment])
            #expect(try await copy.record() == longer)
            try await copy.apply(
                try Samples.batch(
                    4, 6, .remove(.planReply, id: comment.id.description), .remove(.record, id: ada.description)),
                at: Samples.now)
            #expect(try await copy.replies(toPlan: plan.id).isEmpty)
            #expect(try await copy.record() == nil)
        }
    }

    @Test func aPlanGoesWithItsComments() async throws {
        let plan = Samples.degreePlan("Theirs", of: Samples.bob)
        try await withCopy(snapshot([plan], [Samples.comment(1, on: plan)])) { copy async throws in
            try await copy.store(PlanCheck(problems: []), of: plan)
            try await copy.apply(
                try Samples.batch(1, 2, .remove(.degreePlan, id: plan.id.description)), at: Samples.now)
            #expect(try await copy.degreePlans().isEmpty)
            #expect(try await copy.replies(toPlan: plan.id).isEmpty)
            #expect(try await copy.check(of: plan) == nil)
        }
    }

    @Test func aCheckIsKeptForItsRevision() async throws {
        var plan = Samples.degreePlan("Plan A")
        let problem = DegreePlanProblem(term: AcademicTerm(2026, .fall), course: nil, kind: .credits, detail: "Too many.")
        try await withCopy(snapshot([plan])) { copy async throws in
            try await copy.store(PlanCheck(problems: [problem]), of: plan)
            #expect(try await copy.check(of: plan)?.problems == [problem])
            plan.rev += 1
            #expect(try await copy.check(of: plan) == nil)
        }
    }

    @Test func catalogEntriesAreKept() async throws {
        let (code, other) = (CourseCode(subject: "CMPT", number: "120"), CourseCode(subject: "CMPT", number: "125"))
        let entry = CatalogEntry(code: code, title: "Introduction", credits: Credits("3"))
        try await withCopy(snapshot([])) { copy async throws in
            try await copy.store([entry, CatalogEntry(code: other, title: "More")])
            #expect(try await copy.catalogEntries(of: [code]) == [entry])
        }
    }

    @Test func aSnapshotWithoutThemIsOneOfAnOlderServer() async throws {
        var json = try #require(
            JSONSerialization.jsonObject(with: Data(JSONCoding.string(snapshot([Samples.degreePlan("Plan A")])).utf8))
                as? [String: Any])
        for field in ["record", "plans", "planReplies"] { json[field] = nil }
        let old = try JSONCoding.decoder().decode(Snapshot.self, from: JSONSerialization.data(withJSONObject: json))
        #expect(old.record == nil && old.plans.isEmpty && old.planReplies.isEmpty)
    }

    @Test func signingOutPurgesThem() async throws {
        let plan = Samples.degreePlan("Plan A")
        try await withCopy(snapshot([plan], [Samples.comment(1, on: plan)])) { copy async throws in
            try await copy.store(PlanCheck(problems: []), of: plan)
            try await copy.purge()
            #expect(try await copy.record() == nil)
            #expect(try await copy.degreePlans().isEmpty)
            #expect(try await copy.replies(toPlan: plan.id).isEmpty)
            #expect(try await copy.check(of: plan) == nil)
        }
    }
}
