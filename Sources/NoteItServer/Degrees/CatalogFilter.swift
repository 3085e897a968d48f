import NoteItCore

/// A filter on the catalog. A nil field matches all.
struct CatalogFilter {
    /// Further words are ignored.
    private static let mostWords = 20

    /// Each occurs in the code, the title or the description; in lower case.
    var words: [[UInt8]] = []
    var subject: String?
    /// The leading digits of the number lie between these, ends included.
    var from, to: Int?
    var attribute: String?
    var level: String?
    var credits: CreditAmount?
    var offered: AcademicTerm.Season?

    init() {}

    init(_ query: Query) throws {
        words = (try query.text("q") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
            .prefix(Self.mostWords).map { Array($0.utf8) }
        subject = try query.text("subject")?.uppercased()
        (from, to) = (try query.whole("from", in: 0...999_999), try query.whole("to", in: 0...999_999))
        attribute = try query.text("attribute")?.lowercased()
        level = try query.text("level")?.lowercased()
        credits = try query.credits("credits")
        offered = try query.choice("offered")
    }

    /// - Parameter text: of the entry, in lower case.
    func matches(_ entry: CatalogEntry, text: [UInt8]) -> Bool {
        numbers.matches(entry.code, attributes: [])
            && (attribute == nil || entry.attributes.contains { $0.lowercased() == attribute })
            && (level == nil || entry.level.lowercased() == level)
            && (credits.map { entry.credits?.include($0) ?? false } ?? true)
            && (offered.map { entry.offered?.contains($0) ?? true } ?? true)
            && words.allSatisfy { text.firstRange(of: $0) != nil }
    }

    private var numbers: CoursePattern { CoursePattern(.numbers(subject: subject, from: from, to: to)) }
}

extension Credits {
    /// Whether this is the amount, or a range such as `1-6` that has it.
    fileprivate func include(_ amount: CreditAmount) -> Bool {
        let ends = description.split(separator: "-").map { Double($0).flatMap(CreditAmount.init) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return false }
        return first <= amount && amount <= last
    }
}
