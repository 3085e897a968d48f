/// A circulation of least cost in a network whose capacities and costs change a little between questions.
///
/// Flow and potentials stay optimal. After `set`, `repair` sends flow along shortest paths, from the nodes that have too much
/// after the change to the nodes that have too little. Source: successive shortest paths with potentials (Edmonds and Karp, 1972).
struct FlowNetwork {
    /// An arc or its reverse.
    private struct Arc {
        var tail, head: Int
        /// The place of its reverse.
        var reverse = 0
        /// How much more it can carry; of a reverse arc: the flow.
        var left = 0
        var cost = 0
    }

    private struct Node {
        /// The arcs that leave the node, side by side.
        var arcs = 0..<0
        var potential = 0
        /// The flow that comes less the flow that goes.
        var excess = 0
        /// From the last search that saw the node: its distance from the start by reduced costs, and the arc by which the path
        /// arrives.
        var distance = 0, arrival = 0
        /// The last search that saw it, and the last one that was done with it.
        var seen = 0, done = 0
    }

    private var arcs: [Arc] = []
    /// The places where `close` put the arcs and their reverses.
    private var places: [Int] = []
    private var reverses: [Int] = []
    private var nodes: [Node]

    /// Arcs that may contradict the potentials, nodes that may have too much.
    private var dirty: [Int] = []
    private var heavy: [Int] = []

    private var search = 0
    private var heap: [(distance: Int, node: Int)] = []
    private var stack: [Int] = []
    private var finished: [Int] = []
    /// Arcs scanned.
    private(set) var steps = 0

    init(nodes: Int) { self.nodes = [Node](repeating: Node(), count: nodes) }

    /// - Returns: the arc, which carries nothing before `set`.
    mutating func arc(from: Int, to: Int) -> Int {
        arcs += [Arc(tail: from, head: to), Arc(tail: to, head: from)]
        return arcs.count / 2 - 1
    }

    /// Sorts the arcs by node. Called after the last arc is there, before the first `set`.
    mutating func close() {
        let order = arcs.indices.sorted { (arcs[$0].tail, $0) < (arcs[$1].tail, $1) }
        var place = [Int](repeating: 0, count: arcs.count)
        for (new, old) in order.enumerated() { place[old] = new }
        let sorted = order.map { old in
            var arc = arcs[old]
            arc.reverse = place[old ^ 1]
            return arc
        }
        places = stride(from: 0, to: arcs.count, by: 2).map { place[$0] }
        arcs = sorted
        reverses = places.map { arcs[$0].reverse }
        for arc in arcs.indices {
            let tail = arcs[arc].tail
            nodes[tail].arcs = (nodes[tail].arcs.isEmpty ? arc : nodes[tail].arcs.lowerBound)..<arc + 1
        }
    }

    mutating func set(_ arc: Int, capacity: Int, cost: Int) {
        let (place, reverse) = (places[arc], reverses[arc])
        let flow = arcs[reverse].left
        guard arcs[place].left + flow != capacity || arcs[place].cost != cost else { return }
        if flow > capacity {
            addExcess(flow - capacity, to: arcs[place].tail)
            addExcess(capacity - flow, to: arcs[place].head)
        }
        arcs[reverse].left = min(flow, capacity)
        arcs[place].left = capacity - min(flow, capacity)
        arcs[place].cost = cost
        arcs[reverse].cost = -cost
        dirty.append(place)
    }

    /// Roughly, of the memory that a kept copy takes.
    var bytes: Int {
        arcs.count * MemoryLayout<Arc>.stride + nodes.count * (MemoryLayout<Node>.stride + 8 * MemoryLayout<Int>.stride)
    }

    func flow(_ arc: Int) -> Int { arcs[reverses[arc]].left }
    func room(_ arc: Int) -> Int { arcs[places[arc]].left }

    private func reducedCost(_ arc: Arc) -> Int { arc.cost + nodes[arc.tail].potential - nodes[arc.head].potential }

    private mutating func addExcess(_ amount: Int, to node: Int) {
        nodes[node].excess += amount
        if nodes[node].excess > 0 { heavy.append(node) }
    }

    private mutating func send(_ amount: Int, along place: Int) {
        arcs[place].left -= amount
        arcs[arcs[place].reverse].left += amount
    }

