import NoteItClient
import NoteItCore
import NoteItTerminal

/// The interactive way to a timetable: questions about courses and wishes, then a choice.
struct TimetableWalk {
    let context: CommandContext
    let term: Term

    func run() async throws {
        context.say(Styled("A timetable for \(term.name). Enter goes on, Ctrl-C ends it.", .heading))
        let courses = try await courses()
        while true {
            let arguments = courses.map(\.code) + (try wishes())
            let found = try await ScheduleBuild.asyncParse(arguments).search(term, context)
            if found.answer.timetables.isEmpty {
                try await found.show(0, context)
                guard try context.console.confirm("Other wishes?", standard: true) else { throw Cancelled("No timetable.") }
                continue
            }
            let isDone = try await choose(from: found)
            guard isDone else { continue }
            let command = (["noteit", "schedule", "build"] + arguments).map(\.quotedForShell).joined(separator: " ")
            return context.say(Styled("The same again: \(command)", .faint))
        }
    }

    /// Asks for one or several at a time, until the person types none.
    private func courses() async throws -> [Course] {
        var chosen: [Course] = []
        while true {
            let question = chosen.isEmpty ? "Courses, such as CMPT225 MATH150: " : "More courses (Enter for no more): "
            let words = CourseWords.courses(in: try context.console.ask(Styled(question, .strong)))
            if words.isEmpty {
                if !chosen.isEmpty { return chosen }
                context.say(Styled("At least one. Find courses with: noteit course search WORDS", .warning))
            }
            for word in words {
                do {
                    let course = try await context.catalogCourse(word, term: term.id)
                    if chosen.contains(where: { $0.id == course.id }) {
                        context.say(Styled("  \(course.code) is there already.", .warning))
                        continue
                    }
                    chosen.append(course)
                    let credits = course.credits.map { ", \($0) credits" } ?? ""
                    context.say(Styled("  \(course.code)", .strong) + Styled("  \(course.title)\(credits)", .faint))
                } catch is Cancelled {
                    context.say(Styled("  Left out.", .warning))
                } catch let complaint as Complaint where complaint.status != ExitStatus.unreachable {
                    context.say(Styled("  " + ([complaint.message] + complaint.advice).joined(separator: " "), .warning))
                }
            }
        }
    }

    /// Asks for wishes.
    /// - Returns: arguments of `noteit schedule build`.
    private func wishes() throws -> [String] {
        let off = try ask("Days off, such as fri (Enter for none): ") { WeekPhrase.days($0) != nil }
        let earliest = try ask("No class before, such as 9:30 (Enter for any): ") { WeekPhrase.time($0) != nil }
        var busy: [String] = []
        while let time = try ask("Busy, such as mon 14:30-17:30 (Enter for no more): ", { WeekPhrase.busy($0) != nil }) {
            busy.append(time)
        }
        let prefer = try ask("Preferred: mornings, afternoons, evenings, nights or hours such as 10-15 (Enter for any): ") {
            WeekPhrase.ranges($0) != nil
        }
        let single = [("--off", off), ("--earliest", earliest), ("--prefer", prefer)]
        return single.flatMap { option, value in value.map { [option, $0] } ?? [] } + busy.flatMap { ["--busy", $0] }
    }

    /// Asks until the answer is empty (nil) or has the right form.
    private func ask(_ question: String, _ fits: (String) -> Bool) throws -> String? {
        while true {
            let answer = try context.console.ask(Styled(question, .strong))
            if answer.isEmpty { return nil }
            if fits(answer) { return answer }
            context.say(Styled("  '\(answer)' does not have that form.", .warning))
        }
    }

    /// Shows the list, then the timetables that the person asks for. False means other wishes.
    private func choose(from found: FoundTimetables) async throws -> Bool {
        let table = try await found.table(context)
        found.list(table, context)
        var index = 0
        while true {
            let count = found.answer.timetables.count
            let question = "Number to draw (1-\(count)), s saves \(index + 1), j joins it, w other wishes, q ends: "
            let answer = try context.console.ask(Styled(question, .strong)).lowercased()
            switch (answer, Int(answer)) {
            case (_, let number?) where (1...count).contains(number):
                index = number - 1
                found.draw(index, table, context)
            case ("", _): found.draw(index, table, context)
            case ("s", _):
                let name = try context.console.ask("Name: ")
                if !name.isEmpty { found.saySaved(try await found.save(index, as: name, context), context) }
            case ("j", _): try await join(table.entries(found.answer.timetables[index]))
            case ("w", _): return false
            case ("q", _): return true
            default: context.say(Styled("  A number from 1 to \(count), s, j, w or q.", .warning))
            }
        }
    }

    private func join(_ entries: [(course: Course, section: Section)]) async throws {
        try await JoinWarnings(entries, context).say()
        guard try context.console.confirm("Join all \(entries.count) sections?", standard: true) else { return }
        _ = try await context.client.enroll(in: entries.map(\.section.id))
        try await context.refresh()
        context.say(Styled("Joined \(entries.count) sections.", .good))
    }
}
