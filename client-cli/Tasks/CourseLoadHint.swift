import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

extension CommandContext {
    /// Tells staff, before they set a due date, how many of the course have other deadlines that day. Says nothing to others, and
    /// nothing if the server does not answer soon.
    func sayLoad(of course: Course.ID, at due: Date) async {
        guard console.form == .pretty, (try? await isStaff(of: course)) == true, let clock = try? await clock(term: course.term)
        else {
            return
        }
        let day = Day(due, in: clock.timeZone)
        guard let load = try? await client.with(timeout: .seconds(2)).load(of: course, from: day, to: day),
            let sentence = CourseLoadText.sentence(load, on: day, clock: clock)
        else { return }
        say(Styled(sentence, .warning))
    }
}
