import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff revoke`.
struct StaffRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take a person off the staff of a course, or of some of its sections.",
        discussion: """
            Posts for staff disappear from all devices of the person at once.

            Examples:
              noteit staff revoke ada@example.edu CMPT225 --section D101
              noteit staff revoke @ada.lovelace CMPT225
            """)

    @OptionGroup var scope: StaffScope
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        let (course, sections) = try await scope.resolved(context)
        if sections.isEmpty { try await context.client.revokeStaff(of: scope.person, in: course.id) }
        for section in sections { try await context.client.revokeStaff(of: scope.person, in: course.id, section: section.id) }
        try await context.refresh()
        let name = sections.isEmpty ? course.code : "\(course.code) \(sections.map(\.code).joined(separator: ", "))"
        try context.report(
            ["revoked": scope.person.description, "course": course.id.text], plain: [[scope.person.description, name]],
            Styled("\(scope.person) is no longer staff of \(name).", .good))
    }
}
