import NoteItClient
import NoteItCore
import NoteItTerminal

extension Workplace {
    /// Shows who asks what was asked before, since a large class repeats many of its questions, and where a person can be asked,
    /// whether to post all the same.
    ///
    /// Without a server nothing is said: the post waits in the outbox as ever. Throws `Cancelled`.
    func offerQuestions(like title: String, in course: Course) async throws {
        guard console.form == .pretty, let found = try? await client.questions(like: title, in: course.id),
            let nearest = found.first
        else { return }
        let list = SearchList(
            found, reader: nil, clock: try await clock(term: course.term), names: NameBook(events: found.map(\.event)),
            unicode: console.unicode)
        console.say(Styled("Asked before in \(course.code):", .strong))
        for line in list.questionLines { console.say(line) }
        guard console.canAsk, try !console.confirm("Post yours all the same?", standard: false) else { return }
        throw Cancelled("Nothing sent. Read the first with: noteit event view '\(nearest.event.reference)'")
    }
}
