import Foundation
import NoteItCore

extension Samples {
    static func degreePlan(_ name: String, of account: Account = ada, after seconds: Double = 0) -> DegreePlan {
        DegreePlan(
            id: .make(at: now), owner: author(account), name: name, programme: nil,
            terms: [PlanTerm(term: AcademicTerm(2026, .fall), courses: [CourseCode(subject: "CMPT", number: "225")])],
            creditsPerTerm: nil, accepted: [], shared: false, approved: nil, approvalLost: nil, replyCount: 0,
            createdAt: now.addingTimeInterval(seconds), editedAt: nil, rev: 1)
    }

    static func comment(_ number: Int, on plan: DegreePlan, by account: Account = bob) -> PlanReply {
        PlanReply(
            id: .make(at: now), plan: plan.id, number: number, parent: nil, body: "Comment \(number)", author: author(account),
            createdAt: now, editedAt: nil, rev: 1)
    }
}
