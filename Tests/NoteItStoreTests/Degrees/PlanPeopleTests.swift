import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("People of degree plans: notifications, names, leaving and archives")
struct PlanPeopleTests {
    @Test func theOwnerIsNotifiedOfCommentsAndApprovals() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let advice = try await scene.comment("Advice", on: plan, by: scene.eve)
            _ = try await scene.comment("More advice", on: plan, by: scene.ben)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            let inbox = try await store.inbox(scene.ada)
            #expect(inbox.map(\.kind) == [.planReply, .planApproved])
            #expect(inbox.map(\.plan) == [plan.id, plan.id] && inbox.map(\.reply) == [advice.id, nil])
            #expect(inbox.allSatisfy { $0.course == nil && $0.event == nil && $0.text == nil })
            #expect(try await store.notification(inbox[0].id, by: scene.ada) == inbox[0])
            _ = try await store.approve(plan.id, false, ifRev: nil, by: scene.eve)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            #expect(try await store.inbox(scene.ada) == inbox, "unread notifications are not repeated")
            try await store.markRead(inbox.map(\.id), by: scene.ada)
            _ = try await scene.comment("Once more", on: plan, by: scene.eve)
            #expect(try await store.inbox(scene.ada).map(\.kind) == [.planReply, .planApproved, .planReply])
            for person in [scene.eve, scene.ben] { #expect(try await store.inbox(person) == []) }
        }
    }

    @Test func followersAreNotifiedOfTheOwnersComments() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            _ = try await scene.comment("Advice", on: plan, by: scene.eve)
            let question = try await scene.comment("Why?", on: plan, by: scene.ada)
            _ = try await scene.comment("Not you", on: plan, by: scene.ben)
            #expect(try await store.inbox(scene.eve).map(\.reply) == [question.id])
            #expect(try await store.inbox(scene.ben) == [])
            #expect(try await store.inbox(scene.ada).map(\.kind) == [.planReply], "not of what they said themselves")
        }
    }

    @Test(arguments: [1, 2, 99])
    func aNewNameReachesEveryoneWhoHasThePlan(limit: Int) async throws {
        try await DegreeScene.with { scene in
            let (store, plan, other) = (scene.store, try await scene.plan(), try await scene.plan("Other"))
            for body in ["One", "Two"] { _ = try await scene.comment(body, on: plan, by: scene.eve) }
            _ = try await scene.comment("Three", on: plan, by: scene.ben)
            _ = try await scene.comment("Four", on: other, by: scene.ben)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            _ = try await scene.edit(plan, DegreePlanPatch(terms: []))
            _ = try await store.approve(other.id, true, ifRev: nil, by: scene.eve)
            let people = [scene.ada, scene.eve, scene.ben]
            var replicas = people.map { Replica(of: $0) }
            for index in replicas.indices { try await replicas[index].begin(from: store, limit: 9) }
            for person in people {
                let name = "New name of \(person)"
                _ = try await store.update(person, with: AccountPatch(displayName: name))
            }
            for index in replicas.indices {
                var more = true
                while more {
                    let read = try await replicas[index].advance(on: store, limit: limit)
                    #expect(read.faults == [])
                    more = read.more
                }
                #expect(try await replicas[index].differences(from: scene.snapshot(of: people[index])) == [])
            }
            let shown = try await store.plan(plan.id, by: scene.ben)
            #expect(shown.owner.displayName == "New name of \(scene.ada)")
            #expect(shown.approvalLost?.by.displayName == "New name of \(scene.eve)")
        }
    }

    /// The same for the server, which reads the log once for all people.
    @Test(arguments: [1, 99])
    func theLogOfEveryoneHasAnEntryForEachReader(limit: Int) async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let advice = try await scene.comment("Advice", on: plan, by: scene.eve)
            func entries(since position: LogPosition) async throws -> Set<String> {
                var (found, position): (Set<String>, LogPosition) = ([], position)
                let end = try await store.head().position
                while position < end {
                    let batch = try await store.entries(after: position, limit: limit)
                    for entry in batch.entries {
                        for person in [scene.ada, scene.eve, scene.ben] {
                            let interest = try await store.interest(of: person).interest
                            guard let view = entry.view(for: interest) else { continue }
                            let name = try await store.account(person).displayName
                            found.insert("\(name) \(view) \(entry.plain.type.rawValue) \(entry.plain.subject)")
                        }
                    }
                    position = batch.end
                }
                return found
            }
            var start = try await store.head().position
            try await scene.share(plan, false)
            #expect(
                try await entries(since: start) == [
                    "ada plain degreePlan \(plan.id)", "eve removed degreePlan \(plan.id)",
                    "eve removed planReply \(advice.id)",
                ])
            start = try await store.head().position
            try await scene.share(plan)
            _ = try await store.update(scene.ada, with: AccountPatch(displayName: "Ada L."))
            #expect(
                try await entries(since: start) == [
                    "Ada L. plain account \(scene.ada)", "Ada L. plain degreePlan \(plan.id)",
                    "eve plain degreePlan \(plan.id)",
                    "eve plain planReply \(advice.id)",
                ])
        }
    }

    @Test func aPersonWhoLeavesTakesTheirPlansAndLeavesTheirComments() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan("Ada's"))
            let eves = try await store.addPlan(NewDegreePlan(name: "Eve's", shared: true), by: scene.eve).plan
            let item = RecordItem(course: CourseCode(subject: "CMPT", number: "125"), term: nil, reason: "Ada's reason")
            _ = try await store.setRecord([item], ifRev: nil, of: scene.ada)
            let advice = try await scene.comment("Advice", on: plan, by: scene.eve)
            let comment = try await scene.comment("Words that stay", on: eves, by: scene.ada)
            let gone = try await scene.comment("Words that go", on: eves, by: scene.ada)
            try await store.deletePlanReply(gone.id, ifRev: nil, by: scene.ada)
            _ = try await store.approve(eves.id, true, ifRev: nil, by: scene.ada)
            var replica = Replica(of: scene.eve)
            try await replica.begin(from: store, limit: 9)
            try await store.leave(scene.ada)
            #expect(try await replica.advance(on: store, limit: 99).faults == [])
            let held = try await scene.snapshot(of: scene.eve)
            #expect(replica.differences(from: held) == [])
            #expect(held["degreePlan \(plan.id)"] == nil && held["planReply \(advice.id)"] == nil)
            let stays = try #require(try await scene.comments(on: eves, by: scene.eve).first)
            #expect(stays.id == comment.id && stays.body == "Words that stay")
            #expect(stays.author.displayName == "Former member" && stays.author.handle == nil)
            #expect(try await store.plan(eves.id, by: scene.eve).approved == nil)
            await #expect(throws: DomainError.notFound("plan \(plan.id)")) { try await store.plan(plan.id, by: scene.eve) }
            #expect(try await store.record(of: scene.ada) == .empty)
            #expect(try await store.plans(of: scene.ada) == [])
            for text in held.values { #expect(!text.contains("Ada") && !text.contains("\"ada\"")) }
        }
    }

    @Test func anArchiveHasThePersonsPlansAndComments() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan("Ada's plan"))
            let eves = try await store.addPlan(NewDegreePlan(name: "Eve's plan", shared: true), by: scene.eve).plan
            let advice = try await scene.comment("Advice", on: plan, by: scene.eve)
            let mine = try await scene.comment("My comment", on: eves, by: scene.ada)
            _ = try await scene.comment("Of others", on: eves, by: scene.ben)
            let archive = try await scene.export(of: scene.ada)
            let plans = try JSONCoding.decode([DegreePlan].self, from: try #require(archive["plans-1.json"]))
            #expect(plans == [try await store.plan(plan.id, by: scene.ada)])
            let replies = try JSONCoding.decode([PlanReply].self, from: try #require(archive["plan-replies-1.json"]))
            #expect(Set(replies.map(\.id)) == [advice.id, mine.id])
            #expect(!archive.values.contains { $0.contains("Of others") || $0.contains("Eve's plan") })
            try await scene.share(plan, false)
            let eveArchive = try await scene.export(of: scene.eve)
            #expect(!eveArchive.values.contains { $0.contains("Ada's plan") })
            #expect(eveArchive["plan-replies-1.json"]?.contains("Advice") == true, "one's own words stay one's own")
        }
    }

    @Test func aSnapshotInSmallPagesHasEverything() async throws {
        try await DegreeScene.with { scene in
            let plans = [try await scene.plan(), try await scene.plan("Other"), try await scene.plan("Third", shared: false)]
            for plan in plans {
                for number in 1...3 { _ = try await scene.comment("\(number)", on: plan, by: scene.ada) }
            }
            for plan in plans.prefix(2) { _ = try await scene.comment("Advice", on: plan, by: scene.eve) }
            for (person, counts) in [(scene.ada, [3, 11]), (scene.eve, [2, 8]), (scene.ben, [0, 0])] {
                let whole = try await Replica.snapshot(of: person, scene.store, limit: 5_000)
                let types = ["degreePlan ", "planReply "]
                #expect(types.map { type in whole.keys.filter { $0.hasPrefix(type) }.count } == counts)
                for limit in 1...4 {
                    #expect(try await Replica.snapshot(of: person, scene.store, limit: limit) == whole, "pages of \(limit)")
                }
            }
        }
    }
}
