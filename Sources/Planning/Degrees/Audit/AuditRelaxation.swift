/// A flow whose gain bounds that of every assignment that keeps the decisions made so far. Often the flow is itself the best of
/// these assignments.
///
/// Nodes: a hub, the courses, their groups of rivals, the requirements and, where a requirement has courses of several values, its
/// kinds. A unit of flow runs from the hub through a course to a requirement and back. A flow
/// can break four rules. Each has a kind of decision that enforces it:
/// - A requirement is satisfied or not. The flow spreads the gain over the courses that the requirement needs (`isSatisfied`).
/// - Credits of several values add up to the need, and no course is beyond it. The flow bounds only their counts (`range`).
/// - Sharing is allowed between pairs of requirements. Groups of rivals express this in part (`uses`).
/// - A course that may be shared has the worth of the requirements that hold it. The flow counts its best worth (`uses`).
struct AuditRelaxation {
    enum Decision {
        case isSatisfied(Int, Bool)
        /// The number of courses of a kind.
        case range(Int, ClosedRange<Int>)
        case uses(Int, Bool)
    }

    /// What is decided about a requirement.
    enum State { case open, satisfied, unsatisfied }

    let model: AuditModel
    private(set) var network: FlowNetwork
    private var gains: [Int] = []
    private var musts: [Bool] = []

    private(set) var states: [State]
    private var ranges: [ClosedRange<Int>]
    /// The bounds of each requirement of several kinds under the present flow; nil if the decisions about it contradict each
    /// other.
    private(set) var bounds: [KindBounds?]
    /// How many decisions demand an edge, or rule it out.
    private(set) var demands, bans: [Int]
    /// Requirements whose ranges contradict each other.
    private var contradictions = Set<Int>()
    /// Edges that are demanded and ruled out.
    private var clashes = Set<Int>()
    private var touched: [Int] = []
    private var isTouched: [Bool]
    private var trail: [(decision: Decision, state: State, range: ClosedRange<Int>)] = []

    private var codeArcs: [(first: Int, second: Int)] = []
    private var edgeArcs: [Int] = []
    /// Two arcs for each kind: the flow that must run and the flow that may.
    private var kindArcs: [(must: Int, may: Int)] = []
    private var requirementArcs: [Range<Int>] = []

    init(_ model: AuditModel) {
        self.model = model
        states = model.requirements.map { $0.canBeSatisfied ? .open : .unsatisfied }
        ranges = model.available.map { 0...$0 }
        bounds = states.map { _ in nil }
        isTouched = states.map { _ in false }
        demands = [Int](repeating: 0, count: model.edges.count)
        bans = demands

        var nodes = 1 + model.codes.count + model.requirements.count
        let firstRequirement = 1 + model.codes.count
        func newNode() -> Int {
            nodes += 1
            return nodes - 1
        }
        let kindNodes = model.kindOwner.map { model.requirements[$0].isSingleKind ? firstRequirement + $0 : newNode() }
        var origins = model.edges.map { 1 + $0.code }
        var groups: [(code: Int, node: Int)] = []
        for (number, code) in model.codes.enumerated() where code.canBeShared {
            for group in code.groups where group.count > 1 {
                groups.append((number, newNode()))
                for edge in group { origins[edge] = nodes - 1 }
            }
        }
        network = FlowNetwork(nodes: nodes)
        for code in model.codes.indices {
            codeArcs.append((network.arc(from: 0, to: 1 + code), network.arc(from: 0, to: 1 + code)))
        }
        let groupArcs = groups.map { network.arc(from: 1 + $0.code, to: $0.node) }
        for (edge, origin) in zip(model.edges, origins) {
            edgeArcs.append(network.arc(from: origin, to: kindNodes[edge.kind]))
        }
        for (kind, owner) in model.kindOwner.enumerated() {
            let (from, to) = (kindNodes[kind], firstRequirement + owner)
            kindArcs.append(from == to ? (-1, -1) : (network.arc(from: from, to: to), network.arc(from: from, to: to)))
        }
        for (number, requirement) in model.requirements.enumerated() {
            let arcs = (0..<(requirement.isSingleKind ? 2 : requirement.kinds.count + 2)).map { _ in
                network.arc(from: firstRequirement + number, to: 0)
            }
            requirementArcs.append(arcs[0]..<arcs[0] + arcs.count)
        }
        network.close()
        gains = [Int](repeating: 0, count: (requirementArcs.last?.upperBound ?? 0))
        musts = gains.map { _ in false }
        for arc in groupArcs { set(arc, 1, gain: 0) }
        for edge in model.edges.indices { set(edge: edge) }
        for code in model.codes.indices { set(code: code) }
        for requirement in model.requirements.indices { set(requirement: requirement) }
    }

