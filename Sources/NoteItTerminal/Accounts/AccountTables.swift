import Foundation
import NoteItCore

extension ApiToken: TableEntry {
    public static let columns: [Table.Column] = [
        .init("name", least: 8), .init("may"), .init("course", dropRank: 2), .init("ends"), .init("last used"),
        .init("id", dropRank: 1),
    ]

    public func cells(_ clock: DueText) -> [Styled] {
        let hasEnded = expiresAt <= clock.now
        return [
            Styled(name, .strong), Styled(scope.rawValue), Styled(course?.name ?? "all", .faint),
            Styled(clock.distance(expiresAt), hasEnded ? .warning : .plain),
            Styled(lastUsed.map(clock.distance) ?? "never"), Styled(id.short, .faint),
        ]
    }

    /// Tab-separated values: id, name, scope, course, made, end and last use in UTC.
    public var fields: [String] {
        [
            id.description, name, scope.rawValue, course?.text ?? "", RFC3339.string(createdAt), RFC3339.string(expiresAt),
            lastUsed.map(RFC3339.string) ?? "",
        ]
    }
}

extension SecondFactor: TableEntry {
    public static let columns: [Table.Column] = [
        .init("name", least: 8), .init("kind", dropRank: 2), .init("added"), .init("last used"), .init("id", dropRank: 1),
    ]

    public func cells(_ clock: DueText) -> [Styled] {
        [
            Styled(name, .strong), Styled(kind == SecondFactor.totp ? "app" : kind, .faint),
            Styled(clock.distance(createdAt), .faint),
            Styled(lastUsed.map(clock.distance) ?? "never"), Styled(id.short, .faint),
        ]
    }

    /// Tab-separated values: id, kind, name, added and last used in UTC.
    public var fields: [String] {
        [id.description, kind, name, RFC3339.string(createdAt), lastUsed.map(RFC3339.string) ?? ""]
    }
}
