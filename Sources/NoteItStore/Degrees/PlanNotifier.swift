import Foundation
import NoteItCore

/// Notifies people of what happens to a plan: its owner of what others do, its followers of what its owner says, and
/// its approver of an edit that takes the approval away. A person with an
/// unread notification of the same kind about the plan gets no other.
struct PlanNotifier {
    let plan: DegreePlan
    /// The account that acts.
    let actor: Account.ID
    let tx: Transaction

    func approved() throws { try tell(.planApproved, [plan.owner.id]) }

    /// Tells the person whose approval an edit took away.
    func approvalLost() throws {
        if let lost = plan.approvalLost { try tell(.planApprovalLost, [lost.by.id]) }
    }

    func replied(_ reply: PlanReply.ID) throws {
        let isOwn = plan.owner.id == actor
        try tell(.planReply, isOwn ? DegreePlanRow.followers(of: plan.id, tx.db) : [plan.owner.id], reply)
    }

    private func tell(_ kind: InboxNotification.Kind, _ people: [Account.ID], _ reply: PlanReply.ID? = nil) throws {
        for account in people where try !isWaiting(kind, for: account) {
            let new = InboxNotification(
                id: .make(at: tx.now), kind: kind, course: nil, reply: reply, plan: plan.id, createdAt: tx.now, readAt: nil)
            try NotificationRow.add(account, new, tx)
        }
    }

    /// Whether the person has such a notification that they have not read. One about a deleted comment does not count.
    private func isWaiting(_ kind: InboxNotification.Kind, for account: Account.ID) throws -> Bool {
        try tx.db.first(
            """
            SELECT 1 FROM notification n WHERE n.plan_id = ? AND n.account_id = ? AND n.kind = ? AND n.read_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM plan_reply r WHERE r.id = n.plan_reply_id AND r.deleted_at IS NOT NULL)
            """, plan.id, account, kind.rawValue) != nil
    }
}
