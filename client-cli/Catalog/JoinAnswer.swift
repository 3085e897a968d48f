import NoteItClient
import NoteItCore
import NoteItTerminal

extension CommandContext {
    /// Says for which of the sections the person now waits. Nothing else tells it: they are in none of them yet.
    func tellWaiting(_ answer: EnrollmentList, for sections: [Section.ID]) async throws {
        let waiting = (answer.waiting ?? []).filter { sections.contains($0.section) }
        for (id, requests) in Dictionary(grouping: waiting, by: \.course).sorted(by: { $0.key.text < $1.key.text }) {
            let course = try await client.course(id)
            let codes = course.sections.filter { section in requests.contains { $0.section == section.id } }.map(\.code)
            let names = codes.joined(separator: ", ")
            say(Styled("You asked to join \(course.name) \(names). Its staff must let you in.", .warning))
            if requests.allSatisfy(\.staffed) {
                say(Styled("The inbox tells you when they did. To take it back: noteit course drop \(course.name)", .faint))
            } else {
                say(Styled("Nobody is on its staff yet. Ask the admin of this server.", .warning))
            }
        }
    }

    /// Takes requests to join a course back.
    /// - Parameter codes: of sections; none for all.
    /// - Returns: whether there were any.
    func withdrawRequests(_ name: String, _ codes: [String]) async throws -> Bool {
        let waiting = try await client.joinRequests()
        guard !waiting.isEmpty, let course = try? await catalogCourse(name) else { return false }
        let named = try sections(codes, of: course).map(\.id)
        let mine = waiting.filter { $0.course == course.id && (named.isEmpty || named.contains($0.section)) }
        for request in mine { try await client.drop(request.section) }
        if !mine.isEmpty { say(Styled("Took back your request to join \(course.name).", .good)) }
        return !mine.isEmpty
    }
}
