import NoteItCore
import NoteItStore

/// Courses and sections as operators name them.
extension SQLStore {
    /// Throws a `Failure` or `.notFound`.
    /// - Parameter name: a course of the current term, such as CMPT225, or a full id, such as 202530.CMPT225.
    func course(called name: String) async throws -> Course {
        if name.contains(".") { return try await course(Course.ID(name)) }
        let term = try await requireCurrentTerm()
        let code = name.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        do {
            return try await course(Course.ID("\(term).\(code)"))
        } catch DomainError.notFound {
            throw Failure("There is no course \(code) in the current term \(term). For another term, write TERM.\(code).")
        }
    }
}

extension Course {
    /// Throws a `Failure` unless it has one section of this name.
    /// - Parameter name: an id, a registration number or a code.
    func section(called name: String) throws -> Section.ID {
        let matches = sections.filter { [$0.id.text, $0.crn].contains(name) || $0.code.uppercased() == name.uppercased() }
        guard matches.count == 1, let match = matches.first else {
            let choices = (matches.isEmpty ? sections : matches).map { "\($0.code) (\($0.crn))" }.joined(separator: ", ")
            let fault = matches.isEmpty ? "has no section \(name)" : "has several sections \(name)"
            throw Failure("\(id) \(fault). Choose from: \(choices).")
        }
        return match.id
    }
}
