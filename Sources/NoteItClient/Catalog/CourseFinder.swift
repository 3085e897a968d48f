import Foundation
import NoteItCore

/// A course that a name may mean.
public struct CourseChoice: Sendable, Equatable {
    public var id: Course.ID
    public var term: Term.ID
    /// `CMPT225`.
    public var code: String
    public var title: String
}

/// The courses that a name means.
public enum CourseMatch: Sendable, Equatable {
    case one(CourseChoice)
    /// Several match: the person chooses, the program never guesses.
    case several([CourseChoice])
    case none
}

/// Finds courses by the names that people use: `CMPT225`, `cmpt 225`, `225`, or in full `202530.CMPT225`.
public struct CourseFinder: Sendable {
    let copy: LocalCopy
    let client: APIClient

    public init(copy: LocalCopy, client: APIClient) { (self.copy, self.client) = (copy, client) }

    /// Looks among my courses: first those of the current term, then those of other terms. Needs no server.
    /// An exact code wins over a number alone, a number over the beginning of a code.
    public func mine(_ text: String, at now: Date) async throws -> CourseMatch {
        let current = try await copy.terms(at: now).first(where: \.current)?.id
        let choices = try await copy.courses().map {
            CourseChoice(id: $0.id, term: $0.term, code: $0.code, title: $0.title)
        }
        let match = CourseText(text).match(in: choices.filter { $0.term == current })
        return match == .none ? CourseText(text).match(in: choices) : match
    }

    /// Looks among the courses that I have left and have posts in. Their titles are not known. Needs no server.
    public func former(_ text: String) async throws -> CourseMatch {
        CourseText(text).match(
            in: try await copy.formerCourses().map { CourseChoice(id: $0, term: $0.term, code: $0.code, title: "") })
    }

    /// Looks in the server's catalog.
    /// - Parameter term: nil means the current one.
    public func inCatalog(_ text: String, term: Term.ID? = nil) async throws -> CourseMatch {
        let wanted = CourseText(text)
        var term = wanted.term ?? term
        if term == nil { term = try await client.terms().first(where: \.current)?.id }
        guard let term else { return .none }
        let page = try await client.courses(
            of: term, matching: wanted.query, page: PageRequest(limit: PageRequest.limits.upperBound))
        return wanted.match(in: page.items.map { CourseChoice(id: $0.id, term: $0.term, code: $0.code, title: $0.title) })
    }
}

/// A course name as it was typed.
struct CourseText: Equatable {
    /// `202530` of `202530.CMPT225`.
    let term: Term.ID?
    /// In upper case, without separators: `CMPT225`.
    let key: String

    init(_ text: String) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".", maxSplits: 1)
        let isFull = parts.count == 2 && parts[0].allSatisfy(\.isNumber)
        term = isFull ? Term.ID(parts[0]) : nil
        key = Self.key(isFull ? String(parts[1]) : text)
    }

    private static func key(_ text: String) -> String {
        text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
    }

    var query: CourseQuery {
        let subject = String(key.prefix { $0.isLetter })
        let number = String(key.dropFirst(subject.count))
        return CourseQuery(subject: subject.isEmpty ? nil : subject, number: number.isEmpty ? nil : number)
    }

    func match(in choices: [CourseChoice]) -> CourseMatch {
        guard !key.isEmpty else { return .none }
        let choices = choices.filter { term == nil || $0.term == term }
        let tests: [(String) -> Bool] = [{ $0 == key }, { code in code.drop { $0.isLetter } == key }, { $0.hasPrefix(key) }]
        for test in tests {
            let found = choices.filter { test(Self.key($0.code)) }
            if let only = found.first, found.count == 1 { return .one(only) }
            if !found.isEmpty { return .several(found) }
        }
        return .none
    }
}
