import ArgumentParser
import NoteItClient
import NoteItCore

/// `noteit moderate`.
struct Moderate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moderate", abstract: "Remove and restore posts and settle reports, as staff.",
        discussion: """
            You can restore what you removed. The author sees your reason; others see that staff removed it. The server's \
            audit log records every step.
            """,
        subcommands: [
            ModerateRemove.self, ModerateRestore.self, ModerateRemovals.self, ModerateReports.self, ModerateResolve.self,
        ])
}

extension CommandContext {
    /// One of the reader's courses; for an admin, who sees reports that nobody on the staff may see, any.
    func reportedCourse(_ text: String) async throws -> Course {
        if try account().role == .admin { try await classCourse(text) } else { try await myCourse(text) }
    }

    /// The course that `words` name; without words, all courses that the reader is staff of. Throws a complaint if there is
    /// none.
    func staffedCourses(_ words: [String]) async throws -> [Course] {
        if !words.isEmpty { return [try await myCourse(words.joined())] }
        let staffed = Set(try await copy.enrollments().filter { $0.role == .staff }.map(\.course))
        let courses = try await copy.courses().filter { staffed.contains($0.id) }
        guard !courses.isEmpty else { throw Complaint("You are not staff of any course.") }
        return courses
    }
}
