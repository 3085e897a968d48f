import NoteItCore

/// Degree plans by the names that people type.
public struct DegreePlanNames: Sendable {
    public enum Match: Sendable, Equatable {
        case one(DegreePlan)
        case several([DegreePlan])
        /// No plan has the name. `near`: the names that were probably meant.
        case none(near: [String])
    }

    public let plans: [DegreePlan]
    private let reader: Account.ID?

    /// - Parameter reader: their own plans win over those that they follow.
    public init(_ plans: [DegreePlan], reader: Account.ID?) { (self.plans, self.reader) = (plans, reader) }

    public var own: [DegreePlan] { plans.filter { $0.owner.id == reader } }

    /// By name, id, beginning of the name, beginning of a word in it, beginning or end of the id; the first of these that matches
    /// anything. Case is ignored.
    public func find(_ text: String) -> Match {
        let text = text.lowercased()
        let isID = text.count >= 4 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
        let ways: [(DegreePlan) -> Bool] = [
            { $0.name.lowercased() == text }, { $0.id.description == text }, { $0.name.lowercased().hasPrefix(text) },
            { plan in plan.name.lowercased().split(separator: " ").contains { $0.hasPrefix(text) } },
            { isID && ($0.id.description.hasPrefix(text) || $0.id.description.hasSuffix(text)) },
        ]
        for way in ways where !text.isEmpty {
            for plans in [own, plans] {
                let found = plans.filter(way)
                if let only = found.first, found.count == 1 { return .one(only) }
                if !found.isEmpty { return .several(found) }
            }
        }
        return .none(near: Suggestion.nearest(to: text, among: plans.map(\.name)))
    }
}
