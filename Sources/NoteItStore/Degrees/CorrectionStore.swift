import Foundation
import NoteItCore

extension SQLStore {
    public func catalogCorrections() async throws -> CatalogCorrections {
        try await read { try StoredCorrections($0).corrections() }
    }

    /// Adds corrections, and replaces those of the same courses. Others stay.
    public func correct(_ corrections: [RequirementCorrection]) async throws {
        try await commit { tx in
            for correction in corrections { try StoredCorrections.write(correction, tx.db) }
            if !corrections.isEmpty { try DegreeCatalogVersion.increment(tx.db) }
        }
    }

    /// Returns whether the course had a correction.
    public func removeCorrection(of course: CourseCode) async throws -> Bool {
        try await commit { tx in
            let code = course.description
            guard try tx.db.first("SELECT 1 FROM requirement_correction WHERE code = ?", code) != nil else { return false }
            try tx.db.send("DELETE FROM requirement_correction WHERE code = ?", code)
            try DegreeCatalogVersion.increment(tx.db)
            return true
        }
    }

    /// Replaces all synonyms.
    /// - Parameter attributes: the attribute that each spelling means.
    public func setSynonyms(_ attributes: [String: String]) async throws {
        try await commit { tx in
            try tx.db.send("DELETE FROM attribute_synonym")
            for (spelling, attribute) in attributes {
                try tx.db.send("INSERT INTO attribute_synonym (spelling, attribute) VALUES (?, ?)", spelling, attribute)
            }
            try DegreeCatalogVersion.increment(tx.db)
        }
    }
}

/// The corrections as their rows hold them. Their JSON is read outside transactions.
struct StoredCorrections: Sendable {
    private let rows: [(code: String, prerequisites: String?, corequisites: String?, note: String, text: String, at: Date)]
    private let synonyms: [(spelling: String, attribute: String)]

    init(_ db: SQLConnection) throws {
        rows = try db.decoded(
            "SELECT code, prerequisites, corequisites, note, text, corrected_at FROM requirement_correction ORDER BY code"
        ) { ($0[0], $0[1], $0[2], $0[3], $0[4], Date(seconds: $0[5])) }
        synonyms = try db.decoded("SELECT spelling, attribute FROM attribute_synonym") { ($0[0], $0[1]) }
    }

    /// Throws if stored JSON cannot be read.
    func corrections() throws -> CatalogCorrections {
        var found = CatalogCorrections()
        for row in rows {
            let code = try stored(CourseCode(row.code))
            found.requirements[code] = RequirementCorrection(
                course: code, prerequisites: try row.prerequisites.map { try storedJSON($0) },
                corequisites: try row.corequisites.map { try storedJSON($0) }, note: row.note, text: row.text, at: row.at)
        }
        for synonym in synonyms { found.attributes[synonym.spelling] = synonym.attribute }
        return found
    }

    static func write(_ correction: RequirementCorrection, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO requirement_correction (code, prerequisites, corequisites, note, text, corrected_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (code) DO UPDATE SET prerequisites = excluded.prerequisites, corequisites = excluded.corequisites,
                note = excluded.note, text = excluded.text, corrected_at = excluded.corrected_at
            """, correction.course.description, try correction.prerequisites.map { try JSONCoding.string($0) },
            try correction.corequisites.map { try JSONCoding.string($0) }, correction.note, correction.text,
            correction.at.seconds)
    }
}
