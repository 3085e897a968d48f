import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Comments on degree plans")
struct PlanReplyTests {
    @Test func aThreadIsReadOldestFirstInPages() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let first = try await scene.comment("Take MATH 150 first", on: plan, by: scene.eve)
            #expect(first.number == 1 && first.rev == 1 && first.author.id == scene.eve && first.author.email == nil)
            #expect(first.plan == plan.id && first.parent == nil && first.createdAt == scene.now && first.editedAt == nil)
            let answer = try await store.reply(NewReply(body: "Why?", parent: first.id), toPlan: plan.id, by: scene.ada).reply
            #expect(answer.number == 2 && answer.parent == first.id)
            let third = try await scene.comment("Because", on: plan, by: scene.ben)
            let page = try await store.replies(toPlan: plan.id, page: PageRequest(limit: 2), by: scene.ada)
            #expect(page.items == [first, answer])
            let rest = try await store.replies(toPlan: plan.id, page: PageRequest(limit: 2, after: page.next), by: scene.ada)
            #expect(rest.items == [third] && rest.next == nil)
            #expect(try await store.plan(plan.id, by: scene.ada).replyCount == 3)
            #expect(try await store.plan(plan.id, by: scene.ada).rev == 1, "a comment is not an edit")
        }
    }

    @Test func aRetryAddsNothingAndATakenIdIsRefused() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let new = NewReply(id: .make(at: scene.now), body: "Once")
            let first = try await store.reply(new, toPlan: plan.id, by: scene.eve)
            let second = try await store.reply(new, toPlan: plan.id, by: scene.eve)
            #expect(first.created && !second.created && first.reply == second.reply)
            let taken = DomainError.conflict("The id \(first.reply.id) is taken. Make a new one.")
            await #expect(throws: taken) { try await store.reply(new, toPlan: plan.id, by: scene.ada) }
            try await store.deletePlanReply(first.reply.id, ifRev: nil, by: scene.eve)
            await #expect(throws: DomainError.conflict("The reply \(first.reply.id) was sent before and deleted since.")) {
                try await store.reply(new, toPlan: plan.id, by: scene.eve)
            }
            #expect(try await store.plan(plan.id, by: scene.ada).replyCount == 0)
        }
    }

    /// `/v1/replies/{id}` serves replies to events and comments on plans.
    @Test func anIdIsOfAReplyOrOfAComment() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let dee = try await scene.campus.student("dee", in: [Campus.sections[0]])
            let event = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: dee).event.id
            let reply = try await store.reply(NewReply(body: "Here"), to: event, by: dee).reply
            await #expect(throws: DomainError.conflict("The id \(reply.id) is taken. Make a new one.")) {
                try await store.reply(NewReply(id: reply.id, body: "There"), toPlan: plan.id, by: dee)
            }
            let comment = try await scene.comment("There", on: plan, by: dee)
            await #expect(throws: DomainError.conflict("The id \(comment.id) is taken. Make a new one.")) {
                try await store.reply(NewReply(id: comment.id, body: "Here"), to: event, by: dee)
            }
        }
    }

    @Test func aCommentIsPlainAndAnswersOneOnTheSamePlan() async throws {
        try await DegreeScene.with { scene in
            let (store, plan, other) = (scene.store, try await scene.plan(), try await scene.plan("Other"))
            let elsewhere = try await scene.comment("Elsewhere", on: other, by: scene.eve)
            func refusal(_ new: NewReply) async -> DomainError? {
                await #expect(throws: DomainError.self) { try await store.reply(new, toPlan: plan.id, by: scene.eve) }
            }
            let parent = DomainError.invalid("parent", "must be a comment on the same plan")
            #expect(await refusal(NewReply(body: "No", parent: elsewhere.id)) == parent)
            #expect(await refusal(NewReply(body: "No", parent: .make(at: scene.now))) == parent)
            #expect(
                await refusal(NewReply(body: "No", attachments: [.make(at: scene.now)]))
                    == .invalid("attachments", "must be empty on a plan"))
            #expect(
                await refusal(NewReply(body: "No", anonymous: true)) == .invalid("anonymous", "must be false on a plan"))
            #expect(try await scene.comments(on: plan, by: scene.ada) == [])
            #expect(try await store.followedPlans(of: scene.eve).map(\.id) == [other.id])
            let plain = NewReply(body: "Yes", attachments: [], anonymous: false)
            let reply = try await store.reply(plain, toPlan: plan.id, by: scene.eve).reply
            await #expect(throws: DomainError.invalid("attachments", "must be empty on a plan")) {
                let patch = ReplyPatch(body: "Yes", attachments: [.make(at: scene.now)])
                return try await store.editPlanReply(reply.id, with: patch, ifRev: nil, by: scene.eve)
            }
        }
    }

    @Test func onlyItsAuthorEditsAComment() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let comment = try await scene.comment("Take MATH 150", on: plan, by: scene.eve)
            func edit(_ body: String, ifRev rev: Int? = nil, by person: Account.ID) async throws -> PlanReply {
                try await store.editPlanReply(comment.id, with: ReplyPatch(body: body), ifRev: rev, by: person)
            }
            for person in [scene.ada, scene.ben] {
                await #expect(throws: DomainError.forbidden("Only its author may edit a comment.")) {
                    try await edit("Mine", by: person)
                }
            }
            let edited = try await edit("Take MATH 151", ifRev: 1, by: scene.eve)
            #expect(edited.body == "Take MATH 151" && edited.rev == 2 && edited.editedAt == scene.now)
            let head = try await store.head().cursor
            #expect(try await edit("Take MATH 151", by: scene.eve) == edited)
            #expect(try await store.head().cursor == head)
            await #expect(throws: DomainError.stale) { try await edit("Late", ifRev: 1, by: scene.eve) }
            let absent = PlanReply.ID.make(at: scene.now)
            await #expect(throws: DomainError.notFound("reply \(absent)")) {
                try await store.editPlanReply(absent, with: ReplyPatch(body: "x"), ifRev: nil, by: scene.eve)
            }
        }
    }

    @Test func itsAuthorAndTheOwnerDeleteAComment() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            let (one, two) = (
                try await scene.comment("One", on: plan, by: scene.eve), try await scene.comment("Two", on: plan, by: scene.eve)
            )
            await #expect(throws: DomainError.forbidden("Only its author and the owner of the plan may delete a comment.")) {
                try await store.deletePlanReply(one.id, ifRev: nil, by: scene.ben)
            }
            await #expect(throws: DomainError.stale) { try await store.deletePlanReply(one.id, ifRev: 2, by: scene.ada) }
            try await store.deletePlanReply(one.id, ifRev: 1, by: scene.ada)
            try await store.deletePlanReply(two.id, ifRev: nil, by: scene.eve)
            await #expect(throws: DomainError.notFound("reply \(one.id)")) {
                try await store.deletePlanReply(one.id, ifRev: nil, by: scene.ada)
            }
            #expect(try await scene.comments(on: plan, by: scene.ada) == [])
            let three = try await scene.comment("Three", on: plan, by: scene.eve)
            #expect(three.number == 3, "numbers are not given out twice")
            #expect(try await store.plan(plan.id, by: scene.ada).replyCount == 1)
        }
    }

    @Test func aHundredPeopleMayFollowAPlan() async throws {
        try await DegreeScene.with { scene in
            let (store, plan) = (scene.store, try await scene.plan())
            for number in 1...DegreePlan.mostFollowers {
                let person = try await scene.campus.person("p\(number)")
                _ = try await store.reply(NewReply(body: "Fine"), toPlan: plan.id, by: person)
            }
            let full = DomainError.conflict("100 people follow this plan. No other may comment on it or approve it.")
            await #expect(throws: full) { try await store.reply(NewReply(body: "Me too"), toPlan: plan.id, by: scene.eve) }
            await #expect(throws: full) { try await store.approve(plan.id, true, ifRev: nil, by: scene.eve) }
            #expect(try await store.plan(plan.id, by: scene.eve).replyCount == 100)
            #expect(try await store.plan(plan.id, by: scene.eve).approved == nil)
            _ = try await scene.comment("Thanks", on: plan, by: scene.ada)
        }
    }
}
