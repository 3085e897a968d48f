import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit post`: the same as `noteit event new`.
struct Post: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Post a note, question, reminder, exam or assignment to a course.",
        discussion: PostOptions.discussion)

    @OptionGroup var post: PostOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await post.run(session) }
}

/// `noteit event new`: the same as `noteit post`.
struct EventNew: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Post an event: the same as 'noteit post'.",
        discussion: PostOptions.discussion)

    @OptionGroup var post: PostOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await post.run(session) }
}

extension CommandContext {
    /// Similar questions that the server finds; if it is not reached, those of the local copy.
    func similarQuestions(to title: String, in course: Course) async -> [SearchHit] {
        do {
            return try await client.hurried().questions(like: title, in: course.id)
        } catch let error as ClientError where error.isPassing {
            return (try? await copy.questions(like: title, in: course.id)) ?? []
        } catch {
            return []
        }
    }

    /// Shows the author of a question similar questions of the course, and on a terminal asks whether to post.
    ///
    /// If the server is not reached, finds them in the local copy: the post then waits in the outbox. Throws `Cancelled`.
    func offerQuestions(like title: String, in course: Course, yes: Bool) async throws {
        guard console.form == .pretty else { return }
        let found = await similarQuestions(to: title, in: course)
        guard let nearest = found.first else { return }
        let reader = PageReader(
            nil, names: NameBook(events: found.map(\.event)), clock: try await clock(term: course.term),
            unicode: console.unicode)
        console.say(Styled("Asked before in \(course.name):", .strong))
        for line in SearchPage(found, reader: reader).questionLines { console.say(line) }
        guard console.canAsk, !yes, try !console.confirm("Post yours all the same?", standard: false) else { return }
        throw Cancelled("Nothing sent. Read the first with: noteit event view '\(nearest.event.reference)'")
    }
}