    mutating func repair(_ pause: (Int) -> Bool) -> Bool {
        setTouched()
        return network.repair(pause)
    }

    /// Marks a requirement whose arcs must be set before the next flow; not at once, because decisions are often taken back and
    /// replaced.
    private mutating func touch(_ requirement: Int) {
        guard !isTouched[requirement] else { return }
        isTouched[requirement] = true
        touched.append(requirement)
    }

    private mutating func setTouched() {
        for requirement in touched {
            isTouched[requirement] = false
            set(requirement: requirement)
        }
        touched.removeAll(keepingCapacity: true)
    }

    // MARK: Decisions

    mutating func decide(_ decision: Decision) {
        switch decision {
        case .isSatisfied(let requirement, let isSatisfied):
            trail.append((decision, states[requirement], 0...0))
            states[requirement] = isSatisfied ? .satisfied : .unsatisfied
            touch(requirement)
        case .range(let kind, let range):
            trail.append((decision, .open, ranges[kind]))
            ranges[kind] = range
            touch(model.kindOwner[kind])
        case .uses(let edge, let isUsed):
            trail.append((decision, .open, 0...0))
            count(edge, isUsed, 1)
        }
    }

    mutating func undo(to depth: Int) {
        while trail.count > depth {
            let (decision, state, range) = trail.removeLast()
            switch decision {
            case .isSatisfied(let requirement, _):
                states[requirement] = state
                touch(requirement)
            case .range(let kind, _):
                ranges[kind] = range
                touch(model.kindOwner[kind])
            case .uses(let edge, let isUsed): count(edge, isUsed, -1)
            }
        }
    }

    /// A decision for good.
    mutating func settle(_ edge: Int, _ isUsed: Bool) { count(edge, isUsed, 1) }
    /// Takes back that an edge is used.
    mutating func unsettle(_ edge: Int) { count(edge, true, -1) }

    private mutating func count(_ edge: Int, _ isUsed: Bool, _ change: Int) {
        if isUsed {
            demands[edge] += change
            for rival in model.rivals(of: edge) {
                bans[rival] += change
                set(edge: rival)
            }
        } else {
            bans[edge] += change
        }
        set(edge: edge)
        set(code: model.edges[edge].code)
    }

    func arc(of edge: Int) -> Int { edgeArcs[edge] }

    /// Whether the flow can move to one that also uses `edge`, without loss.
    mutating func canUse(_ edge: Int) -> Bool { bans[edge] == 0 && network.canPush(edgeArcs[edge]) }

    /// Moves the flow over an edge; only after `canUse`.
    mutating func use(_ edge: Int) { network.push(edgeArcs[edge]) }

    /// Puts an earlier flow of the same decisions back.
    mutating func restore(_ flow: FlowNetwork) {
        setTouched()
        network = flow
    }

    // MARK: Arcs

    private mutating func set(_ arc: Int, _ capacity: Int, gain: Int, must: Bool = false) {
        gains[arc] = gain
        musts[arc] = must
        network.set(arc, capacity: capacity, cost: -gain - (must ? model.mustGain : 0))
    }

    private mutating func set(edge: Int) {
        if demands[edge] > 0, bans[edge] > 0 { clashes.insert(edge) } else { clashes.remove(edge) }
        let isOnly = !model.codes[model.edges[edge].code].canBeShared
        set(
            edgeArcs[edge], bans[edge] > 0 ? 0 : 1, gain: isOnly ? model.gain(of: model.edges[edge].worth) : 0,
            must: demands[edge] > 0 && bans[edge] == 0)
    }

