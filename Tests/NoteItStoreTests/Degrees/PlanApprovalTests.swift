import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Approvals of degree plans")
struct PlanApprovalTests {
    @Test func anAdviserApprovesWhatTheyHaveRead() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            await #expect(throws: DomainError.stale) { try await store.approve(plan.id, true, ifRev: 2, by: scene.eve) }
            let approved = try await store.approve(plan.id, true, ifRev: 1, by: scene.eve)
            #expect(approved.approved?.by.id == scene.eve && approved.approved?.at == scene.now && approved.rev == 1)
            #expect(try await store.plan(plan.id, by: scene.ada) == approved)
            let head = try await store.head().cursor
            scene.campus.clock.advance(9)
            #expect(try await store.approve(plan.id, true, ifRev: 1, by: scene.eve) == approved)
            #expect(try await store.head().cursor == head, "the same approval is not logged again")
            let taken = try await store.approve(plan.id, false, ifRev: nil, by: scene.eve)
            #expect(taken.approved == nil && taken.approvalLost == nil)
            #expect(try await store.approve(plan.id, false, ifRev: nil, by: scene.eve) == taken)
            #expect(try await store.approve(plan.id, false, ifRev: nil, by: scene.ben) == taken)
        }
    }

    @Test func theApprovalOfSomeoneWhoTeachesTakesThePlaceOfAStudents() async throws {
        try await DegreeScene.with { scene in
            let store = scene.store
            let plan = try await scene.plan(shared: true)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.ben)
            _ = try await store.grantStaff(to: .id(scene.eve), in: Campus.course, sections: [], by: nil)
            #expect(try await store.approve(plan.id, true, ifRev: nil, by: scene.eve).approved?.by.id == scene.eve)
            for isApproved in [true, false] {
                await #expect(throws: DomainError.forbidden("eve approved this plan. Only they may take that back.")) {
                    try await store.approve(plan.id, isApproved, ifRev: nil, by: scene.ben)
                }
            }
        }
    }

    @Test func nobodyApprovesTheirOwnPlanOrTouchesAnothersApproval() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            for isApproved in [true, false] {
                await #expect(throws: DomainError.forbidden("Only another person may approve your plan.")) {
                    try await store.approve(plan.id, isApproved, ifRev: nil, by: scene.ada)
                }
            }
            let approved = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            for isApproved in [true, false] {
                await #expect(throws: DomainError.forbidden("eve approved this plan. Only they may take that back.")) {
                    try await store.approve(plan.id, isApproved, ifRev: nil, by: scene.ben)
                }
            }
            #expect(try await store.plan(plan.id, by: scene.ada) == approved)
            #expect(try await store.followedPlans(of: scene.ben) == [])
            let hidden = try await scene.plan("Hidden", shared: false)
            await #expect(throws: DomainError.notFound("plan \(hidden.id)")) {
                try await store.approve(hidden.id, true, ifRev: nil, by: scene.eve)
            }
        }
    }

    private static let edits: [(DegreePlanPatch, keeps: Bool)] = [
        (DegreePlanPatch(name: "Another name"), true), (DegreePlanPatch(shared: false), true),
        (DegreePlanPatch(name: "Another name", shared: false), true), (DegreePlanPatch(terms: [DegreeScene.fall]), true),
        (DegreePlanPatch(terms: [DegreeScene.fall, DegreeScene.spring]), false),
        (DegreePlanPatch(programme: .cleared), false),
        (DegreePlanPatch(creditsPerTerm: .set(CreditLimits(every: CreditAmount(18)))), false),
        (
            DegreePlanPatch(accepted: [
                AcceptedProblem(
                    term: AcademicTerm(2026, .fall), course: CourseCode(subject: "CMPT", number: "225"), kind: .prerequisite)
            ]), false
        ), (DegreePlanPatch(name: "Another name", terms: []), false),
    ]

    @Test(arguments: edits.indices)
    func anEditOfWhatThePlanSaysTakesTheApprovalAway(index: Int) async throws {
        let (patch, keeps) = Self.edits[index]
        try await DegreeScene.with { scene in
            let plan = try await scene.plan()
            let approval = try await scene.store.approve(plan.id, true, ifRev: nil, by: scene.eve).approved
            let edited = try await scene.edit(plan, patch)
            #expect(edited.approved == (keeps ? approval : nil))
            #expect(edited.approvalLost == (keeps ? nil : approval))
            if !keeps {
                let again = try await scene.edit(plan, DegreePlanPatch(name: "Once more", terms: []))
                #expect(again.approvalLost == approval, "a lost approval stays")
                let renewed = try await scene.store.approve(plan.id, true, ifRev: nil, by: scene.eve)
                #expect(renewed.approved != nil && renewed.approvalLost == nil)
            }
        }
    }

    @Test func anApproverWhoLeavesTakesTheirApprovalsAlong() async throws {
        try await DegreeScene.with { scene in
            let (store, plan, other) = (scene.store, try await scene.plan(), try await scene.plan("Other"))
            for plan in [plan, other] { _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve) }
            _ = try await scene.edit(other, DegreePlanPatch(terms: []))
            var replica = Replica(of: scene.ada)
            try await replica.begin(from: store, limit: 9)
            try await store.leave(scene.eve)
            for plan in [plan, other] {
                let left = try await store.plan(plan.id, by: scene.ada)
                #expect(left.approved == nil && left.approvalLost == nil)
            }
            #expect(try await replica.advance(on: store, limit: 99).faults == [])
            #expect(try await replica.differences(from: scene.snapshot(of: scene.ada)) == [])
        }
    }
}
