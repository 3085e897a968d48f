import NoteItCore

/// Parses cells of a file of courses. Each function throws a clause that names the fault and the correct form.
enum CourseCells {
    private static let longestTitle = 200
    private static let longestRequirement = 5_000

    /// A text with line breaks as `\n`.
    static func text(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

    static func code(subject: String, number: String) throws(BadCell) -> CourseCode {
        guard !subject.isEmpty else { throw BadCell("the subject is missing") }
        guard !number.isEmpty else { throw BadCell("the number is missing") }
        if let code = CourseCode("\(subject) \(number)"), number.contains(where: \.isNumber) { return code }
        if CourseCode("\(number) \(subject)") != nil, subject.contains(where: \.isNumber) {
            throw BadCell(
                "the subject '\(subject.prefix(20))' and the number '\(number.prefix(20))' look swapped; write CMPT and 225")
        }
        throw BadCell(
            "the subject '\(subject.prefix(20))' and the number '\(number.prefix(20))' do not name a course; write letters such as "
                + "CMPT, and digits such as 225 or 105W")
    }

    static func code(_ text: String) throws(BadCell) -> CourseCode {
        guard !text.isEmpty else { throw BadCell("the course is missing") }
        guard let code = CourseCode(text), code.number.contains(where: \.isNumber) else {
            throw BadCell("the course '\(text.prefix(40))' is not a course code; write it as CMPT-225")
        }
        return code
    }

    /// The code if the cell is empty.
    static func title(_ text: String, of code: CourseCode) throws(BadCell) -> String {
        guard !text.isEmpty else { return code.description }
        guard text.count <= longestTitle else {
            throw BadCell(
                "the title has \(text.count) characters; it must have at most \(longestTitle); look for swapped columns")
        }
        return text.onOneLine
    }

    /// The least of a range, nil for an empty cell and for -1; and the cell itself if it is a range or -1.
    static func credits(_ text: String, title: String) throws(BadCell) -> (Credits?, odd: String?) {
        if text == "-1" { return (nil, text) }
        do {
            guard try Cells.credits(text) != nil else { return (nil, nil) }
        } catch {
            let hint = Double(title) != nil ? "; title and credits look swapped" : ""
            throw BadCell(error.why + hint)
        }
        let least = text.prefix { $0 != "-" }
        guard Double(least).flatMap(CreditAmount.init) != nil else {
            throw BadCell("the credits '\(text)' must be whole or half numbers from 0 to \(CreditAmount.most)")
        }
        return (Credits(String(least)), least.count == text.count ? nil : text)
    }

    static func level(_ text: String) throws(BadCell) -> String {
        guard text.count <= 40, !text.contains("/") else {
            throw BadCell("the level '\(text.prefix(40))' must be one word such as UGRD; look for swapped columns")
        }
        return text.onOneLine
    }

    static func attributes(_ text: String) throws(BadCell) -> [String] {
        let attributes = Cells.attributes(text)
        if let long = attributes.first(where: { $0.count > 64 }) {
            throw BadCell(
                "the attribute '\(long.prefix(40))...' has more than 64 characters; separate attributes by /, or look for swapped "
                    + "columns")
        }
        return attributes
    }

    static func requirement(_ text: String, _ what: String) throws(BadCell) -> String {
        guard text.count <= longestRequirement else {
            throw BadCell("the \(what) have \(text.count) characters; they must have at most \(longestRequirement)")
        }
        return Self.text(text)
    }

    /// The sentences of a text on prerequisites that name exclusions.
    static func creditNotes(_ text: String) -> String {
        text.split(separator: ". ").filter { $0.lowercased().contains("credit cannot") }.joined(separator: ". ")
    }

    /// The seasons of terms such as `Spring 2025; Fall 2024`, in the order of the year; nil for an empty cell.
    static func terms(_ text: String) throws(BadCell) -> [AcademicTerm.Season]? {
        guard !text.isEmpty else { return nil }
        var found: Set<AcademicTerm.Season> = []
        for term in text.split(separator: ";") {
            let words = term.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, let season = AcademicTerm.Season(rawValue: words[0].lowercased()), words[1].count == 4,
                Int(words[1]) != nil
            else {
                throw BadCell(
                    "the terms_offered '\(String(term).trimmed.prefix(40))' is not a term; write terms as Spring 2025; Fall 2024"
                )
            }
            found.insert(season)
        }
        return AcademicTerm.Season.allCases.filter(found.contains)
    }

    /// The seasons that a sentence such as `Fall and spring terms annually; summer upon availability of instructor.` promises; if
    /// it promises none, those that it names; nil if it names none.
    static func seasons(_ text: String) -> [AcademicTerm.Season]? {
        func named(_ text: some StringProtocol) -> [AcademicTerm.Season] {
            let text = text.lowercased()
            return AcademicTerm.Season.allCases.filter { text.contains($0.rawValue) }
        }
        let promised = text.split { $0 == ";" || $0 == "," }.filter { part in
            let part = part.lowercased()
            return !part.contains("availab") && !part.contains("demand")
        }
        let seasons = named(promised.joined(separator: " "))
        let all = seasons.isEmpty ? named(text) : seasons
        return all.isEmpty ? nil : all
    }
}
