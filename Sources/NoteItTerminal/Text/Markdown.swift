/// A text in Markdown as a tree: CommonMark with GitHub's tables, task lists, strikethrough and bare links, and maths.
struct Markdown: Equatable {
    indirect enum Block: Equatable {
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        case code(String)
        case quote([Block])
        case list(List)
        case table(head: [[Inline]], rows: [[[Inline]]])
        case rule
        /// Source that is shown unchanged: HTML, and a text that is nested too deep or costs too much to parse.
        case verbatim(String)
    }

    struct List: Equatable {
        /// The number of the first item; nil means bullets.
        var start: Int?
        /// Whether there are no empty lines between the items.
        var isTight: Bool
        var items: [Item]
    }

    struct Item: Equatable {
        /// Nil unless the item is a task.
        var isDone: Bool?
        var blocks: [Block]
    }

    indirect enum Inline: Equatable {
        case text(String)
        /// Code, with its spaces.
        case code(String)
        /// Mathematics, with its dollar signs.
        case maths(String)
        case emphasis([Inline])
        case strong([Inline])
        case struck([Inline])
        case link([Inline], to: String)
        case image(String, at: String)
        case lineBreak
    }

    var blocks: [Block]
}

extension [Markdown.Inline] {
    /// The words without markup.
    var plainText: String {
        map { inline in
            switch inline {
            case .text(let text), .code(let text), .maths(let text): text
            case .emphasis(let inner), .strong(let inner), .struck(let inner), .link(let inner, _): inner.plainText
            case .image(let text, _): text
            case .lineBreak: " "
            }
        }.joined()
    }
}
