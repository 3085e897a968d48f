import NoteItCore

/// Keeps the courses over all terms and the programmes in memory. An import replaces them: the next request reads them anew, and
/// concurrent requests share that read.
actor DegreeCatalog {
    private let store: any Store
    private var newest: CatalogEdition?
    private var reading: Task<Void, any Error>?

    init(store: any Store) { self.store = store }

    /// The catalog as of now or later.
    func edition() async throws -> CatalogEdition {
        let version = try await store.degreeCatalogVersion()
        while true {
            if let newest, newest.version >= version { return newest }
            // A read that began before the version changed does not have that change: then another read follows.
            try await read()
        }
    }

    private func read() async throws {
        if let reading { return try await reading.value }
        let task = Task {
            defer { reading = nil }
            newest = try await CatalogEdition(readingFrom: store)
        }
        reading = task
        try await task.value
    }
}

/// The catalog at one version. Immutable, so that requests share it.
final class CatalogEdition: Sendable {
    let version: Int64
    /// All courses, by code.
    let listings: [CatalogListing]
    let byCode: [CourseCode: CatalogListing]
    /// All programmes, by name, then id.
    let programmes: [Programme]
    /// The courses that patterns of programmes name.
    let namedByProgrammes: Set<CourseCode>
    private let synonyms: [String: String]
    private let opens: [CourseCode: [CourseCode]]
    private let byCompactCode: [String: CourseCode]
    /// The words of each listing, in its order.
    private let texts: [[UInt8]]

    /// Throws if the store cannot be read.
    convenience init(readingFrom store: any Store) async throws {
        // Read before the rest: if the catalog changes in between, this edition counts as old.
        let version = try await store.degreeCatalogVersion()
        self.init(
            version: version, listings: try await store.listings(), programmes: try await store.programmes(),
            synonyms: try await store.catalogCorrections().attributes)
    }

    init(version: Int64, listings: [CatalogListing], programmes: [Programme], synonyms: [String: String] = [:]) {
        (self.version, self.programmes) = (version, programmes)
        self.synonyms = Dictionary(synonyms.map { ($0.lowercased(), $1.lowercased()) }) { first, _ in first }
        namedByProgrammes = programmes.reduce(into: []) { $0.formUnion($1.namedCourses) }
        self.listings = listings.sorted { $0.entry.code < $1.entry.code }
        byCode = listings.keyed(by: \.entry.code)
        byCompactCode = Dictionary(self.listings.map { ($0.entry.code.compact, $0.entry.code) }) { first, _ in first }
        var opens: [CourseCode: [CourseCode]] = [:]
        for listing in self.listings {
            let named = listing.requirements.prerequisites.courses + listing.requirements.corequisites.courses
            for code in Set(named) where code != listing.entry.code { opens[code, default: []].append(listing.entry.code) }
        }
        self.opens = opens
        texts = self.listings.map(\.entry).map { entry in
            Array("\(entry.code.compact) \(entry.code) \(entry.title) \(entry.description)".lowercased().utf8)
        }
    }

    /// The courses whose prerequisites or corequisites name this one, by code.
    func opens(_ code: CourseCode) -> [CourseCode] { opens[code] ?? [] }

    /// The attribute that a spelling means, both in lower case.
    func attribute(_ spelling: String) -> String { synonyms[spelling] ?? spelling }

    /// The listing that a text such as `cmpt-225` names. Where the number begins with a letter, `CMPTX99` may be one of the
    /// catalog's codes only.
    func listing(named text: String) -> CatalogListing? {
        if let code = CourseCode(text), let listing = byCode[code] { return listing }
        return byCompactCode[text.uppercased()].flatMap { byCode[$0] }
    }

    /// ` (did you mean CMPT 225?)`, or an empty text.
    func suggestion(for code: CourseCode) -> String {
        let alike = listings.map(\.entry.code).filter { $0.subject == code.subject || $0.number == code.number }
        return Self.suggestion(for: code.description, among: alike.map(\.description))
    }

    private static func suggestion(for word: String, among known: [String]) -> String {
        let near = Suggestion.nearest(to: word, among: known)
        return near.isEmpty ? "" : " (did you mean \(near.choice)?)"
    }

    /// Throws `.notFound`, with suggestions.
    func programme(_ id: Programme.ID) throws(DomainError) -> Programme {
        if let programme = programmes.first(where: { $0.id == id }) { return programme }
        throw .notFound("programme \(id.shown)\(suggestion(for: id))")
    }

    /// Throws `.invalid`, with suggestions.
    /// - Parameter field: the field or parameter that names it.
    func programme(_ id: Programme.ID, at field: String) throws(DomainError) -> Programme {
        if let programme = programmes.first(where: { $0.id == id }) { return programme }
        throw .invalid([fault(of: id, at: field)])
    }

    func fault(of unknown: Programme.ID, at field: String) -> FieldError {
        FieldError(
            field: field,
            detail: "must be a programme of this server; \"\(unknown.shown)\" is not one\(suggestion(for: unknown))")
    }

    private func suggestion(for id: Programme.ID) -> String {
        Self.suggestion(for: id.shown, among: programmes.map(\.id.text))
    }

    func hasProgramme(_ id: Programme.ID) -> Bool { programmes.contains { $0.id == id } }

    /// A page of the entries that match, by code.
    func page(
        _ request: PageRequest, matching filter: CatalogFilter = CatalogFilter(),
        where isWanted: (CatalogListing) -> Bool = { _ in true }
    ) throws(DomainError) -> Page<CatalogEntry> {
        var start = listings.startIndex
        if let after = request.after {
            guard let code = CourseCode(after) else { throw .notANext() }
            start = listings.firstIndex { code < $0.entry.code } ?? listings.endIndex
        }
        var found: [CatalogEntry] = []
        for index in start..<listings.endIndex where filter.matches(listings[index].entry, text: texts[index]) {
            guard isWanted(listings[index]) else { continue }
            if found.count == request.limit { return Page(items: found, next: found.last?.code.description) }
            found.append(listings[index].entry)
        }
        return Page(items: found)
    }
}
