/// The strongly connected components of a graph (Tarjan 1972), without recursion.
///
/// - Complexity: O(nodes log nodes + edges).
struct StrongComponents<Node: Hashable & Comparable> {
    private(set) var components: [[Node]] = []
    private let edges: [Node: [Node]]
    private var place: [Node: Int] = [:]
    private var low: [Node: Int] = [:]
    private var stack: [Node] = []
    private var isOnStack: Set<Node> = []

    init(of edges: [Node: [Node]]) {
        self.edges = edges
        for node in edges.keys.sorted() where place[node] == nil { visit(node) }
    }

    private mutating func visit(_ root: Node) {
        var path = [(node: root, next: 0)]
        open(root)
        while let (node, next) = path.last {
            let targets = edges[node, default: []]
            guard next < targets.count else {
                path.removeLast()
                if let parent = path.last?.node { lower(parent, to: low[node]) }
                close(node)
                continue
            }
            path[path.count - 1].next += 1
            let target = targets[next]
            if place[target] == nil {
                open(target)
                path.append((target, 0))
            } else if isOnStack.contains(target) {
                lower(node, to: place[target])
            }
        }
    }

    private mutating func open(_ node: Node) {
        let own = place.count
        (place[node], low[node]) = (own, own)
        stack.append(node)
        isOnStack.insert(node)
    }

    private mutating func lower(_ node: Node, to other: Int?) {
        if let own = low[node], let other { low[node] = min(own, other) }
    }

    private mutating func close(_ node: Node) {
        guard low[node] == place[node], let first = stack.lastIndex(of: node) else { return }
        components.append(Array(stack[first...]))
        isOnStack.subtract(stack[first...])
        stack.removeSubrange(first...)
    }
}
