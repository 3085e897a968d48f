import NoteItCore

/// Finds the section that a row of a list means: by its registration number, or by its course and code, however they are
/// written.
public struct RosterSections: Sendable {
    private let all: [RosterSection]
    private let term: Term.ID
    /// The course that the file is about; nil if its rows say.
    private let course: Course.ID?
    /// The section that the file is about.
    private let only: RosterSection?
    private let byNumber: [String: RosterSection]
    /// By the code of the course as `key` has it.
    private let byCourse: [String: [RosterSection]]

    /// - Parameters:
    ///   - all: the sections of the term that are offered.
    ///   - section: the code or number of the only section of the file, in `course`.
    public init(_ all: [RosterSection], of term: Term.ID, in course: Course.ID? = nil, section: String? = nil)
        throws(UnknownSection)
    {
        let known = all.filter { course == nil || $0.course == course }
        (self.all, self.term, self.course) = (known, term, course)
        byNumber = known.keyed { Self.key($0.crn) }
        byCourse = Dictionary(grouping: known) { Self.key($0.course.code) }
        guard let section else {
            only = course != nil && known.count == 1 ? known[0] : nil
            return
        }
        only = known.first { Self.key($0.code) == Self.key(section) || $0.crn == section || $0.id.text == section }
        if only == nil { throw UnknownSection(why: "There is no section \(section) in \(course?.text ?? "this term").") }
    }

    /// The section that the operator named is not there.
    public struct UnknownSection: Error, Sendable { public let why: String }

    /// The only section of the file; nil if its rows say theirs.
    public var onlySection: Section.ID? { only?.id }

    /// Letters and digits in upper case: `CMPT225` for `cmpt 225`.
    static func key(_ text: some StringProtocol) -> String {
        String(
            text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map(Character.init)
        )
        .uppercased()
    }

    static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == ".") }.map { $0.uppercased() }
    }

    /// - Parameters: `number`: a registration number; `course`, `section`: as the file writes them. Each may be empty.
    func find(number: String, course name: String, section: String) throws(BadCell) -> RosterSection {
        if let only, number.isEmpty, section.isEmpty { return only }
        let found = try search(number, name, section)
        if let only, found != only {
            throw BadCell("it is about section \(found.code) of \(found.course.code), and not about \(only.code)")
        }
        return found
    }

    /// Throws if a row is about another term, as far as its file writes terms as the catalog does.
    func requireTerm(_ text: String) throws(BadCell) {
        let isOne = text.utf8.count == term.text.utf8.count && text.utf8.allSatisfy { (48...57).contains($0) }
        guard isOne, text != term.text else { return }
        throw BadCell("the row is about term \(text), and not \(term)")
    }

    private func search(_ number: String, _ name: String, _ section: String) throws(BadCell) -> RosterSection {
        if !number.isEmpty {
            guard let found = byNumber[Self.key(number)] ?? all.first(where: { $0.id.text == number }) else {
                throw BadCell("no section of \(home) has the number \(number.prefix(40))")
            }
            return found
        }
        let words = Self.words(name) + Self.words(section)
        guard !words.isEmpty else {
            throw BadCell("the section is missing; fill in its CRN, or its course and code, or import with --section")
        }
        let group = course.map { byCourse[Self.key($0.code)] ?? [] } ?? courseSections(words)
        if let group {
            if let found = group.first(where: { candidate in
                words.contains { $0 == candidate.code.uppercased() || $0 == candidate.crn.uppercased() }
            }) {
                return found
            }
            if group.count == 1, section.isEmpty { return group[0] }
        }
        if group == nil, let found = numbers(words).lazy.compactMap({ byNumber[$0] }).first { return found }
        throw BadCell("'\((name + " " + section).trimmed.prefix(60))' names no section of \(home)")
    }

    /// The words that may be registration numbers. One that follows a subject is the number of a course, which may be absent.
    private func numbers(_ words: [String]) -> [String] {
        words.indices.filter { index in
            guard index > 0, case let before = words[index - 1], before != "CRN" else { return true }
            return !((2...5).contains(before.count) && before.allSatisfy(\.isLetter))
        }.map { Self.key(words[$0]) }
    }

    /// The sections of the first course that one or two words in a row name.
    private func courseSections(_ words: [String]) -> [RosterSection]? {
        for index in words.indices {
            let one = words[index].split(separator: ".").last.map(String.init) ?? words[index]
            if let found = byCourse[Self.key(one)] { return found }
            if index + 1 < words.count, let found = byCourse[Self.key(one + words[index + 1])] { return found }
        }
        return nil
    }

    private var home: String { course?.text ?? "term \(term)" }
}
