/// The best assignment of courses to requirements that compete for them.
///
/// 1. Branch and bound over the decisions of `AuditRelaxation` finds the greatest gain. Most audits need no branch: the first flow
///    is an assignment.
/// 2. Then it settles the candidates one after another, in the order of rule 14. A candidate is taken if some assignment of that
///    gain takes it together with all candidates taken before. (Two lists differ first where one takes a candidate that the other
///    leaves, and the longer list is first. So taking a candidate is always better.) The known best assignment shows this for its
///    own candidates; for others, a path of no cost does. Parts of the search tree that can still hold a best assignment stay open.
///
/// The memory of the open parts is bounded: beyond `mostTrails` the search ends with the best that it found.
struct AuditSearch {
    typealias Decision = AuditRelaxation.Decision

    private struct Branch {
        /// The decisions that lead to this part; nil for the whole tree.
        var trail: Trail?
        /// A best assignment in it, once it was visited. It ignores edges that were settled later, so it can allow too much.
        /// Nil if it was not visited, or there was no room: then it is found again.
        var flow: Flow?
    }

    /// How much is kept.
    private final class Kept {
        var trails = 0, flowBytes = 0
    }

    /// The decisions that lead to a part of the search tree. Trails share their beginnings.
    private final class Trail {
        let decision: Decision
        let before: Trail?
        let length: Int
        private let kept: Kept

        init(_ decision: Decision, after before: Trail?, _ kept: Kept) {
            (self.decision, self.before, self.kept) = (decision, before, kept)
            length = (before?.length ?? 0) + 1
            kept.trails += 1
        }

        deinit { kept.trails -= 1 }
    }

    private final class Flow {
        var network: FlowNetwork
        private let bytes: Int
        private let kept: Kept

        /// Keeps a copy of a network; nil if there is no room.
        init?(_ network: FlowNetwork, _ kept: Kept) {
            guard kept.flowBytes + network.bytes <= AuditSearch.mostFlowBytes else { return nil }
            (self.network, bytes, self.kept) = (network, network.bytes, kept)
            kept.flowBytes += bytes
        }

        deinit { kept.flowBytes -= bytes }
    }

    private let model: AuditModel
    private let effort: Effort
    private var relaxation: AuditRelaxation
    private(set) var best: [Bool]
    private var bestGain: Int
    /// Whether it is proved that `best` is the first of the best assignments.
    private(set) var isProved = false

    private let kept = Kept()
    /// The decisions that lead to the present part.
    private var path: Trail?
    /// Parts of the search tree, other than the present one, that may hold best assignments.
    private var open: [Branch] = []
    private var siblings: [Branch] = []
    private var isStopped = false

    private var nodes = 0

    static let stepsBetweenQuestions = 20_000
    static let nodesBetweenGuesses = 8
    static let edgesBetweenQuestions = 64
    /// A trail takes about 100 bytes, and belongs to one open part at most.
    static let mostTrails = 100_000
    static let mostFlowBytes = 16 << 20

    init(_ model: AuditModel, _ effort: Effort) {
        self.model = model
        self.effort = effort
        relaxation = AuditRelaxation(model)
        best = model.repaired([Bool](repeating: false, count: model.edges.count))
        bestGain = model.gain(best)
        guard repair() else { return }
        optimize()
        guard !isStopped else { return }
        isProved = settle()
    }

    /// - Returns: false if the search is over.
    private mutating func repair() -> Bool {
        guard !isStopped else { return false }
        var (counted, isStopped) = (relaxation.network.steps, false)
        let isRepaired = relaxation.repair { steps in
            guard steps - counted >= Self.stepsBetweenQuestions else { return false }
            effort.spend(steps - counted)
            counted = steps
            isStopped = effort.ask()
            return isStopped
        }
        effort.spend(relaxation.network.steps - counted)
        self.isStopped = isStopped
        return isRepaired
    }

    private mutating func decide(_ decision: Decision) {
        relaxation.decide(decision)
        path = Trail(decision, after: path, kept)
        // The next repair tells.
        if kept.trails > Self.mostTrails { isStopped = true }
    }

    private mutating func undo(to trail: Trail?) {
        relaxation.undo(to: trail?.length ?? 0)
        path = trail
    }

    // MARK: The greatest gain