    private mutating func set(code: Int) {
        let arcs = codeArcs[code]
        let canBeShared = model.codes[code].canBeShared
        set(arcs.first, 1, gain: canBeShared ? model.gain(of: bestWorth(of: code)) : 0)
        set(arcs.second, canBeShared ? 1 : 0, gain: 0)
    }

    func bestWorth(of code: Int) -> AuditModel.Worth {
        model.codes[code].edges.lazy.filter { bans[$0] == 0 }.map { model.edges[$0].worth }.max() ?? .nothing
    }

    private mutating func set(requirement number: Int) {
        let requirement = model.requirements[number]
        if requirement.isSingleKind { setSingle(number, requirement) } else { setMixed(number, requirement) }
    }

    /// Sets the arcs of a requirement whose courses all have one value: the number of courses decides the gain, and each adds
    /// at most as much as the one before.
    private mutating func setSingle(_ number: Int, _ requirement: AuditModel.Requirement) {
        let arcs = requirementArcs[number]
        guard let kind = requirement.kinds.first else { return }
        let (value, available, state) = (model.values[kind], model.available[kind], states[number])
        let need = (requirement.need + value - 1) / value
        let half = model.halfGain
        let gain = model.halves(value, in: number) * half
        let last = model.halves(requirement.need - (need - 1) * value, in: number) * half
        let bonus = state == .open ? share(need) : 0
        set(arcs.lowerBound, min(need - 1, available), gain: gain + bonus, must: state == .satisfied)
        set(arcs.lowerBound + 1, state == .unsatisfied ? 0 : 1, gain: last + bonus, must: state == .satisfied)
    }

    /// The gain of a satisfied requirement for each of the courses that it needs, rounded up.
    private func share(_ need: Int) -> Int { (model.satisfiedGain + need - 1) / need }

    private mutating func setMixed(_ number: Int, _ requirement: AuditModel.Requirement) {
        let (arcs, state) = (requirementArcs[number], states[number])
        let bounds = KindBounds(
            Array(ranges[requirement.kinds]), values: Array(model.values[requirement.kinds]), need: requirement.need,
            state: state)
        self.bounds[number] = bounds
        if bounds == nil { contradictions.insert(number) } else { contradictions.remove(number) }
        for (place, kind) in requirement.kinds.enumerated() {
            let (least, most) = bounds.map { ($0.least[place], $0.most[place]) } ?? (0, 0)
            let gain = state == .unsatisfied ? model.halves(model.values[kind], in: number) * model.halfGain : 0
            set(kindArcs[kind].must, least, gain: gain, must: true)
            set(kindArcs[kind].may, most - least, gain: gain)
        }
        var place = arcs.lowerBound
        func add(_ capacity: Int, gain: Int, must: Bool = false) {
            set(place, capacity, gain: gain, must: must)
            place += 1
        }
        if let bounds {
            let most = bounds.mostCourses
            if state == .unsatisfied {
                add(most, gain: 0)
            } else {
                let parts = bounds.fewestCourses
                let least = parts.reduce(0) { $0 + $1.count }
                if state == .satisfied {
                    add(least, gain: 0, must: true)
                } else {
                    let bonus = share(least)
                    for part in parts {
                        add(part.count, gain: model.halves(part.value, in: number) * model.halfGain + bonus)
                    }
                }
                add(max(0, most - least), gain: 0)
            }
        }
        while place < arcs.upperBound { add(0, gain: 0) }
    }

    // MARK: The flow

    /// The gain of the flow; nil if it cannot do what the decisions demand.
    var gain: Int? {
        guard contradictions.isEmpty, clashes.isEmpty else { return nil }
        var gain = 0
        for arc in gains.indices {
            let flow = network.flow(arc)
            if musts[arc], network.room(arc) > 0 { return nil }
            gain += gains[arc] * flow
        }
        for (number, requirement) in model.requirements.enumerated() where states[number] == .satisfied {
            gain += model.satisfiedGain
            if !requirement.isSingleKind { gain += model.halves(requirement.need, in: number) * model.halfGain }
        }
        return gain
    }

    func isUsed(_ edge: Int) -> Bool { network.flow(edgeArcs[edge]) > 0 }
    var used: [Bool] { edgeArcs.map { network.flow($0) > 0 } }
}
