import NoteItCore

extension EventPage {
    /// Deeper replies are not indented further: a long exchange would leave no room for its text.
    private static let deepest = 6

    /// - Parameter width: in cells; nil means as wide as needed.
    func thread(_ width: Int?) -> [Styled] {
        guard !replies.isEmpty else { return [] }
        let names = ThreadNames(self)
        let tree = ReplyTree(replies)
        let nodes = branch.map(tree.branch) ?? tree.nodes
        return nodes.reduce(into: [Styled(), heading(nodes)]) {
            $0 += message($1, names, width)
        }
    }

    /// `3 replies`, `1 of 3 replies`, `3 replies, 1 not sent yet`.
    private func heading(_ nodes: [ReplyTree.Node]) -> Styled {
        let sent = nodes.count { unsent[$0.reply.id] == nil }
        let (all, others) = (replies.count { unsent[$0.id] == nil }, nodes.count - sent)
        let count = counted(all, "reply", "replies")
        let parts = [
            Styled(all == 0 ? "" : sent < all ? "\(sent) of \(count)" : count, .strong),
            Styled(others == 0 ? "" : "\(others) not sent yet", .warning),
        ]
        return parts.joined(by: ", ")
    }

    private func message(_ node: ReplyTree.Node, _ names: ThreadNames, _ width: Int?) -> [Styled] {
        let reply = node.reply
        let indent = 2 + 2 * min(node.depth, Self.deepest)
        let margin = String(repeating: " ", count: indent)
        let bar = Styled(margin) + Styled(unicode ? "┃ " : "| ", names.isOwn(reply.author) ? .mine : .faint)
        let head =
            (unsent[reply.id]?.word ?? Styled(event.reference(reply), .faint)) + "  "
            + byline(names.name(reply.author, anonymous: reply.anonymous), at: reply.createdAt, edited: reply.editedAt)
            + Styled(node.answers.map { ", to \(event.reference($0))" } ?? "", .faint) + verdict(on: reply)
        let text = MarkdownText(reply.body, unicode: unicode, isStyled: isStyled).lines(width: width.map { $0 - indent - 2 })
        return [Styled()] + (head.folded(to: width.map { $0 - indent - 2 }) + text + files(of: reply)).map { bar + $0 }
    }

    private func verdict(on reply: Reply) -> Styled {
        let words = [reply.id == event.accepted ? "accepted" : "", reply.id == event.endorsed ? "endorsed by staff" : ""]
        let verdict = words.filter { !$0.isEmpty }.joined(separator: ", ")
        let thanks = reply.thanksWords(isMine: mark?.thanked.contains(reply.id) ?? false).map { "  " + $0 } ?? ""
        return Styled(verdict.isEmpty ? "" : (unicode ? "  ✓ " : "  ") + verdict, .good) + Styled(thanks, .faint)
    }
}

extension Reply {
    /// `2 people thanked`, `you and 1 other thanked`; nil if nobody did.
    fileprivate func thanksWords(isMine: Bool) -> String? {
        let count = thanks ?? 0
        guard isMine else { return count > 0 ? counted(count, "person thanked", "people thanked") : nil }
        return count > 1 ? "you and \(counted(count - 1, "other", "others")) thanked" : "you thanked"
    }
}

/// The names of people in one thread. Anonymous authors are told apart by numbers, in order of appearance.
struct ThreadNames {
    private let reader: Account.ID?
    private let alias: Account.ID?
    private let book: NameBook
    private var numbers: [Account.ID: Int] = [:]

    /// - Complexity: O(n) for n replies.
    init(_ page: EventPage) {
        (reader, alias, book) = (page.reader, page.mark?.alias, page.names)
        let written = [(page.event.author, page.event.anonymous)] + page.replies.map { ($0.author, $0.anonymous) }
        for (author, anonymous) in written where anonymous && author.isAlias && numbers[author.id] == nil {
            numbers[author.id] = numbers.count + 1
        }
    }

    func isOwn(_ author: Author) -> Bool { author.id == reader || author.id == alias }

    func name(_ author: Author, anonymous: Bool) -> Styled {
        if isOwn(author) { return Styled("you", .mine) + Styled(anonymous ? " (anonymous)" : "", .faint) }
        if author.isAlias, let number = numbers[author.id] {
            return Styled(author.displayName + (numbers.count > 1 ? " \(number)" : ""), .strong)
        }
        let name = book.name(of: author)
        let handle = author.handle.map { "@\($0)" }.flatMap { name.contains($0) ? nil : $0 }
        return Styled(name, .strong) + author.badge + Styled(handle.map { " \($0)" } ?? "", .faint)
            + Styled(author.email.map { " <\($0)>" } ?? "", .faint)
            + Styled(anonymous ? " (anonymous to classmates)" : "", .warning)
    }
}

extension Author {
    /// Whether this is an alias, under which classmates see an anonymous author.
    var isAlias: Bool { self == .anonymous(id) }
}
