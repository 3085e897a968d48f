import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// Who may read a plan, and what a reader of the log, a snapshot or an archive learns of it.
@Suite("Privacy of degree plans")
struct PlanPrivacyTests {
    @Test func anUnsharedPlanDoesNotExistForOthers() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let plan = try await scene.plan("Secret", shared: false)
            let note = try await scene.comment("Secret note", on: plan, by: scene.ada)
            try await expectNothing(of: plan, note, for: [scene.eve, scene.ben], in: scene)
            for person in [scene.eve, scene.ben] {
                #expect(try await scene.received(by: person, since: start) == [])
                #expect(try await !scene.snapshot(of: person).values.contains { $0.contains("Secret") })
                #expect(try await !scene.export(of: person).values.contains { $0.contains("Secret") })
            }
            #expect(try await store.plan(plan.id, by: scene.ada).replyCount == 1)
            #expect(try await scene.comments(on: plan, by: scene.ada) == [note])
        }
    }

    /// Whoever has the id of a shared plan may read it. It is in the copies of those who commented or approved.
    @Test func aSharedPlanIsInTheCopiesOfItsFollowers() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let plan = try await scene.plan()
            let note = try await scene.comment("My note", on: plan, by: scene.ada)
            #expect(try await store.plan(plan.id, by: scene.ben).replyCount == 1)
            #expect(try await scene.comments(on: plan, by: scene.ben) == [note])
            for person in [scene.eve, scene.ben] {
                #expect(try await scene.received(by: person, since: start) == [], "reading is not following")
                #expect(try await store.followedPlans(of: person) == [])
            }
            let advice = try await scene.comment("Advice", on: plan, by: scene.eve)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.ben)
            let shown = try await store.plan(plan.id, by: scene.ada)
            for person in [scene.ada, scene.eve, scene.ben] {
                let held = try await scene.snapshot(of: person)
                #expect(held["degreePlan \(plan.id)"] == (try JSONCoding.string(shown)))
                #expect(held["planReply \(note.id)"] == (try JSONCoding.string(note)))
                #expect(held["planReply \(advice.id)"] == (try JSONCoding.string(advice)))
                #expect(try await Set(scene.received(by: person, since: start)).isSuperset(of: held.values))
                #expect(try await store.followedPlans(of: person) == (person == scene.ada ? [] : [shown]))
            }
        }
    }

    @Test func followersLoseAPlanThatIsNoLongerShared() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let plan = try await scene.plan("Secret")
            let note = try await scene.comment("Secret note", on: plan, by: scene.ada)
            let advice = try await scene.comment("Secret advice", on: plan, by: scene.eve)
            _ = try await scene.comment("More", on: plan, by: scene.ada)
            let (middle, inbox) = (try await store.head().cursor, try await store.inbox(scene.eve))
            #expect(inbox.map(\.kind) == [.planReply])
            try await scene.share(plan, false)
            #expect(
                Set(try await scene.received(by: scene.eve, since: middle)).isSuperset(of: [
                    "- degreePlan \(plan.id)", "- planReply \(note.id)", "- planReply \(advice.id)",
                    "- notification \(inbox[0].id)",
                ]))
            try await expectNothing(of: plan, note, for: [scene.eve], in: scene)
            // A replay of the time before delivers no words.
            #expect(try await scene.received(by: scene.eve, since: start).allSatisfy { $0.hasPrefix("- ") })
            #expect(try await store.inbox(scene.eve) == [])
            await #expect(throws: DomainError.notFound("notification \(inbox[0].id)")) {
                try await store.notification(inbox[0].id, by: scene.eve)
            }
            let gone = DomainError.notFound("reply \(advice.id)")
            await #expect(throws: gone) {
                try await store.editPlanReply(advice.id, with: ReplyPatch(body: "x"), ifRev: nil, by: scene.eve)
            }
            await #expect(throws: gone) { try await store.deletePlanReply(advice.id, ifRev: nil, by: scene.eve) }

            let end = try await store.head().cursor
            _ = try await scene.edit(plan, DegreePlanPatch(name: "Secret twice", terms: []))
            _ = try await scene.comment("Secret thought", on: plan, by: scene.ada)
            try await store.deletePlanReply(note.id, ifRev: nil, by: scene.ada)
            #expect(try await scene.received(by: scene.eve, since: end) == [], "not even that something changed")
            #expect(try await store.inbox(scene.eve) == [])

            try await scene.share(plan)
            #expect(try await scene.received(by: scene.eve, since: end).contains { $0.contains("Secret thought") })
            #expect(try await store.followedPlans(of: scene.eve).map(\.name) == ["Secret twice"])
            #expect(try await scene.received(by: scene.ben, since: start) == [])
        }
    }

    @Test func aDeletedPlanLeavesNoWords() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let plan = try await scene.plan("Secret")
            let advice = try await scene.comment("Secret advice", on: plan, by: scene.eve)
            let middle = try await store.head().cursor
            try await store.delete(plan.id, ifRev: nil, by: scene.ada)
            for person in [scene.ada, scene.eve] {
                #expect(
                    Set(try await scene.received(by: person, since: middle)).isSuperset(of: [
                        "- degreePlan \(plan.id)", "- planReply \(advice.id)",
                    ]))
                #expect(try await scene.received(by: person, since: start).allSatisfy { $0.hasPrefix("- ") })
                #expect(try await !scene.export(of: person).values.contains { $0.contains("Secret") })
                #expect(try await store.inbox(person) == [])
            }
            try await expectNothing(of: plan, advice, for: [scene.ada, scene.eve, scene.ben], in: scene)
            let words = try await store.read { try $0.value("SELECT COUNT(*) FROM plan_reply WHERE body <> ''") ?? 0 as Int }
            #expect(words == 0)
        }
    }

    @Test func aDeletedOrEditedCommentIsNotQuoted() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let plan = try await scene.plan()
            let (one, two) = (
                try await scene.comment("Old words", on: plan, by: scene.eve),
                try await scene.comment("Old promise", on: plan, by: scene.eve)
            )
            let inbox = try await store.inbox(scene.ada)
            #expect(inbox.map(\.reply) == [one.id], "one unread notification is enough")
            _ = try await store.editPlanReply(two.id, with: ReplyPatch(body: "New"), ifRev: nil, by: scene.eve)
            try await store.deletePlanReply(one.id, ifRev: nil, by: scene.eve)
            for person in [scene.ada, scene.eve] {
                let texts = try await scene.received(by: person, since: start)
                #expect(!texts.contains { $0.contains("Old") })
                #expect(texts.contains("- planReply \(one.id)"))
                #expect(try await !scene.snapshot(of: person).values.contains { $0.contains("Old") })
                #expect(try await !scene.export(of: person).values.contains { $0.contains("Old") })
            }
            #expect(try await scene.received(by: scene.ada, since: start).contains("- notification \(inbox[0].id)"))
            #expect(try await store.inbox(scene.ada) == [])
            let answer = try await scene.comment("Answer", on: plan, by: scene.eve)
            #expect(try await store.inbox(scene.ada).map(\.reply) == [answer.id])
        }
    }

    /// No way in for a person with nothing but the ids.
    private func expectNothing(
        of plan: DegreePlan, _ reply: PlanReply, for people: [Account.ID], in scene: DegreeScene
    ) async throws {
        let store = scene.store
        let (noPlan, noReply) = (DomainError.notFound("plan \(plan.id)"), DomainError.notFound("reply \(reply.id)"))
        for person in people {
            await #expect(throws: noPlan) { try await store.plan(plan.id, by: person) }
            await #expect(throws: noPlan) { try await store.approve(plan.id, true, ifRev: nil, by: person) }
            await #expect(throws: noPlan) { try await store.approve(plan.id, false, ifRev: nil, by: person) }
            await #expect(throws: noPlan) { try await scene.comments(on: plan, by: person) }
            await #expect(throws: noPlan) { try await scene.comment("Hello", on: plan, by: person) }
            await #expect(throws: noPlan) {
                try await store.edit(plan.id, with: DegreePlanPatch(shared: true), ifRev: nil, by: person)
            }
            await #expect(throws: noPlan) { try await store.delete(plan.id, ifRev: nil, by: person) }
            await #expect(throws: noReply) {
                try await store.editPlanReply(reply.id, with: ReplyPatch(body: "x"), ifRev: nil, by: person)
            }
            await #expect(throws: noReply) { try await store.deletePlanReply(reply.id, ifRev: nil, by: person) }
            #expect(try await store.followedPlans(of: person) == [])
            #expect(try await !store.plans(of: person).contains { $0.id == plan.id })
        }
    }
}
