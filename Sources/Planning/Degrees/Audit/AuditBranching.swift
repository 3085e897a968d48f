/// The choice of the next branches of the search.
extension AuditRelaxation {
    /// Two decisions, the more promising first: every assignment keeps one of them, this flow keeps neither. Nil if the flow is an
    /// assignment whose gain is the flow's. Empty if the decisions made allow no assignment.
    func nextDecisions() -> [Decision]? {
        var open: (requirement: Int, part: Int, of: Int)?
        var ranges: [Decision]?
        for (number, requirement) in model.requirements.enumerated() {
            let sum = requirement.edges.reduce(0) { isUsed($1) ? $0 + model.edges[$1].value : $0 }
            if states[number] == .open {
                guard sum > 0 else { continue }
                let isWhole = sum >= requirement.need && isMinimal(number, sum)
                if isWhole, isShareExact(number) { continue }
                if open.map({ sum * $0.of > $0.part * requirement.need }) ?? true { open = (number, sum, requirement.need) }
            } else if !requirement.isSingleKind, ranges == nil {
                ranges = rangeDecisions(number, sum)
            }
        }
        if let open { return [.isSatisfied(open.requirement, true), .isSatisfied(open.requirement, false)] }
        if let ranges { return ranges }
        for (number, code) in model.codes.enumerated() where code.canBeShared {
            if let edge = badUse(number, code) { return [.uses(edge, true), .uses(edge, false)] }
        }
        return nil
    }

    private func isShareExact(_ number: Int) -> Bool {
        let requirement = model.requirements[number]
        let need: Int
        if requirement.isSingleKind {
            let value = model.values[requirement.kinds.lowerBound]
            need = (requirement.need + value - 1) / value
        } else {
            need = model.fewest(number)
        }
        return model.satisfiedGain % need == 0
    }

    /// Whether none of the courses that the flow holds is beyond need.
    private func isMinimal(_ number: Int, _ sum: Int) -> Bool {
        let requirement = model.requirements[number]
        guard !requirement.isSingleKind else { return true }
        let least = requirement.edges.reduce(Int.max) { isUsed($1) ? min($0, model.edges[$1].value) : $0 }
        return sum - least < requirement.need
    }

    private func rangeDecisions(_ number: Int, _ sum: Int) -> [Decision]? {
        let requirement = model.requirements[number]
        let needsMore = states[number] == .satisfied && sum < requirement.need
        let needsLess = states[number] == .unsatisfied ? sum >= requirement.need : !isMinimal(number, sum)
        guard needsMore || needsLess else { return nil }
        guard let bounds = bounds[number] else { return [] }
        var flows = [Int](repeating: 0, count: requirement.kinds.count)
        for edge in requirement.edges where isUsed(edge) { flows[model.edges[edge].kind - requirement.kinds.lowerBound] += 1 }
        let places = flows.indices.filter { bounds.least[$0] < bounds.most[$0] }
        guard
            let place = places.first(where: { needsMore ? flows[$0] < bounds.most[$0] : flows[$0] > bounds.least[$0] })
                ?? places.first
        else { return [] }
        let kind = requirement.kinds.lowerBound + place
        let (least, most) = (bounds.least[place], bounds.most[place])
        if needsMore {
            let cut = min(max(flows[place], least), most - 1)
            return [.range(kind, cut + 1...most), .range(kind, least...cut)]
        }
        // Remove as many courses as the rest can spare.
        let value = model.values[kind]
        let fewer = max(1, (sum - requirement.need) / value)
        let cut = min(max(flows[place] - fewer + 1, least + 1), most)
        return [.range(kind, least...cut - 1), .range(kind, cut...most)]
    }

    /// An edge of a course that stands twice where it may not, or is worth less than the flow takes it to be.
    private func badUse(_ number: Int, _ code: AuditModel.Code) -> Int? {
        let own = code.edges.filter(isUsed)
        guard let first = own.first else { return nil }
        if own.count > 1, model.areRivals(first, own[1]) {
            return own.max { model.rivals(of: $0).count < model.rivals(of: $1).count }
        }
        let worth = own.map { model.edges[$0].worth }.max() ?? .nothing
        let best = bestWorth(of: number)
        guard worth < best else { return nil }
        return code.edges.first { bans[$0] == 0 && model.edges[$0].worth == best }
    }
}
