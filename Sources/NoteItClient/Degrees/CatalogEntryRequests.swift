import NoteItCore

/// The filters of `GET /v1/courses`. Nil, and false for `ready`, match all.
public struct CatalogEntryQuery: Sendable, Equatable, Memberwise {
    public var text: String? = nil
    /// The subject of the courses, such as `CMPT`; nil means all.
    public var subject: String? = nil
    /// The leading digits of the number lie between them, ends included.
    public var from: Int? = nil
    public var to: Int? = nil
    public var attribute: String? = nil
    public var level: String? = nil
    public var credits: CreditAmount? = nil
    public var offered: AcademicTerm.Season? = nil
    /// Whether only courses whose prerequisites my record meets are wanted.
    public var ready: Bool = false
    /// Leaves out courses that would count for no requirement that this plan lacks.
    public var towards: DegreePlan.ID? = nil

    fileprivate var parameters: KeyValuePairs<String, String?> {
        [
            "q": text, "subject": subject, "from": from.map(String.init), "to": to.map(String.init), "attribute": attribute,
            "level": level, "credits": credits?.description, "offered": offered?.rawValue, "ready": ready ? "true" : nil,
            "towards": towards?.description,
        ]
    }
}

/// The catalog over all terms.
extension APIClient {
    /// The numbers that the filters `from` and `to` accept.
    private static let numbers = 0...999_999

    /// All entries that match, by code.
    public func catalogEntries(matching query: CatalogEntryQuery) async throws -> [CatalogEntry] {
        try await all(Call(.GET, "v1", "courses").with(query.parameters))
    }

    /// One page of the entries that match, by code.
    public func catalogEntries(
        matching query: CatalogEntryQuery, page: PageRequest
    ) async throws -> Page<CatalogEntry> {
        try await send(Call(.GET, "v1", "courses").with(query.parameters).with(page))
    }

    /// The entries of these courses; those that the catalog does not have are absent. One list for each subject is read, all at
    /// the same time.
    public func catalogEntries(of codes: Set<CourseCode>) async throws -> [CatalogEntry] {
        let entries = try await withThrowingTaskGroup(of: [CatalogEntry].self) { group in
            for (subject, codes) in Dictionary(grouping: codes, by: \.subject) {
                let numbers = codes.map(\.leadingDigits)
                let isNumbered = numbers.allSatisfy { $0.map(Self.numbers.contains) ?? false }
                let query = CatalogEntryQuery(
                    subject: subject, from: isNumbered ? numbers.compactMap(\.self).min() : nil,
                    to: isNumbered ? numbers.compactMap(\.self).max() : nil)
                group.addTask { try await catalogEntries(matching: query) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return entries.filter { codes.contains($0.code) }
    }

    /// What a course demands, and what it opens. Throws `.problem` with 404.
    public func requirements(of course: CourseCode) async throws -> CourseRequirementsAnswer {
        try await send(Call(.GET, "v1", "courses", course.compact, "requirements"))
    }
}
