import NoteItCore

/// A text in Markdown as lines for a terminal. All of it goes through `Styled`, so no control character reaches the terminal.
public struct MarkdownText: Sendable {
    private let source: String
    private let unicode: Bool
    private let isStyled: Bool

    /// - Parameter isStyled: whether tones are shown. If not, the marks of emphasis, code and headings stay.
    public init(_ source: String, unicode: Bool, isStyled: Bool = true) {
        (self.source, self.unicode, self.isStyled) = (source, unicode, isStyled)
    }

    /// Lines of at most `width` cells; nil means as wide as needed. Code and tables keep their lines.
    public func lines(width: Int?) -> [Styled] { lines(of: MarkdownParser.parse(source, keepsMarks: !isStyled).blocks, width) }

    /// - Parameter isTight: whether to leave out the empty lines between blocks.
    private func lines(of blocks: [Markdown.Block], _ width: Int?, isTight: Bool = false) -> [Styled] {
        blocks.enumerated().flatMap { index, block in
            (index > 0 && !isTight ? [Styled()] : []) + lines(of: block, width)
        }
    }

    private func lines(of block: Markdown.Block, _ width: Int?) -> [Styled] {
        switch block {
        case .heading(let level, let words): flow(words, level < 3 ? .heading : .strong).laid(width: width)
        case .paragraph(let words): flow(words, .plain).laid(width: width)
        case .code(let text): text.trimmingSuffix("\n").visibleLines.map { Styled("  ") + Styled($0, .code) }
        case .quote(let blocks): indented(blocks, width, by: Styled(unicode ? "│ " : "| ", .faint))
        case .list(let list): lines(of: list, width)
        case .table(let head, let rows): table(head, rows, width)
        case .rule: [Styled(String(repeating: unicode ? "─" : "-", count: min(width ?? 40, 40)), .faint)]
        case .verbatim(let text): text.trimmingSuffix("\n").wrapped(to: width).map { Styled($0) }
        }
    }

    private func indented(_ blocks: [Markdown.Block], _ width: Int?, by margin: Styled) -> [Styled] {
        lines(of: blocks, width.map { $0 - margin.width }).map { margin + $0 }
    }

    private func lines(of list: Markdown.List, _ width: Int?) -> [Styled] {
        let last = list.start.map { $0 + list.items.count - 1 }
        let room = last.map { "\($0). ".count } ?? 2
        return list.items.enumerated().flatMap { index, item in
            let number = list.start.map { "\($0 + index)." } ?? (unicode ? "•" : "-")
            let sign = Styled(number, .faint).padded(to: room) + box(item)
            let margin = Styled(String(repeating: " ", count: sign.width))
            let text = lines(of: item.blocks, width.map { $0 - sign.width }, isTight: list.isTight)
            let marked = (text.isEmpty ? [Styled()] : text).enumerated().map { ($0 == 0 ? sign : margin) + $1 }
            return (index > 0 && !list.isTight ? [Styled()] : []) + marked
        }
    }

    private func box(_ item: Markdown.Item) -> Styled {
        guard let isDone = item.isDone else { return "" }
        return Styled(isDone ? "[x] " : "[ ] ", isDone ? .good : .faint)
    }

    private func table(_ head: [[Markdown.Inline]], _ rows: [[[Markdown.Inline]]], _ width: Int?) -> [Styled] {
        var table = Table(head.map { _ in Table.Column("", least: 6) })
        table.addRow(head.map { flow($0, .strong).onOneLine })
        for row in rows { table.addRow(row.map { flow($0, .plain).onOneLine }) }
        var lines = table.lines(width: width)
        let rule = String(repeating: unicode ? "─" : "-", count: lines.map(\.width).max() ?? 0)
        lines.insert(Styled(rule, .faint), at: min(1, lines.count))
        return lines
    }

    private func flow(_ words: [Markdown.Inline], _ tone: Tone) -> Flow {
        var flow = Flow()
        add(words, tone, to: &flow)
        return flow
    }

    private func add(_ words: [Markdown.Inline], _ tone: Tone, to flow: inout Flow) {
        for word in words {
            switch word {
            case .text(let text): flow.append(text, tone)
            case .code(let text): flow.append(text, .code, keepsSpaces: true)
            case .maths(let text): flow.append(text, .maths, keepsSpaces: true)
            case .emphasis(let inner): add(inner, tone == .plain ? .emphasis : tone, to: &flow)
            case .strong(let inner): add(inner, tone == .heading ? tone : .strong, to: &flow)
            case .struck(let inner): add(inner, .struck, to: &flow)
            case .lineBreak: flow.breakLine()
            case .image(let text, let address):
                flow.append("[image\(text.isEmpty ? "" : ": " + text)]", tone)
                flow.append(" <\(address)>", .faint)
            case .link(let inner, let address):
                add(inner, .link, to: &flow)
                // The address is always shown, so that the words of a link cannot hide where it leads.
                if !["", "mailto:", "http://"].contains(where: { $0 + inner.plainText == address }) {
                    flow.append(" <\(address)>", .faint)
                }
            }
        }
    }
}

extension Flow {
    fileprivate var onOneLine: Styled { laid(width: nil).joined(by: " ") }
}
