import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Degree plans")
struct DegreePlanTests {
    @Test func aPlanIsKeptAndListedOldestFirst() async throws {
        try await DegreeScene.with { scene in
            let accepted = [
                AcceptedProblem(
                    term: AcademicTerm(2026, .fall), course: CourseCode(subject: "CMPT", number: "225"), kind: .prerequisite)
            ]
            let limits = CreditLimits(spring: CreditAmount(15), summer: .zero, fall: CreditAmount(halves: 25))
            let new = NewDegreePlan(
                name: "Four years", programme: "cs-2024", terms: [DegreeScene.fall, DegreeScene.spring], creditsPerTerm: limits,
                accepted: accepted, shared: true)
            let (plan, created) = try await scene.store.addPlan(new, by: scene.ada)
            #expect(created && plan.rev == 1 && plan.createdAt == scene.now && plan.editedAt == nil && plan.replyCount == 0)
            #expect(plan.name == "Four years" && plan.programme == "cs-2024" && plan.shared && plan.owner.id == scene.ada)
            #expect(plan.terms == [DegreeScene.spring, DegreeScene.fall], "in the order of time")
            #expect(
                plan.creditsPerTerm == limits && plan.accepted == accepted && plan.approved == nil && plan.approvalLost == nil)
            #expect(plan.owner.email == nil)
            scene.campus.clock.advance(1)
            let bare = try await scene.store.addPlan(NewDegreePlan(name: "Bare"), by: scene.ada).plan
            #expect(bare.programme == nil && bare.terms.isEmpty && bare.creditsPerTerm == nil && !bare.shared)
            #expect(try await scene.store.plans(of: scene.ada) == [plan, bare])
            #expect(try await scene.store.plan(bare.id, by: scene.ada) == bare)
            #expect(try await scene.store.plans(of: scene.eve) == [])
        }
    }

    @Test func aRetryAddsNothingAndATakenIdIsRefused() async throws {
        try await DegreeScene.with { scene in
            let new = NewDegreePlan(id: .make(at: scene.now), name: "Four years")
            let (first, second) = (
                try await scene.store.addPlan(new, by: scene.ada), try await scene.store.addPlan(new, by: scene.ada)
            )
            #expect(first.created && !second.created && first.plan == second.plan)
            let taken = DomainError.conflict("The id \(first.plan.id) is taken. Make a new one.")
            await #expect(throws: taken) { try await scene.store.addPlan(new, by: scene.ben) }
            try await scene.store.delete(first.plan.id, ifRev: nil, by: scene.ada)
            let deleted = DomainError.conflict("The plan \(first.plan.id) was sent before and deleted since.")
            await #expect(throws: deleted) { try await scene.store.addPlan(new, by: scene.ada) }
            await #expect(throws: taken) { try await scene.store.addPlan(new, by: scene.ben) }
            #expect(try await scene.store.plans(of: scene.ada) == [])
        }
    }

    @Test func anUnknownProgrammeIsRefusedWithSuggestions() async throws {
        try await DegreeScene.with { scene in
            let fault = DomainError.invalid(
                "programme", "must be a programme of the catalog; cs-2025 is not one; did you mean cs-2024?")
            await #expect(throws: fault) {
                try await scene.store.addPlan(NewDegreePlan(name: "New", programme: "cs-2025"), by: scene.ada)
            }
            let plan = try await scene.plan()
            await #expect(throws: fault) {
                try await scene.edit(plan, DegreePlanPatch(programme: .set("cs-2025")))
            }
            let far = DomainError.invalid("programme", "must be a programme of the catalog; x is not one")
            await #expect(throws: far) {
                try await scene.store.addPlan(NewDegreePlan(name: "New", programme: "x"), by: scene.ada)
            }
            #expect(try await scene.store.plans(of: scene.ada) == [plan])
        }
    }

    @Test func aPersonMayHaveFiftyPlans() async throws {
        try await DegreeScene.with { scene in
            for number in 1...DegreePlan.most {
                _ = try await scene.store.addPlan(NewDegreePlan(name: "\(number)"), by: scene.ada)
            }
            let full = DomainError.conflict("You have 50 plans. Delete one first.")
            await #expect(throws: full) { try await scene.store.addPlan(NewDegreePlan(name: "51"), by: scene.ada) }
            #expect(try await scene.store.addPlan(NewDegreePlan(name: "1"), by: scene.ben).created)
            let first = try #require(try await scene.store.plans(of: scene.ada).first)
            try await scene.store.delete(first.id, ifRev: nil, by: scene.ada)
            #expect(try await scene.store.addPlan(NewDegreePlan(name: "51"), by: scene.ada).created)
        }
    }

    @Test func anEditChangesWhatItNames() async throws {
        try await DegreeScene.with { scene in
            let plan = try await scene.plan()
            let renamed = try await scene.edit(plan, DegreePlanPatch(name: "Five years"), ifRev: 1)
            #expect(renamed.name == "Five years" && renamed.rev == 2 && renamed.editedAt == scene.now)
            #expect(renamed.terms == plan.terms && renamed.programme == plan.programme && renamed.shared)
            let head = try await scene.store.head().cursor
            #expect(try await scene.edit(plan, DegreePlanPatch(name: "Five years", terms: plan.terms)) == renamed)
            #expect(try await scene.store.head().cursor == head, "an edit that changes nothing is not logged")
            await #expect(throws: DomainError.stale) { try await scene.edit(plan, DegreePlanPatch(name: "Six"), ifRev: 1) }
            await #expect(throws: DomainError.stale) {
                try await scene.store.delete(plan.id, ifRev: 1, by: scene.ada)
            }
            let emptied = try await scene.edit(
                plan,
                DegreePlanPatch(
                    programme: .cleared, terms: [DegreeScene.fall, DegreeScene.spring],
                    creditsPerTerm: .cleared))
            #expect(emptied.programme == nil && emptied.creditsPerTerm == nil && emptied.rev == 3)
            #expect(emptied.terms == [DegreeScene.spring, DegreeScene.fall])
            try await scene.store.delete(plan.id, ifRev: 3, by: scene.ada)
            let gone = DomainError.notFound("plan \(plan.id)")
            await #expect(throws: gone) { try await scene.store.plan(plan.id, by: scene.ada) }
            await #expect(throws: gone) { try await scene.edit(plan, DegreePlanPatch(name: "Back")) }
            await #expect(throws: gone) { try await scene.store.delete(plan.id, ifRev: nil, by: scene.ada) }
        }
    }

    @Test func onlyTheOwnerEditsAPlan() async throws {
        try await DegreeScene.with { scene in
            let plan = try await scene.plan()
            _ = try await scene.store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            for person in [scene.eve, scene.ben] {
                let gone = DomainError.notFound("plan \(plan.id)")
                await #expect(throws: gone) {
                    try await scene.store.edit(plan.id, with: DegreePlanPatch(name: "Mine"), ifRev: nil, by: person)
                }
                await #expect(throws: gone) { try await scene.store.delete(plan.id, ifRev: nil, by: person) }
            }
            #expect(try await scene.store.plan(plan.id, by: scene.ben).name == plan.name)
        }
    }

    @Test func damagedJSONIsAFinding() async throws {
        try await DegreeScene.with { scene in
            let plan = try await scene.plan()
            try await scene.campus.execute(
                "UPDATE degree_plan SET terms = '[{\"term\":\"202699\"}]', accepted = '{', credits_per_term = '\"many\"'")
            #expect(
                try await scene.store.check() == [
                    "The terms of plan \(plan.id) cannot be read.", "The accepted problems of plan \(plan.id) cannot be read.",
                    "The credits of plan \(plan.id) cannot be read.",
                ])
            await #expect(throws: DomainError.self) { try await scene.store.plan(plan.id, by: scene.ada) }
            try await scene.campus.execute("UPDATE degree_plan SET terms = '[]', accepted = '[]', credits_per_term = NULL")
        }
    }

    @Test func aCheckFindsWhatDoesNotBelongTogether() async throws {
        try await DegreeScene.with { scene in
            let (plan, other) = (try await scene.plan(), try await scene.plan("Other"))
            let first = try await scene.comment("First", on: plan, by: scene.eve)
            let foreign = try await scene.comment("Foreign", on: other, by: scene.ada)
            try await scene.campus.execute(
                """
                INSERT INTO plan_follower VALUES ('\(plan.id)', '\(scene.ada)');
                DELETE FROM plan_follower WHERE account_id = '\(scene.eve)';
                UPDATE plan_reply SET parent_id = '\(first.id)' WHERE id = '\(foreign.id)';
                UPDATE degree_plan SET reply_count = 7 WHERE id = '\(plan.id)';
                """)
            #expect(try await scene.store.check().count == 4)
            try await scene.campus.execute(
                """
                DELETE FROM plan_follower;
                INSERT INTO plan_follower VALUES ('\(plan.id)', '\(scene.eve)');
                UPDATE plan_reply SET parent_id = NULL;
                UPDATE degree_plan SET reply_count = 1;
                """)
        }
    }
}
