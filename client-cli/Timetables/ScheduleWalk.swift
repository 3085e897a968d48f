import NoteItClient
import NoteItCore
import NoteItTerminal

/// The walk from courses and wishes to a timetable, by questions.
struct ScheduleWalk {
    let work: Workplace
    let term: Term

    func run() async throws {
        work.console.say(Styled("A timetable for \(term.name). Enter goes on, Ctrl-C ends it.", .heading))
        let courses = try await courses()
        while true {
            let arguments = courses.map(\.code) + (try wishes())
            let found = try await ScheduleBuild.asyncParse(arguments).search(term, work)
            if found.answer.timetables.isEmpty {
                found.show(0, work)
                guard try work.console.confirm("Other wishes?", standard: true) else { throw Cancelled("No timetable.") }
                continue
            }
            let isDone = try await choose(from: found)
            guard isDone else { continue }
            let command = (["noteit", "schedule", "build"] + arguments).map(\.quotedForShell).joined(separator: " ")
            return work.console.say(Styled("The same again: \(command)", .faint))
        }
    }

    /// One or several at a time, until nothing is typed.
    private func courses() async throws -> [Course] {
        var chosen: [Course] = []
        while true {
            let question = chosen.isEmpty ? "Courses, such as CMPT225 MATH150: " : "More courses (Enter for no more): "
            let words = CourseWords.courses(in: try work.console.ask(Styled(question, .strong)))
            if words.isEmpty {
                if !chosen.isEmpty { return chosen }
                work.console.say(Styled("At least one. Look for them with: noteit course search WORDS", .warning))
            }
            for word in words {
                do {
                    let course = try await work.catalogCourse(word, term: term.id)
                    if chosen.contains(where: { $0.id == course.id }) {
                        work.console.say(Styled("  \(course.code) is there already.", .warning))
                        continue
                    }
                    chosen.append(course)
                    let credits = course.credits.map { ", \($0) credits" } ?? ""
                    work.console.say(Styled("  \(course.code)", .strong) + Styled("  \(course.title)\(credits)", .faint))
                } catch is Cancelled {
                    work.console.say(Styled("  Left out.", .warning))
                } catch let complaint as Complaint where complaint.status != ExitStatus.unreachable {
                    work.console.say(Styled("  " + ([complaint.message] + complaint.advice).joined(separator: " "), .warning))
                }
            }
        }
    }

    /// As `build` takes them.
    private func wishes() throws -> [String] {
        let off = try ask("Days off, such as fri (Enter for none): ") { WeekPhrase.days($0) != nil }
        let earliest = try ask("No class before, such as 9:30 (Enter for any): ") { WeekPhrase.time($0) != nil }
        var busy: [String] = []
        while let time = try ask("Busy, such as mon 14:30-17:30 (Enter for no more): ", { WeekPhrase.busy($0) != nil }) {
            busy.append(time)
        }
        let prefer = try ask("Preferred: morning, afternoon, evening or hours such as 10-15 (Enter for any): ") {
            WeekPhrase.range($0) != nil
        }
        let single = [("--off", off), ("--earliest", earliest), ("--prefer", prefer)]
        return single.flatMap { option, value in value.map { [option, $0] } ?? [] } + busy.flatMap { ["--busy", $0] }
    }

    /// Nil for nothing; asks again for what does not fit.
    private func ask(_ question: String, _ fits: (String) -> Bool) throws -> String? {
        while true {
            let answer = try work.console.ask(Styled(question, .strong))
            if answer.isEmpty { return nil }
            if fits(answer) { return answer }
            work.console.say(Styled("  '\(answer)' is not of that form.", .warning))
        }
    }

    /// Shows the list, then one after the other. False if the wishes are to be changed.
    private func choose(from found: FoundTimetables) async throws -> Bool {
        found.sayCount(work)
        work.console.out(found.list.lines(width: work.console.width))
        var index = 0
        while true {
            let count = found.answer.timetables.count
            let question = "Number to draw (1-\(count)), s saves \(index + 1), j joins it, w other wishes, q ends: "
            let answer = try work.console.ask(Styled(question, .strong)).lowercased()
            switch (answer, Int(answer)) {
            case (_, let number?) where (1...count).contains(number):
                index = number - 1
                found.draw(index, work)
            case ("", _): found.draw(index, work)
            case ("s", _):
                let name = try work.console.ask("Name: ")
                if !name.isEmpty { found.sayKept(try await found.keep(index, as: name, work), work) }
            case ("j", _): try await join(found.list.entries(found.answer.timetables[index]))
            case ("w", _): return false
            case ("q", _): return true
            default: work.console.say(Styled("  A number from 1 to \(count), s, j, w or q.", .warning))
            }
        }
    }

    private func join(_ entries: [(course: Course, section: Section)]) async throws {
        try await AdoptWarnings(entries, work).say()
        guard try work.console.confirm("Join all \(entries.count) sections?", standard: true) else { return }
        _ = try await work.client.enroll(in: entries.map(\.section.id))
        _ = try await work.space.sync.refresh()
        work.console.say(Styled("Joined \(entries.count) sections.", .good))
    }
}
