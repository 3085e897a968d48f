import NoteItCore

/// A property of a document, stored in the index as one word that nobody types. So a search walks only the documents that match
/// and that its reader may see, and its work is bounded.
enum SearchFacet {
    /// An audience and a matter in one word, so that no list of documents is walked that the reader may not see or did not ask
    /// for.
    case audience(SearchAudience, of: Matter)
    case course(Course.ID)
    case kind(Event.Kind)
    case tag(String)
    case open
    case attachment
    /// The author, under whatever name: for searches by the author, and by staff.
    case writer(Account.ID)
    /// The author of a document under their own name.
    case signer(Account.ID)

    /// The sort of documents that a search asks for.
    enum Matter: Equatable {
        case everything
        /// Events, but not replies.
        case events
        case kind(Event.Kind)
    }

    /// The word: a letter for the kind of facet, so that no tag equals an account, and a hash, so that it is short. `x` and `0`
    /// keep the stemmer off it.
    var word: String {
        let (letter, text) = parts
        return "x\(letter)\(String(Self.hash(text), radix: 16))0"
    }

    private var parts: (letter: Character, text: String) {
        switch self {
        case .audience(let audience, .everything): ("u", audience.name)
        case .audience(let audience, .events): ("e", audience.name)
        case .audience(let audience, .kind(let kind)): ("a", "\(kind.rawValue) \(audience.name)")
        case .course(let course): ("c", course.text)
        case .kind(let kind): ("k", kind.rawValue)
        case .tag(let tag): ("t", tag.lowercased())
        case .open: ("o", "")
        case .attachment: ("h", "")
        case .writer(let account): ("w", account.description)
        case .signer(let account): ("s", account.description)
        }
    }

    /// FNV-1a, 64 bits. The index stores it, so it must not change.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

/// A query for FTS5: the facets and words that a document must have, and those that it must not have.
struct SearchExpression {
    private var wanted: [String] = []
    private var refused: [String] = []

    /// - Parameter audiences: not empty.
    init(seenBy audiences: [SearchAudience], of matter: SearchFacet.Matter) {
        add(anyOf: audiences.map { .audience($0, of: matter) })
    }

    /// Any of these words in a title or a body, for marking them in documents that were found otherwise.
    init(anyOf words: [String]) {
        wanted = ["{title body} : (\(words.map(Self.quoted).joined(separator: " OR ")))"]
    }

    mutating func add(anyOf facets: [SearchFacet]) { wanted.append(Self.any(facets)) }

    /// Adds an expression in the syntax of FTS5.
    mutating func add(_ expression: String, excluded: Bool = false) {
        if excluded { refused.append(expression) } else { wanted.append(expression) }
    }

    /// Adds a word or a phrase. The columns keep people from searching the words of facets.
    mutating func add(words: String, in columns: String = "title body tags files", excluded: Bool = false) {
        add("({\(columns)} : \(Self.quoted(words)))", excluded: excluded)
    }

    static func any(_ facets: [SearchFacet]) -> String { "(facets : (\(facets.map(\.word).joined(separator: " OR "))))" }

    /// Without NUL, at which FTS5 stops reading.
    private static func quoted(_ words: String) -> String {
        "\"" + words.separatedForIndex.escaping { $0 == "\"" ? "\"\"" : $0 == "\0" ? " " : nil } + "\""
    }

    var text: String {
        let all = "(" + wanted.joined(separator: " AND ") + ")"
        return refused.isEmpty ? all : "\(all) NOT (\(refused.joined(separator: " OR ")))"
    }
}
