import ArgumentParser
import NoteItCore
import NoteItTerminal

extension AccountReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// `noteit staff`.
struct Staff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff",
        abstract: "See and say who is staff of a course.",
        discussion: "Admins and staff of a whole course grant any place on it, staff of some sections these alone.",
        subcommands: [StaffList.self, StaffGranting.self, StaffRevoking.self],
        defaultSubcommand: StaffList.self)
}

extension Member {
    /// `D100, D101`; the course's code for all of its sections.
    func places(in course: Course, as role: Enrollment.Role? = nil) -> String {
        places.filter { role == nil || $0.role == role }.map { place in
            let code = place.section.map { id in course.sections.first { $0.id == id }?.code ?? id } ?? "all sections"
            return role == nil && place.role == .staff ? "\(code) (staff)" : code
        }.joined(separator: ", ")
    }

    /// For programs: name, handle, email, places.
    func fields(_ course: Course) -> [String] {
        [displayName, "@\(handle)", email ?? "", places(in: course, as: .staff), places(in: course, as: .student)]
    }
}
