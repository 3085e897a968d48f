import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit staff revoke`.
struct StaffRevoking: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take somebody's places on a course's staff.",
        discussion: """
            Without --section, all of them. They stop seeing what is for staff at once, on every device.

            Examples:
              noteit staff revoke ada@example.edu CMPT225 --section D101
              noteit staff revoke @ada.lovelace CMPT225
            """)

    @OptionGroup var place: StaffPlace
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let (course, sections) = try await place.resolved(work)
        if sections.isEmpty { try await work.client.revokeStaff(of: place.person, in: course.id) }
        for section in sections { try await work.client.revokeStaff(of: place.person, in: course.id, section: section.id) }
        _ = try await work.space.sync.refresh()
        let scope = sections.isEmpty ? course.code : "\(course.code) \(sections.map(\.code).joined(separator: ", "))"
        switch work.console.form {
        case .json: try work.writeJSON(["revoked": place.person.description, "course": course.id])
        case .plain: work.console.row([place.person.description, scope])
        case .pretty: work.console.say(Styled("\(place.person) is no longer staff of \(scope).", .good))
        }
    }
}
