import NoteItCore

/// Degree plans, a row for each: the reader's own, then those that they follow.
public struct DegreePlansTable: Sendable {
    private let plans: [DegreePlan]
    private let reader: Account.ID?
    private let clock: DueText

    public init(_ plans: [DegreePlan], reader: Account.ID?, clock: DueText) {
        (self.plans, self.reader, self.clock) = (plans, reader, clock)
    }

    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 20), .init("terms", dropRank: 2), .init("courses", right: true),
            .init("programme", least: 8, dropRank: 3),
            .init("", least: 8), .init("changed", dropRank: 2), .init("comments", right: true, dropRank: 1),
            .init("id", dropRank: 4),
        ])
        for plan in plans {
            let owner = plan.owner.id == reader ? "" : " of \(plan.owner.displayName)"
            table.addRow([
                Styled(plan.name, .strong) + Styled(owner, .faint), Styled(plan.span), Styled("\(plan.courseCount)"),
                Styled(plan.programme?.text ?? "", .faint), state(plan),
                Styled(clock.short(plan.editedAt ?? plan.createdAt), .faint),
                Styled(plan.replyCount == 0 ? "" : "\(plan.replyCount)"),
                Styled(plan.id.description, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }

    private func state(_ plan: DegreePlan) -> Styled {
        if plan.approved != nil { return Styled("approved", .good) }
        if plan.approvalLost != nil { return Styled("approval lost", .warning) }
        return Styled(plan.shared ? "shared" : "", .notice)
    }

    /// For tab-separated output.
    public var rows: [[String]] {
        plans.map { plan in
            [
                plan.id.description, plan.name, plan.owner.id == reader ? "" : plan.owner.displayName,
                plan.programme?.text ?? "", plan.terms.first?.term.description ?? "", plan.terms.last?.term.description ?? "",
                "\(plan.courseCount)", plan.shared ? "shared" : "private",
                plan.approved != nil ? "approved" : plan.approvalLost != nil ? "lost" : "", "\(plan.replyCount)",
                RFC3339.string(plan.editedAt ?? plan.createdAt),
            ]
        }
    }
}

extension DegreePlan {
    var courseCount: Int { terms.reduce(0) { $0 + $1.courses.count } }

    /// The terms of a plan, as in `Fall 2026 to Spring 2030`.
    var span: String {
        guard let first = terms.first?.term, let last = terms.last?.term else { return "" }
        return first == last ? first.name : "\(first.name) to \(last.name)"
    }
}
