import Foundation
import NoteItCore

/// Tokens of scripts, a row for each.
public struct ApiTokenTable: Sendable {
    private let tokens: [ApiToken]
    private let clock: DueText

    public init(_ tokens: [ApiToken], clock: DueText) { (self.tokens, self.clock) = (tokens, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 8), .init("may"), .init("course", dropRank: 2), .init("ends"), .init("last used"),
            .init("id", dropRank: 1),
        ])
        for token in tokens {
            let hasEnded = token.expiresAt <= clock.now
            table.addRow([
                Styled(token.name, .strong), Styled(token.scope.rawValue), Styled(token.course?.name ?? "all", .faint),
                Styled(clock.distance(token.expiresAt), hasEnded ? .warning : .plain),
                Styled(token.lastUsed.map(clock.distance) ?? "never"), Styled(token.id.short, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }
}

extension ApiToken {
    /// Tab-separated values: id, name, scope, course, made, end and last use in UTC.
    public var fields: [String] {
        [
            id.description, name, scope.rawValue, course?.text ?? "", RFC3339.string(createdAt), RFC3339.string(expiresAt),
            lastUsed.map(RFC3339.string) ?? "",
        ]
    }
}

/// Second factors, a row for each.
public struct SecondFactorTable: Sendable {
    private let factors: [SecondFactor]
    private let clock: DueText

    public init(_ factors: [SecondFactor], clock: DueText) { (self.factors, self.clock) = (factors, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 8), .init("kind", dropRank: 2), .init("added"), .init("last used"), .init("id", dropRank: 1),
        ])
        for factor in factors {
            table.addRow([
                Styled(factor.name, .strong), Styled(factor.kind == SecondFactor.totp ? "app" : factor.kind, .faint),
                Styled(clock.distance(factor.createdAt), .faint),
                Styled(factor.lastUsed.map(clock.distance) ?? "never"), Styled(factor.id.short, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }
}

extension SecondFactor {
    /// Tab-separated values: id, kind, name, added and last used in UTC.
    public var fields: [String] {
        [id.description, kind, name, RFC3339.string(createdAt), lastUsed.map(RFC3339.string) ?? ""]
    }
}