    /// - Parameter pause: called with the number of steps after each path; true stops.
    /// - Returns: false if it was stopped; then the network must not be used again.
    mutating func repair(_ pause: (Int) -> Bool) -> Bool {
        // Only differences of potentials matter; they all drift downwards.
        if nodes[0].potential.magnitude > 1 << 50 {
            let drift = nodes[0].potential
            for node in nodes.indices { nodes[node].potential -= drift }
        }
        for changed in dirty {
            for place in [changed, arcs[changed].reverse] {
                let arc = arcs[place]
                guard arc.left > 0, reducedCost(arc) < 0 else { continue }
                send(arc.left, along: place)
                addExcess(-arc.left, to: arc.tail)
                addExcess(arc.left, to: arc.head)
            }
        }
        dirty.removeAll(keepingCapacity: true)
        while let node = heavy.popLast() {
            while nodes[node].excess > 0 {
                guard let end = path(from: node, to: nil, limit: .max) else { return false }
                var amount = min(nodes[node].excess, -nodes[end].excess)
                var place = end
                while place != node {
                    let arc = arcs[nodes[place].arrival]
                    amount = min(amount, arc.left)
                    place = arc.tail
                }
                follow(from: node, to: end, amount)
                nodes[node].excess -= amount
                nodes[end].excess += amount
                if pause(steps) { return false }
            }
        }
        return true
    }

    /// Whether an arc can carry one more, or already does, at no cost.
    mutating func canPush(_ arc: Int) -> Bool {
        let arc = arcs[places[arc]]
        if arc.left == 0 { return arcs[arc.reverse].left > 0 }
        return reducedCost(arc) <= 0 && path(from: arc.head, to: arc.tail, limit: 0) != nil
    }

    /// Right after `canPush`: lets the arc carry one more.
    mutating func push(_ arc: Int) {
        let place = places[arc]
        guard arcs[place].left > 0 else { return }
        follow(from: arcs[place].head, to: arcs[place].tail, 1)
        send(1, along: place)
        dirty.append(place)
    }

    /// Sends flow along the path that the last search found.
    private mutating func follow(from start: Int, to end: Int, _ amount: Int) {
        var node = end
        while node != start {
            let place = nodes[node].arrival
            send(amount, along: place)
            node = arcs[place].tail
        }
    }

    /// The nearest node with too little flow, or the one named, at most `limit` away by reduced costs; then the potentials are
    /// moved so that its path costs nothing. Nodes at the distance at hand are taken from a stack, others from a heap.
    private mutating func path(from start: Int, to end: Int?, limit: Int) -> Int? {
        search += 1
        heap.removeAll(keepingCapacity: true)
        stack.removeAll(keepingCapacity: true)
        finished.removeAll(keepingCapacity: true)
        nodes[start].seen = search
        nodes[start].distance = 0
        stack.append(start)
        while true {
            let number: Int
            if let next = stack.popLast() { number = next } else if let next = popHeap() { number = next } else { return nil }
            guard nodes[number].done != search else { continue }
            nodes[number].done = search
            let node = nodes[number]
            if number == end || end == nil && node.excess < 0 {
                for other in finished { nodes[other].potential += nodes[other].distance - node.distance }
                return number
            }
            finished.append(number)
            let base = node.distance + node.potential
            for place in node.arcs {
                let arc = arcs[place]
                guard arc.left > 0 else { continue }
                var head = nodes[arc.head]
                let distance = base + arc.cost - head.potential
                guard head.done != search, distance <= limit, head.seen != search || distance < head.distance else { continue }
                (head.seen, head.distance, head.arrival) = (search, distance, place)
                nodes[arc.head] = head
                if distance == node.distance { stack.append(arc.head) } else { pushHeap(distance, arc.head) }
            }
            steps += node.arcs.count
        }
    }

    private mutating func pushHeap(_ distance: Int, _ node: Int) {
        var place = heap.count
        heap.append((distance, node))
        while place > 0 {
            let parent = (place - 1) / 2
            guard heap[parent].distance > heap[place].distance else { return }
            heap.swapAt(parent, place)
            place = parent
        }
    }

    private mutating func popHeap() -> Int? {
        guard let top = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return top.node }
        heap[0] = last
        var place = 0
        while true {
            var least = place
            let child = place * 2 + 1
            if child < heap.count, heap[child].distance < heap[least].distance { least = child }
            if child + 1 < heap.count, heap[child + 1].distance < heap[least].distance { least = child + 1 }
            guard least != place else { return top.node }
            heap.swapAt(least, place)
            place = least
        }
    }
}
