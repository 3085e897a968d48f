import CCmarkGfm
import Synchronization

/// Reads Markdown with GitHub's parser, libcmark-gfm, and frees its tree.
struct MarkdownParser {
    private let maths: MathText
    /// The lines of the source if the marks of styles stay as text; nil if styles are parts of the tree.
    private let marked: [[UInt8]]?

    /// A text that is nested deeper is shown as source: a text of `>` alone must not exhaust the stack.
    private static let deepest = 24

    /// The text is nested deeper than `deepest`.
    private struct TooDeep: Error {}

    /// The library keeps the special characters of a parser's extensions in a table of the whole process while it reads.
    private static let library = Mutex(())

    /// - Parameter keepsMarks: whether the marks of emphasis, code and headings stay as text, where no style can be shown.
    static func parse(_ text: String, keepsMarks: Bool = false) -> Markdown {
        library.withLock { _ in parseAlone(text, keepsMarks) }
    }

    private static func parseAlone(_ text: String, _ keepsMarks: Bool) -> Markdown {
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
        let lines: [[UInt8]]? =
            keepsMarks ? maths.source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) } : nil
        let blocks = try? MarkdownParser(maths: maths, marked: lines).blocks(in: Node(document), depth: 0)
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

        /// The mark of an emphasis: `_` or `*`, as often as it stands there.
        func mark(in lines: [[UInt8]], length: Int) -> String {
            let (line, column) = (Int(cmark_node_get_start_line(pointer)) - 1, Int(cmark_node_get_start_column(pointer)) - 1)
            let isKnown = lines.indices.contains(line) && lines[line].indices.contains(column)
            return String(repeating: isKnown && lines[line][column] == UInt8(ascii: "_") ? "_" : "*", count: length)
        }

        /// The element as Markdown.
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
        case "heading": try heading(node, depth: depth)
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

    private func heading(_ node: Node, depth: Int) throws -> Markdown.Block {
        let level = Int(cmark_node_get_heading_level(node.pointer))
        let mark = marked == nil ? [] : [Markdown.Inline.text(String(repeating: "#", count: level) + " ")]
        return try .heading(level: level, mark + inlines(in: node, depth: depth))
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
        case "code": code(maths.restored(node.literal))
        case "emph", "strong", "strikethrough": try styled(node, depth: depth)
        case "link": try [.link(inlines(in: node, depth: depth), to: maths.restored(node.address))]
        case "image": try [.image(inlines(in: node, depth: depth).plainText, at: maths.restored(node.address))]
        // Line breaks in the source are kept, as in messages.
        case "softbreak", "linebreak": [.lineBreak]
        default: text(node.source)
        }
    }

    private func styled(_ node: Node, depth: Int) throws -> [Markdown.Inline] {
        let inner = try inlines(in: node, depth: depth)
        let isStrong = node.type == "strong"
        guard let marked else { return [node.type == "emph" ? .emphasis(inner) : isStrong ? .strong(inner) : .struck(inner)] }
        let mark = Markdown.Inline.text(node.type == "strikethrough" ? "~~" : node.mark(in: marked, length: isStrong ? 2 : 1))
        return [mark] + inner + [mark]
    }

    /// Code. If the marks stay, it has more backticks around it than it has in a row.
    private func code(_ text: String) -> [Markdown.Inline] {
        guard marked != nil else { return [.code(text)] }
        let fence = String(repeating: "`", count: (text.split { $0 != "`" }.map(\.count).max() ?? 0) + 1)
        return [.code(fence + text + fence)]
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
