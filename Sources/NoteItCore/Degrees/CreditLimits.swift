/// The most credits of a term. In JSON one number for every season, or an object with one for each; an absent season has none.
public struct CreditLimits: Equatable, Sendable {
    public var spring, summer, fall: CreditAmount

    public init(spring: CreditAmount, summer: CreditAmount, fall: CreditAmount) {
        (self.spring, self.summer, self.fall) = (spring, summer, fall)
    }

    public init(every credits: CreditAmount) { self.init(spring: credits, summer: credits, fall: credits) }

    /// A season without a limit of its own has that of every season, or else none. Nil if no limit is given.
    public init?(every: CreditAmount?, spring: CreditAmount?, summer: CreditAmount?, fall: CreditAmount?) {
        guard every != nil || spring != nil || summer != nil || fall != nil else { return nil }
        let rest = every ?? .zero
        self.init(spring: spring ?? rest, summer: summer ?? rest, fall: fall ?? rest)
    }

    /// The limits if neither a request nor a plan sets any.
    public static let standard = CreditLimits(spring: CreditAmount(15), summer: .zero, fall: CreditAmount(15))

    public subscript(_ season: AcademicTerm.Season) -> CreditAmount {
        switch season {
        case .spring: spring
        case .summer: summer
        case .fall: fall
        }
    }
}

extension CreditLimits: Codable {
    enum CodingKeys: CodingKey { case spring, summer, fall }

    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            self.init(every: try CreditAmount(from: decoder))
            return
        }
        func credits(_ key: CodingKeys) throws -> CreditAmount {
            try container.decodeIfPresent(CreditAmount.self, forKey: key) ?? .zero
        }
        self.init(spring: try credits(.spring), summer: try credits(.summer), fall: try credits(.fall))
    }

    public func encode(to encoder: any Encoder) throws {
        guard spring != summer || summer != fall else { return try fall.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(spring, forKey: .spring)
        try container.encode(summer, forKey: .summer)
        try container.encode(fall, forKey: .fall)
    }
}