    private mutating func optimize() {
        guard let bound = relaxation.gain, bound >= bestGain else { return }
        guard bound > bestGain else { return keep() }
        let decisions = relaxation.nextDecisions()
        if decisions == nil {
            improve(relaxation.used, bound)
        } else if nodes.isMultiple(of: Self.nodesBetweenGuesses) {
            let guess = model.repaired(relaxation.used)
            let gain = model.gain(guess)
            if gain > bestGain { improve(guess, gain) }
        }
        nodes += 1
        if nodes.isMultiple(of: Self.nodesBetweenGuesses), effort.ask() {
            isStopped = true
            return
        }
        guard bound > bestGain else { return keep() }
        for decision in decisions ?? [] {
            let start = path
            decide(decision)
            guard repair() else { return }
            optimize()
            if isStopped { return }
            undo(to: start)
        }
    }

    private mutating func improve(_ assignment: [Bool], _ gain: Int) {
        (best, bestGain) = (assignment, gain)
        open = []
    }

    /// The part of the tree at hand may hold best assignments, and nothing better.
    private mutating func keep() { open.append(Branch(trail: path)) }

    // MARK: Ties

    /// - Returns: false if the search is over.
    private mutating func settle() -> Bool {
        guard findFirst() else { return false }
        adopt()
        for edge in model.edges.indices {
            let isKnown = best[edge]
            if edge % Self.edgesBetweenQuestions == Self.edgesBetweenQuestions - 1, effort.ask() { return false }
            guard isKnown || !settleUse(of: edge) else { continue }
            guard !isStopped else { return false }
            relaxation.settle(edge, isKnown)
            guard repair() else { return false }
        }
        return true
    }

    /// Goes to an assignment of the greatest gain.
    private mutating func findFirst() -> Bool {
        // The first is the one where the greatest gain was found.
        open.reverse()
        while let branch = open.popLast() {
            go(to: branch.trail)
            guard repair() else { return false }
            if find() { return true }
            if isStopped { return false }
        }
        return false
    }

    /// Goes to an assignment of the greatest gain below the present decisions. `siblings` gets the branches not looked at.
    private mutating func find() -> Bool {
        guard let gain = relaxation.gain, gain >= bestGain else { return false }
        guard let decisions = relaxation.nextDecisions() else { return true }
        let start = path
        for (place, decision) in decisions.enumerated() {
            decide(decision)
            guard repair() else { return false }
            if find() {
                siblings += decisions[(place + 1)...].map { Branch(trail: Trail($0, after: start, kept)) }
                return true
            }
            if isStopped { return false }
            undo(to: start)
        }
        return false
    }

    /// The assignment at hand becomes the best; what was found beside it stays open.
    private mutating func adopt() {
        best = relaxation.used
        open += siblings
        siblings = []
    }

    /// Settles that `edge` is used, if a best assignment uses it, and goes there.
    private mutating func settleUse(of edge: Int) -> Bool {
        let (home, arc) = (path, relaxation.arc(of: edge))
        var homeFlow: FlowNetwork?
        if relaxation.canUse(edge) {
            homeFlow = relaxation.network
            if use(edge) { return true }
            if isStopped { return false }
        }
        var refused: [Branch] = []
        while var branch = open.popLast() {
            if branch.flow?.network.canPush(arc) == false {
                refused.append(branch)
                continue
            }
            if homeFlow == nil { homeFlow = relaxation.network }
            branch.flow = nil
            go(to: branch.trail)
            guard repair() else { return false }
            guard find() else {
                if isStopped { return false }
                continue
            }
            open += siblings
            siblings = []
            branch = Branch(trail: path, flow: Flow(relaxation.network, kept))
            if relaxation.canUse(edge) {
                if use(edge) { return true }
                if isStopped { return false }
            }
            refused.append(branch)
        }
        open = refused.reversed()
        if let homeFlow {
            go(to: home)
            relaxation.restore(homeFlow)
        }
        return false
    }

    private mutating func go(to trail: Trail?) {
        undo(to: nil)
        var (decisions, rest): ([Decision], Trail?) = ([], trail)
        while let last = rest {
            decisions.append(last.decision)
            rest = last.before
        }
        for decision in decisions.reversed() { relaxation.decide(decision) }
        path = trail
    }

    /// Moves the flow at hand, an assignment, to one that uses `edge`; if none is as good, nothing is settled.
    private mutating func use(_ edge: Int) -> Bool {
        let start = path
        relaxation.use(edge)
        relaxation.settle(edge, true)
        guard repair() else { return false }
        if find() {
            adopt()
            return true
        }
        undo(to: start)
        relaxation.unsettle(edge)
        return false
    }
}
