import Foundation
import NoteItCore

/// A course that a name may mean.
public struct CourseChoice: Sendable, Equatable {
    public var id: Course.ID
    public var term: Term.ID
    /// `CMPT225`.
    public var code: String
    public var title: String

    /// `CMPT225`; with its term, `202530.CMPT225`, where another of `choices` has the same code.
    public func name(among choices: [CourseChoice]) -> String {
        choices.contains { $0.code == code && $0.id != id } ? id.text : id.name
    }
}

/// The courses that a name means.
public enum CourseMatch: Sendable, Equatable {
    case one(CourseChoice)
    /// Several match: the person chooses, the program never guesses.
    case several([CourseChoice])
    case none
}

/// Finds courses by the names that people use: `CMPT225`, `cmpt 225`, `225`, or with a term, `202530.CMPT225`, `F25.CMPT225`.
public struct CourseFinder: Sendable, Memberwise {
    let copy: LocalCopy
    let client: APIClient

    /// Looks among my courses. Needs no server. An exact code wins over a number alone, a number over the beginning of a code.
    /// A code that I have in two terms means both; a part of a code means a course of the current term, if one matches.
    public func mine(_ text: String, at now: Date) async throws -> CourseMatch {
        let terms = try await copy.terms(at: now)
        let choices = try await copy.courses().map {
            CourseChoice(id: $0.id, term: $0.term, code: $0.code, title: $0.title)
        }
        let (wanted, current) = (CourseText(text), terms.first(where: \.current)?.id)
        let match = wanted.match(in: choices, terms)
        guard case .several(let found) = match, !wanted.isWhole(found) else { return match }
        let now = wanted.match(in: found.filter { $0.term == current }, terms)
        return now == .none ? match : now
    }

    /// Looks among the courses that I have left and have posts in. Their titles are not known. Needs no server.
    public func former(_ text: String, at now: Date) async throws -> CourseMatch {
        CourseText(text).match(
            in: try await copy.formerCourses().map { CourseChoice(id: $0, term: $0.term, code: $0.code, title: "") },
            try await copy.terms(at: now))
    }

    /// All courses whose events a name may mean: mine, and those that I have left if the name is none of mine or their whole
    /// code.
    public func readable(_ text: String, at now: Date) async throws -> [Course.ID] {
        let (mine, former) = (try await mine(text, at: now).choices, try await former(text, at: now).choices)
        return (mine + (mine.isEmpty || CourseText(text).isWhole(former) ? former : [])).map(\.id)
    }

    /// Looks in the server's catalog.
    /// - Parameter term: nil means the current one.
    public func inCatalog(_ text: String, term: Term.ID? = nil) async throws -> CourseMatch {
        let wanted = CourseText(text)
        var terms: [Term] = []
        if wanted.term != nil || term == nil { terms = try await client.terms() }
        let named = wanted.term.map { wanted in terms.named(wanted).map(\.id) }
        var found: [CourseChoice] = []
        for term in named ?? [term ?? terms.first(where: \.current)?.id].compactMap(\.self) {
            let page = try await client.courses(
                of: term, matching: wanted.query, page: PageRequest(limit: PageRequest.limits.upperBound))
            found += page.items.map { CourseChoice(id: $0.id, term: $0.term, code: $0.code, title: $0.title) }
        }
        return wanted.match(in: found, terms)
    }
}

extension CourseMatch {
    public var choices: [CourseChoice] {
        switch self {
        case .one(let choice): [choice]
        case .several(let choices): choices
        case .none: []
        }
    }
}

/// A course name as it was typed.
struct CourseText: Equatable {
    /// `202530` of `202530.CMPT225`, `F25` of `F25.CMPT225`.
    let term: String?
    /// In upper case, without separators: `CMPT225`.
    let key: String

    init(_ text: String) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".", maxSplits: 1).map(String.init)
        let isFull = parts.count == 2 && parts[1].contains(where: \.isLetter)
        term = isFull ? parts[0] : nil
        key = Self.key(isFull ? parts[1] : text)
    }

    private static func key(_ text: String) -> String {
        text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
    }

    var query: CourseQuery {
        let subject = String(key.prefix { $0.isLetter })
        let number = String(key.dropFirst(subject.count))
        return CourseQuery(subject: subject.isEmpty ? nil : subject, number: number.isEmpty ? nil : number)
    }

    /// Whether the name is the whole code of each of these.
    func isWhole(_ choices: [CourseChoice]) -> Bool { choices.allSatisfy { Self.key($0.code) == key } }

    /// - Parameter terms: give the spellings of a term; without it only its id is understood.
    func match(in choices: [CourseChoice], _ terms: [Term] = []) -> CourseMatch {
        guard !key.isEmpty else { return .none }
        let named = term.map { term in Set(terms.named(term).map(\.id) + [Term.ID(term)]) }
        let choices = choices.filter { named?.contains($0.term) ?? true }
        let tests: [(String) -> Bool] = [{ $0 == key }, { code in code.drop { $0.isLetter } == key }, { $0.hasPrefix(key) }]
        for test in tests {
            let found = choices.filter { test(Self.key($0.code)) }
            if let only = found.first, found.count == 1 { return .one(only) }
            if !found.isEmpty { return .several(found) }
        }
        return .none
    }
}
