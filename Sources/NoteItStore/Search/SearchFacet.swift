import NoteItCore

/// What a document of the index is beside its words, as one word that nobody types: so a search walks only what its reader may
/// see and what fits, and its work is bounded.
enum SearchFacet {
    /// Who may see it, of which matter: one word, so that no list is walked of what the reader may not see or did not ask for.
    case audience(SearchAudience, of: Matter)
    case course(Course.ID)
    case kind(Event.Kind)
    case tag(String)
    case open
    case attachment
    /// Who wrote it, under whatever name: to be asked for oneself, and by staff.
    case writer(Account.ID)
    /// Who wrote it under their own name.
    case signer(Account.ID)

    /// What a search concerns, of all that its reader may see.
    enum Matter: Equatable {
        case everything
        /// No replies.
        case events
        case kind(Event.Kind)
    }

    /// The word: what kind of facet it is, so that a tag that somebody makes up never is another's account, and a hash, so that
    /// it is short. `x` and `0` keep the stemmer off it.
    var word: String {
        let (letter, text) = parts
        return "x\(letter)\(String(Self.hash(text), radix: 16))0"
    }

    private var parts: (letter: Character, text: String) {
        switch self {
        case .audience(let audience, .everything): ("u", audience.name)
        case .audience(let audience, .events): ("e", audience.name)
        case .audience(let audience, .kind(let kind)): ("a", "\(kind.rawValue) \(audience.name)")
        case .course(let course): ("c", course)
        case .kind(let kind): ("k", kind.rawValue)
        case .tag(let tag): ("t", tag.lowercased())
        case .open: ("o", "")
        case .attachment: ("h", "")
        case .writer(let account): ("w", account.description)
        case .signer(let account): ("s", account.description)
        }
    }

    /// FNV-1a, 64 bits. Stored, so it stays.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

/// What FTS5 is asked: facets and words that all must be there, and those that must not.
struct SearchExpression {
    private var wanted: [String] = []
    private var refused: [String] = []

    /// - Parameter audiences: not empty.
    init(seenBy audiences: [SearchAudience], of matter: SearchFacet.Matter) {
        demand(anyOf: audiences.map { .audience($0, of: matter) })
    }

    /// Any of these words, in a title or a body: for marking them in documents that were found otherwise.
    init(anyOf words: [String]) {
        wanted = ["{title body} : (\(words.map(Self.quoted).joined(separator: " OR ")))"]
    }

    mutating func demand(anyOf facets: [SearchFacet]) { wanted.append(Self.any(facets)) }

    /// An expression of its own.
    mutating func demand(_ expression: String, excluded: Bool = false) {
        if excluded { refused.append(expression) } else { wanted.append(expression) }
    }

    /// A word, or several one behind the other, in a text; the columns keep facets out of people's reach.
    mutating func demand(words: String, in columns: String = "title body tags", excluded: Bool = false) {
        demand("({\(columns)} : \(Self.quoted(words)))", excluded: excluded)
    }

    static func any(_ facets: [SearchFacet]) -> String { "(facets : (\(facets.map(\.word).joined(separator: " OR "))))" }

    /// FTS5 reads to the first NUL, wherever it stands.
    private static func quoted(_ words: String) -> String {
        "\"" + words.escaping { $0 == "\"" ? "\"\"" : $0 == "\0" ? " " : nil } + "\""
    }

    var text: String {
        let all = "(" + wanted.joined(separator: " AND ") + ")"
        return refused.isEmpty ? all : "\(all) NOT (\(refused.joined(separator: " OR ")))"
    }
}
