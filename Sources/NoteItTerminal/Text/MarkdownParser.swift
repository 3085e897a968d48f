import CCmarkGfm
import Synchronization

/// Reads Markdown with GitHub's parser, libcmark-gfm, and frees its tree.
struct MarkdownParser {
    private let maths: MathText

    /// A text that is nested deeper is shown as source: a text of `>` alone must not exhaust the stack.
    private static let deepest = 24

    /// The text is nested deeper than `deepest`.
    private struct TooDeep: Error {}

    /// The library keeps the special characters of a parser's extensions in a table of the whole process while it reads.
    private static let library = Mutex(())

    static func parse(_ text: String) -> Markdown { library.withLock { _ in parseAlone(text) } }

    private static func parseAlone(_ text: String) -> Markdown {
        let maths = MathText(text)
        if MarkdownCost.isTooHigh(maths.source, deepest: deepest) { return Markdown(blocks: [.verbatim(text)]) }
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return Markdown(blocks: [.verbatim(text)]) }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var source = maths.source
        source.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let document = cmark_parser_finish(parser) else { return Markdown(blocks: [.verbatim(text)]) }
        defer { cmark_node_free(document) }
        let blocks = try? MarkdownParser(maths: maths).blocks(in: Node(document), depth: 0)
        return Markdown(blocks: blocks ?? [.verbatim(text)])
    }

    /// A node of the parser's tree; valid until the tree is freed.
    private struct Node {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        var type: String { cmark_node_get_type_string(pointer).map { String(cString: $0) } ?? "" }
        var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }
        var address: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }

        var children: [Node] {
            guard let first = cmark_node_first_child(pointer) else { return [] }
            return sequence(first: first) { cmark_node_next($0) }.map(Node.init)
        }

        /// As Markdown.
        var source: String {
            guard let text = cmark_render_commonmark(pointer, CMARK_OPT_DEFAULT, 0) else { return "" }
            defer { cmark_get_default_mem_allocator().pointee.free(text) }
            return String(cString: text)
        }
    }

    private func blocks(in node: Node, depth: Int) throws -> [Markdown.Block] {
        try node.children.map { child in
            guard depth < Self.deepest else { throw TooDeep() }
            return try block(child, depth: depth + 1)
        }
    }

    private func block(_ node: Node, depth: Int) throws -> Markdown.Block {
        switch node.type {
        case "heading": try .heading(level: Int(cmark_node_get_heading_level(node.pointer)), inlines(in: node, depth: depth))
        case "paragraph": try .paragraph(inlines(in: node, depth: depth))
        case "code_block": .code(maths.restored(node.literal))
        case "block_quote": try .quote(blocks(in: node, depth: depth))
        case "list": try .list(list(node, depth: depth))
        case "table": try table(node, depth: depth)
        case "thematic_break": .rule
        case "html_block": .verbatim(maths.restored(node.literal))
        default: .verbatim(maths.restored(node.source))
        }
    }

    private func list(_ node: Node, depth: Int) throws -> Markdown.List {
        let isOrdered = cmark_node_get_list_type(node.pointer) == CMARK_ORDERED_LIST
        return try Markdown.List(
            start: isOrdered ? Int(cmark_node_get_list_start(node.pointer)) : nil,
            isTight: cmark_node_get_list_tight(node.pointer) != 0,
            items: node.children.map { item in
                let isTask = item.type == "tasklist"
                return try Markdown.Item(
                    isDone: isTask ? cmark_gfm_extensions_get_tasklist_item_checked(item.pointer) : nil,
                    blocks: blocks(in: item, depth: depth))
            })
    }

    private func table(_ node: Node, depth: Int) throws -> Markdown.Block {
        let rows = try node.children.map { row in try row.children.map { try inlines(in: $0, depth: depth) } }
        return .table(head: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private func inlines(in node: Node, depth: Int) throws -> [Markdown.Inline] {
        guard depth <= Self.deepest else { throw TooDeep() }
        return try node.children.flatMap { try inline($0, depth: depth + 1) }
    }

    private func inline(_ node: Node, depth: Int) throws -> [Markdown.Inline] {
        switch node.type {
        case "text", "html_inline": text(node.literal)
        case "code": [.code(maths.restored(node.literal))]
        case "emph": try [.emphasis(inlines(in: node, depth: depth))]
        case "strong": try [.strong(inlines(in: node, depth: depth))]
        case "strikethrough": try [.struck(inlines(in: node, depth: depth))]
        case "link": try [.link(inlines(in: node, depth: depth), to: maths.restored(node.address))]
        case "image": try [.image(inlines(in: node, depth: depth).plainText, at: maths.restored(node.address))]
        // Line breaks in the source are kept, as in messages.
        case "softbreak", "linebreak": [.lineBreak]
        default: text(node.source)
        }
    }

    private func text(_ text: String) -> [Markdown.Inline] {
        maths.pieces(of: text).map { piece in
            switch piece {
            case .text(let text): .text(text)
            case .maths(let formula): .maths(formula)
            }
        }
    }
}
