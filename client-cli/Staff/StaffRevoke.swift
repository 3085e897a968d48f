import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff revoke`.
struct StaffRevoke: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take a person off the staff of a course, or of some of its sections.",
        discussion: """
            Posts for staff disappear from all devices of the person at once. Asks about your own place, and about the last \
            one of the whole course, unless --yes is given.

            Examples:
              noteit staff revoke ada@example.edu CMPT225 --section D101
              noteit staff revoke @ada.lovelace CMPT225
            """)

    @OptionGroup var scope: StaffScope
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let (course, sections) = try await scope.resolved(context)
        let name = sections.isEmpty ? course.name : "\(course.name) \(sections.map(\.code).joined(separator: ", "))"
        if !yes { try await confirm(course, isWhole: sections.isEmpty, name, context) }
        if sections.isEmpty { try await context.client.revokeStaff(of: scope.person, in: course.id) }
        for section in sections { try await context.client.revokeStaff(of: scope.person, in: course.id, section: section.id) }
        try await context.refresh()
        try context.report(
            ["revoked": scope.person.description, "course": course.id.text], plain: [[scope.person.description, name]],
            Styled("\(scope.person) is no longer staff of \(name).", .good))
    }

    /// Asks about what only others can undo: one's own place, and the last one of the whole course. Throws as
    /// `CommandContext.confirm`.
    /// - Parameter name: of the course or its sections.
    private func confirm(_ course: Course, isWhole: Bool, _ name: String, _ context: CommandContext) async throws {
        let (reader, staff) = (try context.account().id, try await context.client.staff(of: course.id))
        guard let member = staff.first(where: { $0.isNamed(by: scope.person) }) else { return }
        let inCharge = staff.filter { $0.places.contains { $0.role == .staff && $0.section == nil } }
        let isLast = isWhole && inCharge.map(\.id) == [member.id]
        guard isLast || member.id == reader else { return }
        let whose = member.id == reader ? "your own staff place" : "the staff place of \(scope.person)"
        try context.confirm("revoke", "\(whose) in \(name)\(isLast ? ", the last one of the whole course" : "")")
    }
}

extension Member {
    fileprivate func isNamed(by person: AccountReference) -> Bool {
        switch person {
        case .id(let id): self.id == id
        case .handle(let handle): self.handle.lowercased() == handle.lowercased()
        case .email(let email): self.email?.lowercased() == email.lowercased()
        }
    }
}
