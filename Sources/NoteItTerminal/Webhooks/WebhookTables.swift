import Foundation
import NoteItCore

/// Webhooks, a row for each, and below it why one does not work.
public struct WebhookTable: Sendable {
    private let webhooks: [Webhook]
    private let clock: DueText

    public init(_ webhooks: [Webhook], clock: DueText) { (self.webhooks, self.clock) = (webhooks, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 8), .init("host"), .init("course", dropRank: 2), .init("tells", dropRank: 3), .init("state"),
            .init("id", dropRank: 1),
        ])
        for webhook in webhooks {
            table.addRow([
                Styled(webhook.name, .strong), Styled(webhook.host), Styled(webhook.course?.name ?? "all", .faint),
                Styled(webhook.tells, .faint), Styled(webhook.state.rawValue, webhook.state == .active ? .good : .warning),
                Styled(webhook.id.short, .faint),
            ])
        }
        return table.lines(width: width, header: true) + webhooks.compactMap(fault)
    }

    private func fault(_ webhook: Webhook) -> Styled? {
        guard let fault = webhook.fault else { return nil }
        let next =
            webhook.nextTry.map { " It is tried again \(clock.distance($0))." }
            ?? " After the repair: noteit webhook test \(webhook.id.short)"
        return Styled("\(webhook.name): \(fault)\(next)", .warning)
    }
}

extension Webhook {
    fileprivate var tells: String {
        changes == Kind.allCases ? "everything" : changes.map(\.rawValue).joined(separator: ", ")
    }

    /// Tab-separated values: id, name, host, course, kinds of changes with commas between, state, time of the next try in UTC, fault.
    public var fields: [String] {
        [
            id.description, name, host, course?.text ?? "", changes.map(\.rawValue).joined(separator: ","), state.rawValue,
            nextTry.map(RFC3339.string) ?? "", fault ?? "",
        ]
    }
}

extension WebhookDelivery: TableEntry {
    public static let columns: [Table.Column] = [
        .init("when"), .init("message"), .init("tries"), .init("answer"), .init("took", dropRank: 2),
        .init("webhook-id", dropRank: 1),
    ]

    public func cells(_ clock: DueText) -> [Styled] {
        [
            Styled(clock.distance(at)), Styled(type, .strong), Styled("\(tries)"),
            Styled(answer, taken ? .good : .warning), Styled("\(milliseconds) ms", .faint),
            Styled(id, .faint),
        ]
    }

    /// The status, or why there is none.
    public var answer: String { status.map { "\($0)" } ?? fault ?? "none" }

    /// Tab-separated values: id, type, subject, time in UTC, tries, whether it was taken, status, milliseconds, fault.
    public var fields: [String] {
        [
            id, type, subject ?? "", RFC3339.string(at), "\(tries)", "\(taken)", status.map { "\($0)" } ?? "",
            "\(milliseconds)",
            fault ?? "",
        ]
    }
}
