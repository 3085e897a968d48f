import NoteItCore

/// An imported course as its row holds it. Reading and writing its JSON takes longer than the database does, so that both happen
/// outside transactions.
struct CourseListingRow: Equatable, Sendable {
    let code: CourseCode
    let title: String
    private let description: String
    private let credits: String?
    private let level, attributes: String
    private let offered: String?
    private let requirements, prerequisites, corequisites, exclusions: String

    init(_ listing: CatalogListing) throws {
        let (entry, needs) = (listing.entry, listing.requirements)
        (code, title, description, credits) = (entry.code, entry.title, entry.description, entry.credits?.description)
        (level, attributes) = (entry.level, try jsonArray(entry.attributes))
        offered = try entry.offered.map { try jsonArray($0.map(\.rawValue)) }
        (requirements, exclusions) = (needs.text, try jsonArray(needs.exclusions))
        prerequisites = try JSONCoding.string(needs.prerequisites)
        corequisites = try JSONCoding.string(needs.corequisites)
    }

    private init(_ row: Row) throws {
        code = try stored(CourseCode(row[0] as String))
        (title, description, credits, level) = (row[1], row[2], row[3], row[4])
        (attributes, offered, requirements) = (row[5], row[6], row[7])
        (prerequisites, corequisites, exclusions) = (row[8], row[9], row[10])
    }

    static func all(_ db: SQLConnection) throws -> [CourseListingRow] {
        try db.decoded(
            """
            SELECT code, title, description, credits, level, attributes, offered, requirements, prerequisites, corequisites,
                exclusions
            FROM course_listing
            """, by: CourseListingRow.init)
    }

    func listing() throws -> CatalogListing {
        CatalogListing(
            entry: CatalogEntry(
                code: code, title: title, description: description, credits: credits.flatMap { Credits($0) }, level: level,
                attributes: try Self.list(attributes), offered: try offered.map { try storedJSON($0) }),
            requirements: CourseRequirements(
                text: requirements, prerequisites: try Self.tree(prerequisites), corequisites: try Self.tree(corequisites),
                exclusions: try Self.list(exclusions)))
    }

    // Most lists and trees are empty, and a catalog has thousands of each.

    private static func list<Item: Decodable>(_ json: String) throws -> [Item] { json == "[]" ? [] : try storedJSON(json) }

    private static func tree(_ json: String) throws -> RequirementTree {
        json == #"{"all":[]}"# ? .none : try storedJSON(json)
    }

    func write(_ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO course_listing (code, title, description, credits, level, attributes, offered, requirements,
                prerequisites, corequisites, exclusions)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (code) DO UPDATE SET title = excluded.title, description = excluded.description,
                credits = excluded.credits, level = excluded.level, attributes = excluded.attributes,
                offered = excluded.offered, requirements = excluded.requirements, prerequisites = excluded.prerequisites,
                corequisites = excluded.corequisites, exclusions = excluded.exclusions
            """, code.description, title, description, credits, level, attributes, offered, requirements, prerequisites,
            corequisites, exclusions)
    }
}

/// The writes and the report of an import of courses. Of two with the same code, the later one counts.
struct ListingImport {
    private(set) var writes: [CourseListingRow] = []
    private(set) var report = DegreeImportReport()

    init(_ rows: [CourseListingRow], _ db: SQLConnection) throws {
        let known = try CourseListingRow.all(db).keyed(by: \.code)
        let newest = Dictionary(rows.map { ($0.code, $0) }, uniquingKeysWith: { _, last in last })
        for row in unique(rows.map(\.code)).compactMap({ newest[$0] }) {
            switch known[row.code] {
            case nil:
                report.added += 1
                report.lines.append(row.title.isEmpty ? "+ \(row.code)" : "+ \(row.code) \(row.title)")
            case row?:
                report.unchanged += 1
                continue
            case let old?:
                // JSON that cannot be read is replaced.
                let difference = try (try? old.listing()).map { Self.difference($0, try row.listing()) } ?? "was damaged"
                report.changed += 1
                report.lines.append("~ \(row.code): \(difference.isEmpty ? "written anew" : difference)")
            }
            writes.append(row)
        }
    }

    private static func difference(_ old: CatalogListing, _ new: CatalogListing) -> String {
        let (before, after) = (old.entry, new.entry)
        func words(_ list: [String]?) -> String { list?.joined(separator: ", ") ?? "" }
        return CatalogLine.join([
            CatalogLine.change("title", before.title, after.title),
            CatalogLine.change("credits", before.credits?.description ?? "", after.credits?.description ?? ""),
            CatalogLine.change("level", before.level, after.level),
            CatalogLine.change("attributes", words(before.attributes), words(after.attributes)),
            CatalogLine.change("offered", words(before.offered?.map(\.rawValue)), words(after.offered?.map(\.rawValue))),
            before.description == after.description ? nil : "description",
            old.requirements == new.requirements ? nil : "requirements",
        ])
    }
}
