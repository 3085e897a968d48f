import NoteItCore

/// A thread in reading order: each reply after the one that it answers.
public struct ReplyTree: Sendable, Equatable {
    /// A reply in its place.
    public struct Node: Sendable, Equatable {
        public var reply: Reply
        /// 0 for a reply to the event, 1 for a reply to a reply, ...
        public var depth: Int
        /// The reply that it answers, unless that is the one right above.
        public var answers: Reply?
    }

    /// In reading order: replies to the same one are oldest first.
    public let nodes: [Node]

    /// - Parameter replies: in any order. A reply to a deleted reply becomes a reply to the event.
    /// - Complexity: O(n log n) time and O(n) space for n replies, however deep they nest.
    public init(_ replies: [Reply]) {
        let known = replies.keyed(by: \.id)
        // A parent is older than its replies, so no reply is its own ancestor.
        let children = Dictionary(grouping: replies.sorted { $0.number > $1.number }) { reply in
            reply.parent.flatMap { parent in known[parent].flatMap { $0.number < reply.number ? parent : nil } }
        }
        var nodes: [Node] = []
        var waiting = (children[nil] ?? []).map { (reply: $0, depth: 0) }
        while let (reply, depth) = waiting.popLast() {
            let answered = depth == 0 ? nil : reply.parent.flatMap { known[$0] }
            nodes.append(Node(reply: reply, depth: depth, answers: answered?.id == nodes.last?.reply.id ? nil : answered))
            waiting += (children[reply.id] ?? []).map { ($0, depth + 1) }
        }
        self.nodes = nodes
    }

    /// A reply and all replies below it; empty if it is not in the tree.
    public func branch(_ id: Reply.ID) -> [Node] {
        let rest = nodes.drop { $0.reply.id != id }
        guard let first = rest.first else { return [] }
        return [first] + rest.dropFirst().prefix { $0.depth > first.depth }
    }
}
