import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate`.
struct Moderate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moderate",
        abstract: "Remove, bring back, and judge what was reported, as staff.",
        discussion: """
            What you remove can be brought back. Its author sees your reason, others that staff removed it. All of it stands in the \
            server's audit log.
            """,
        subcommands: [
            ModerateRemove.self, ModerateRestore.self, ModerateRemovals.self, ModerateReports.self, ModerateResolve.self,
        ])
}

extension Workplace {
    /// The course that `words` name, or, with none, all whose staff one is. Throws a complaint if that is none.
    func staffedCourses(_ words: [String]) async throws -> [Course] {
        if !words.isEmpty { return [try await myCourse(words.joined())] }
        let staffed = Set(try await copy.enrollments().filter { $0.role == .staff }.map(\.course))
        let courses = try await copy.courses().filter { staffed.contains($0.id) }
        guard !courses.isEmpty else { throw Complaint("You are staff of no course.") }
        return courses
    }
}
