import NoteItCore

extension GradeAverage {
    /// `GPA 3.45`, `average 78.3%`, or both; empty without a grade that counts.
    public var words: String {
        [hundredths.map { "GPA \(gradePoints($0))" }, tenthsOfPercent.map { "average \($0 / 10).\($0 % 10)%" }]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// The average in words, as in `GPA 3.45 over 12 credits`.
    public var sentence: String {
        let parts = [
            hundredths.map { "GPA \(gradePoints($0)) over \(counted(credits))" },
            tenthsOfPercent.map { "average \($0 / 10).\($0 % 10)% over \(counted(percentCredits))" },
        ].compactMap(\.self)
        return parts.isEmpty ? "no grade that counts yet" : parts.joined(separator: ", ")
    }
}

/// Hundredths as people write them: `3.45`.
public func gradePoints(_ hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

extension CreditBook {
    /// The averages of a record, with the catalog's credits where the record has none.
    public func grades(of items: [RecordItem], scale: GradeScale) -> GradeReport {
        GradeReport(items, scale: scale, credits: credits)
    }
}
