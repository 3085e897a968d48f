import ArgumentParser
import NoteItCore

/// `noteit staff`.
struct Staff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "List, grant and revoke staff of a course.",
        discussion: "Admins and staff of a whole course grant and revoke any section; staff of some sections, only these.",
        subcommands: [StaffList.self, StaffGrantCommand.self, StaffRevoke.self],
        defaultSubcommand: StaffList.self)
}

extension Member {
    /// `D100, D101`; the course's code for all of its sections.
    func places(in course: Course, as role: Enrollment.Role? = nil) -> String {
        places.filter { role == nil || $0.role == role }.map { held in
            let code = held.section.map { id in course.sections.first { $0.id == id }?.code ?? id.text } ?? "all sections"
            return role == nil && held.role == .staff ? "\(code) (staff)" : code
        }.joined(separator: ", ")
    }

    /// For programs: name, handle, email, sections as staff and as student.
    func fields(_ course: Course) -> [String] {
        [displayName, "@\(handle)", email ?? "", places(in: course, as: .staff), places(in: course, as: .student)]
    }
}
