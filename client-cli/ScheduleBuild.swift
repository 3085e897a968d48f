import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule build`.
struct ScheduleBuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Find all timetables of some courses, and show the best.",
        discussion: """
            Counts every timetable without a clash and shows the best ones, or says why there is none. Given nothing, it asks. \
            What makes one better: noteit schedule explain

            Examples:
              noteit schedule build CMPT225 MATH150 PHYS101
              noteit schedule build CMPT225 MATH150 --off fri --busy "mon 14:30-17:30" --prefer morning
              noteit schedule build CMPT225 --any "2 of PHIL105 PSYC210 ECON103" --save "Plan A"
            """)

    @Argument(help: "Courses, such as CMPT225.", completion: Completions.courses) var courses: [String] = []
    @Option(help: ArgumentHelp("So many of these courses: \"2 of A B C\".", valueName: "choice")) var any: [String] = []
    @Option(help: ArgumentHelp("Days without classes, such as fri.", valueName: "days")) var off: [String] = []
    @Option(help: ArgumentHelp("Days that had better have none.", valueName: "days")) var avoid: [String] = []
    @Option(help: ArgumentHelp("A time without classes: \"mon 14:30-17:30\".", valueName: "time")) var busy: [String] = []
    @Option(help: ArgumentHelp("A time that had better stay free.", valueName: "time")) var maybeBusy: [String] = []
    @Option(help: ArgumentHelp("morning, afternoon, evening, or hours such as 10-15.", valueName: "hours")) var prefer:
        [String] = []
    @Option(help: ArgumentHelp("No class before.", valueName: "time")) var earliest: String?
    @Option(help: ArgumentHelp("No class after.", valueName: "time")) var latest: String?
    @Option(help: "A campus; sections whose campus is not known pass.") var campus: [String] = []
    @Flag(help: "Only sections with a free seat.") var open = false
    @Option(help: ArgumentHelp("A section to take, by CRN.", valueName: "crn")) var pin: [Int] = []
    @Option(help: ArgumentHelp("A section not to take, by CRN.", valueName: "crn")) var exclude: [Int] = []
    @Option(
        name: .customLong("break"), help: ArgumentHelp("Minutes between classes in different buildings.", valueName: "minutes"))
    var pause: Int?
    @Option(help: "How many to show.") var limit = 3
    @Option(help: ArgumentHelp("Stop after so many milliseconds, and say so.", valueName: "ms")) var budget: Int?
    @Option(help: ArgumentHelp("Keep the best under this name.", valueName: "name")) var save: String?
    @Option(help: "Another term than the current one.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let term = try await work.term(term)
        var courses: [Course] = []
        for name in try await names(work) { courses.append(try await work.catalogCourse(name, term: term.id)) }
        var wanted = try search(courses.map(\.id))
        for choice in any {
            let (pick, names) = try Self.choice(choice)
            var group: [Course] = []
            for name in names { group.append(try await work.catalogCourse(name, term: term.id)) }
            wanted.anyOf = (wanted.anyOf ?? []) + [ScheduleSearch.Group(pick: pick, courses: group.map(\.id))]
            courses += group
        }
        let answer = try await work.client.search(wanted, in: term.id)
        let kept = try await keep(answer, courses, term: term.id, work)
        switch work.console.form {
        case .json: try work.writeJSON(answer)
        case .plain: for table in answer.timetables { work.console.row(["\(table.cost)"] + table.crns.map(String.init)) }
        case .pretty: show(answer, courses, work)
        }
        if let kept {
            work.console.say(Styled("Kept as \(kept.name). See it with: noteit schedule view \"\(kept.name)\"", .good))
        }
        if answer.timetables.isEmpty { throw Complaint("These courses and wishes have no timetable together.") }
    }

    private func names(_ work: Workplace) async throws -> [String] {
        if !courses.isEmpty || !any.isEmpty { return courses }
        let answer = try work.ask(
            "Which courses? (CMPT225 MATH150 ...) ", else: "the courses, as in: noteit schedule build CMPT225 MATH150")
        return answer.split { $0 == " " || $0 == "," }.map(String.init)
    }

    private func search(_ ids: [Course.ID]) throws -> ScheduleSearch {
        var wanted = ScheduleSearch(courses: ids)
        wanted.busy = try busy.map { try Self.time($0, hard: true) } + maybeBusy.map { try Self.time($0, hard: false) }
        wanted.daysOff = try Self.days(off)
        wanted.daysAvoided = try Self.days(avoid)
        wanted.earliest = try earliest.map(Self.hour)
        wanted.latest = try latest.map(Self.hour)
        wanted.preferred = try prefer.flatMap { text in
            guard let hours = WeekPhrase.range(text) else {
                throw Complaint.usage("'\(text)' is no part of a day.", "As in: --prefer morning, --prefer 10-15")
            }
            return [hours.start, hours.end]
        }
        wanted.campuses = campus
        wanted.openOnly = open
        (wanted.pinned, wanted.excluded, wanted.breakMinutes) = (pin, exclude, pause)
        (wanted.limit, wanted.budgetMillis) = (limit, budget)
        return wanted
    }

    private static func time(_ text: String, hard: Bool) throws -> ScheduleSearch.Busy {
        guard let time = WeekPhrase.busy(text) else {
            throw Complaint.usage("'\(text)' is no time of the week.", "As in: --busy \"mon 14:30-17:30\", --busy \"TR 12-13\"")
        }
        return ScheduleSearch.Busy(days: time.days, start: time.start, end: time.end, hard: hard)
    }

    private static func days(_ texts: [String]) throws -> String? {
        guard !texts.isEmpty else { return nil }
        guard let days = WeekPhrase.days(texts.joined(separator: " ")) else {
            throw Complaint.usage(
                "'\(texts.joined(separator: " "))' names no days.", "As in: --off fri, --off mon,wed, --off TR")
        }
        return days
    }

    private static func hour(_ text: String) throws -> WallTime {
        guard let time = WeekPhrase.time(text) else { throw Complaint.usage("'\(text)' is no time.", "As in: 9:30") }
        return time
    }

    private static func choice(_ text: String) throws -> (Int, [String]) {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard words.count >= 3, let pick = Int(words[0]), words[1].lowercased() == "of" else {
            throw Complaint.usage("'\(text)' is no choice.", "As in: --any \"2 of PHIL105 PSYC210 ECON103\"")
        }
        return (pick, Array(words.dropFirst(2)))
    }

    private func keep(_ answer: ScheduleAnswer, _ courses: [Course], term: Term.ID, _ work: Workplace) async throws -> Schedule?
    {
        guard let name = save, let best = answer.timetables.first else { return nil }
        return try await work.client.keep(
            NewSchedule(term: term, name: name, sections: best.crns.map { Section.id(term: term, crn: String($0)) }))
    }

    private func show(_ answer: ScheduleAnswer, _ courses: [Course], _ work: Workplace) {
        if let conflicts = answer.conflicts { return ConflictText(conflicts).lines.forEach(work.console.out) }
        let least = answer.exact ? "" : "at least "
        work.console.say(
            Styled("\(least)\(answer.feasible) timetables, \(least)\(answer.feasibleDistinct) with different times", .strong))
        if !answer.optimal {
            work.console.say(
                Styled("Stopped early: none left out costs less than \(answer.bound.map(String.init) ?? "?").", .warning))
        }
        for (index, table) in answer.timetables.enumerated() {
            let parts = table.parts
            work.console.out("")
            work.console.out(
                Styled("\(index + 1)  ", .strong)
                    + Styled(
                        "cost \(table.cost): \(parts.idleMinutes) min idle, \(parts.days) days, "
                            + "\(parts.minutesOutsidePreferred) min outside preferred hours", .faint))
            work.show(
                table.crns.compactMap { crn in
                    courses.lazy.compactMap { course in course.sections.first { $0.crn == String(crn) }.map { (course, $0) } }
                        .first
                })
            for other in table.alternatives {
                let code = courses.first { $0.id == other.course }?.code ?? other.course
                let choices = other.crns.prefix(6).map { $0.map(String.init).joined(separator: "+") }.joined(separator: ", ")
                work.console.out(Styled("Same times in \(code): \(choices)\(other.crns.count > 6 ? ", and more" : "")", .faint))
            }
        }
    }
}

/// Why there is no timetable, in sentences.
struct ConflictText {
    private let conflicts: ScheduleAnswer.Conflicts

    init(_ conflicts: ScheduleAnswer.Conflicts) { self.conflicts = conflicts }

    var lines: [Styled] {
        var lines = [Styled("There is no timetable. These cannot hold together:", .bad)]
        lines += conflicts.minimal.prefix(12).map { Styled("  " + $0.joined(separator: " + ")) }
        if conflicts.minimal.count > 12 { lines.append(Styled("  and \(conflicts.minimal.count - 12) more", .faint)) }
        lines.append(Styled("What would open some:", .strong))
        lines += conflicts.relaxations.map {
            Styled("  give up \($0.drop.joined(separator: " and ")): \($0.timetables) timetables")
        }
        lines.append(Styled("At most \(conflicts.maxCourses) of the courses fit together.", .strong))
        lines += conflicts.maxCourseSets.prefix(5).map { Styled("  " + $0.joined(separator: ", ")) }
        return lines
    }
}
