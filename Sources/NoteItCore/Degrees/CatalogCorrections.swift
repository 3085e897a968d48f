import Foundation

/// The trees of a course as the registrar corrected them.
public struct RequirementCorrection: Equatable, Sendable, Memberwise {
    /// The most characters of a note.
    public static let longestNote = 500

    public var course: CourseCode
    /// The corrected trees; nil leaves them as the text was read.
    public var prerequisites, corequisites: RequirementTree?
    /// The registrar's note; may be empty.
    public var note: String
    /// The course's text when it was corrected.
    public var text: String
    public var at: Date
}

/// The registrar's corrections of the catalog, which imports do not overwrite.
public struct CatalogCorrections: Equatable, Sendable, Memberwise {
    public var requirements: [CourseCode: RequirementCorrection] = [:]
    /// The attribute that each spelling means.
    public var attributes: [String: String] = [:]

    /// The attribute that a spelling means: itself, unless it is a synonym.
    public func attribute(_ spelling: String) -> String { attributes[spelling] ?? spelling }

    public func applied(to listing: CatalogListing) -> CatalogListing {
        var listing = listing
        if !attributes.isEmpty {
            let others = listing.entry.attributes.filter { attribute($0) != $0 }
            if !others.isEmpty {
                listing.requirements.spellings = others.map { .init(spelling: $0, attribute: attribute($0)) }
            }
            var seen = Set<String>()
            listing.entry.attributes = listing.entry.attributes.map(attribute).filter { seen.insert($0).inserted }
        }
        guard let correction = requirements[listing.entry.code] else { return listing }
        if let tree = correction.prerequisites { listing.requirements.prerequisites = tree }
        if let tree = correction.corequisites { listing.requirements.corequisites = tree }
        listing.requirements.correction = CourseRequirements.Correction(note: correction.note, at: correction.at)
        return listing
    }

    public func applied(to programme: Programme) -> Programme {
        guard !attributes.isEmpty else { return programme }
        var programme = programme
        for index in programme.requirements.indices {
            programme.requirements[index].from = programme.requirements[index].from.map(applied)
        }
        return programme
    }

    private func applied(to pattern: CoursePattern) -> CoursePattern {
        var pattern = pattern
        if case .attribute(let spelling) = pattern.base { pattern.base = .attribute(attribute(spelling)) }
        pattern.except = pattern.except.map(applied)
        return pattern
    }
}
