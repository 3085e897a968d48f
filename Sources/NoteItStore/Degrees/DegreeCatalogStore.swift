import Foundation
import NoteItCore

extension SQLStore {
    public func degreeCatalogVersion() async throws -> Int64 {
        try await read { db in
            try stored(try db.value("SELECT version FROM degree_catalog WHERE id = 1"))
        }
    }

    public func listings() async throws -> [CatalogListing] {
        let (imported, offered, stored) = try await read { db in
            (try CourseListingRow.all(db), try OfferedCourseRow.all(db), try StoredCorrections(db))
        }
        return try decoding {
            let corrections = try stored.corrections()
            let terms = try OfferedCourses(offered)
            var listings = terms.listings
            for row in imported { listings[row.code] = try row.listing() }
            for (code, listing) in listings where listing.entry.offered == nil {
                listings[code]?.entry.offered = terms.seasons(of: code)
            }
            return listings.values.map(corrections.applied).sorted { $0.entry.code < $1.entry.code }
        }
    }

    /// Adds entries, and replaces those of the same code. Others stay.
    public func importListings(_ listings: [CatalogListing], dryRun: Bool) async throws -> DegreeImportReport {
        let rows = try listings.map(CourseListingRow.init)
        if dryRun { return try await read { try ListingImport(rows, $0).report } }
        return try await commit { tx in
            let plan = try ListingImport(rows, tx.db)
            for row in plan.writes { try row.write(tx.db) }
            if !plan.writes.isEmpty { try DegreeCatalogVersion.increment(tx.db) }
            return plan.report
        }
    }

    public func programmes() async throws -> [Programme] {
        let (definitions, stored): ([String], StoredCorrections) = try await read { db in
            (try db.column("SELECT definition FROM programme ORDER BY name, id"), try StoredCorrections(db))
        }
        return try decoding {
            let corrections = try stored.corrections()
            return try definitions.map { corrections.applied(to: try storedJSON($0)) }
        }
    }

    /// Reads stored JSON outside a transaction: a catalog has much of it, and the time of a read is limited.
    private func decoding<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw engine.domainError(error)
        }
    }

    /// Adds programmes, and replaces those of the same id. Others stay.
    public func importProgrammes(_ programmes: [Programme], dryRun: Bool) async throws -> DegreeImportReport {
        let rows = try programmes.map { ProgrammeRow(programme: $0, definition: try JSONCoding.string($0)) }
        if dryRun { return try await read { try ProgrammeImport(rows, $0).report } }
        return try await commit { tx in
            let plan = try ProgrammeImport(rows, tx.db)
            for row in plan.writes { try row.write(tx.db) }
            if !plan.writes.isEmpty { try DegreeCatalogVersion.increment(tx.db) }
            return plan.report
        }
    }
}

enum DegreeCatalogVersion {
    /// Must follow each change of courses or programmes, in its transaction: servers read the catalog again.
    static func increment(_ db: SQLConnection) throws {
        try db.send("UPDATE degree_catalog SET version = version + 1 WHERE id = 1")
    }
}

struct ProgrammeRow: Sendable {
    let programme: Programme
    /// The programme as JSON.
    let definition: String

    /// Throws `.invalid` with suggestions for an unknown programme.
    static func requireKnown(_ id: Programme.ID, _ db: SQLConnection) throws {
        guard try db.first("SELECT 1 FROM programme WHERE id = ?", id) == nil else { return }
        let near = Suggestion.nearest(to: id.shown, among: try db.column("SELECT id FROM programme ORDER BY id"))
        let refusal = "must be a programme of the catalog; \(id.shown) is not one"
        throw DomainError.invalid("programme", near.isEmpty ? refusal : "\(refusal); did you mean \(near.choice)?")
    }

    func write(_ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO programme (id, name, definition) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, definition = excluded.definition
            """, programme.id, programme.name, definition)
    }
}

/// The writes and the report of an import of programmes. Of two with the same id, the later one counts.
private struct ProgrammeImport {
    private(set) var writes: [ProgrammeRow] = []
    private(set) var report = DegreeImportReport()

    init(_ rows: [ProgrammeRow], _ db: SQLConnection) throws {
        let known = Dictionary(
            try db.decoded("SELECT id, definition FROM programme") { ($0[0] as Programme.ID, $0[1] as String) },
            uniquingKeysWith: { first, _ in first })
        let newest = Dictionary(rows.map { ($0.programme.id, $0) }, uniquingKeysWith: { _, last in last })
        for row in unique(rows.map(\.programme.id)).compactMap({ newest[$0] }) {
            let programme = row.programme
            switch known[programme.id] {
            case nil:
                report.added += 1
                report.lines.append("+ \(programme.id): \(programme.name), \(Self.size(programme))")
            case row.definition?:
                report.unchanged += 1
                continue
            case let definition?:
                // A definition that cannot be read is replaced.
                let old = try? storedJSON(definition, as: Programme.self)
                let difference = old.map { Self.difference($0, programme) } ?? "was damaged"
                report.changed += 1
                report.lines.append("~ \(programme.id): \(difference.isEmpty ? "written anew" : difference)")
            }
            writes.append(row)
        }
    }

    private static func size(_ programme: Programme) -> String {
        let count = programme.requirements.count
        return "\(count) requirement\(count == 1 ? "" : "s")"
    }

    private static func difference(_ old: Programme, _ new: Programme) -> String {
        CatalogLine.join([
            CatalogLine.change("name", old.name, new.name),
            CatalogLine.change("year", old.catalogYear.map(String.init) ?? "", new.catalogYear.map(String.init) ?? ""),
            CatalogLine.change("credits", old.credits?.description ?? "", new.credits?.description ?? ""),
            CatalogLine.change(
                "residency credits", old.residencyCredits?.description ?? "", new.residencyCredits?.description ?? ""),
            old.requirements == new.requirements ? nil : "requirements",
        ])
    }
}
