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
            Counts every timetable without a clash, ranks the best and draws one of them as a week, or says why there is none. \
            Given nothing, it asks. What makes one better: noteit schedule explain

            Examples:
              noteit schedule build
              noteit schedule build CMPT225 MATH150 PHYS101
              noteit schedule build CMPT225 MATH150 --off fri --busy "mon 14:30-17:30"
              noteit schedule build CMPT225 --any "2 of PHIL105 PSYC210 ECON103"
              noteit schedule build CMPT225 MATH150 --show 2 --save "Plan B"
            """)

    @Argument(help: "Courses, such as CMPT225.", completion: Completions.courses) var courses: [String] = []
    @OptionGroup(title: "Wishes") var wishes: ScheduleWishOptions
    @Option(help: ArgumentHelp("How many to list, 1 to 100.", valueName: "count")) var limit = 10
    @Option(help: ArgumentHelp("Which of them to draw and to save.", valueName: "number")) var show = 1
    @Option(help: ArgumentHelp("Keep it under this name.", valueName: "name")) var save: String?
    @Option(help: ArgumentHelp("Stop after so many milliseconds, and say so.", valueName: "ms")) var budget: Int?
    @Option(help: "Another term than the current one.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let term = try await work.term(term)
        if courses.isEmpty && wishes.any.isEmpty {
            guard work.console.canAsk, work.console.form == .pretty else {
                throw Complaint.usage("Needed: the courses, as in: noteit schedule build CMPT225 MATH150")
            }
            return try await ScheduleWalk(work: work, term: term).run()
        }
        let found = try await search(term, work)
        let answer = found.answer
        guard answer.timetables.isEmpty || answer.timetables.indices.contains(show - 1) else {
            throw Complaint.usage("There is no timetable \(show) among the \(answer.timetables.count) best.")
        }
        var kept: Schedule?
        if let save, !answer.timetables.isEmpty { kept = try await found.keep(show - 1, as: save, work) }
        switch work.console.form {
        case .json: try work.writeJSON(answer)
        case .plain: for table in answer.timetables { work.console.row(["\(table.cost)"] + table.crns.map(String.init)) }
        case .pretty: found.show(show - 1, work)
        }
        if let kept { found.sayKept(kept, work) }
        if answer.timetables.isEmpty { throw Complaint("These courses and wishes have no timetable together.") }
        if kept == nil, work.console.form == .pretty {
            work.console.say(Styled("Draw another with --show 2, keep one with --save NAME.", .faint))
        }
    }

    /// Asks the server; says how far it is while that takes long.
    func search(_ term: Term, _ work: Workplace) async throws -> FoundTimetables {
        var (wanted, chosen) = (try wishes.search(), [Course]())
        for name in CourseWords.courses(in: courses.joined(separator: " ")) {
            chosen.append(try await work.catalogCourse(name, term: term.id))
        }
        wanted.courses = chosen.map(\.id)
        for choice in wishes.any {
            let (pick, names) = try ScheduleWishOptions.choice(choice)
            var group: [Course] = []
            for name in names { group.append(try await work.catalogCourse(name, term: term.id)) }
            wanted.anyOf = (wanted.anyOf ?? []) + [ScheduleSearch.Group(pick: pick, courses: group.map(\.id))]
            chosen += group
        }
        (wanted.limit, wanted.budgetMillis) = (limit, budget)
        let (line, start) = (StatusLine(work.console), ContinuousClock.now)
        defer { line.clear() }
        let answer = try await work.client.search(wanted, in: term.id) { far in
            // Most searches are done by then.
            if .now - start >= .milliseconds(500) { line.show(far) }
        }
        return FoundTimetables(term: term, answer: answer, courses: chosen)
    }
}

extension StatusLine {
    fileprivate func show(_ far: ScheduleProgress) {
        let what =
            switch far.phase {
            case .waiting: "waiting for other people's searches"
            case .ranking: "ranking"
            case .counting: "counting"
            case .explaining: "nothing fits; finding out why"
            }
        let best = far.best.map { ", best cost \($0)" } ?? ""
        let bound = far.phase == .ranking ? far.bound.map { ", none left under \($0)" } ?? "" : ""
        let steps = far.steps > 0 ? ", \(String(far.steps).grouped) steps in \(far.millis / 1_000) s" : ""
        show("\(what)\(steps)\(best)\(bound); Ctrl-C stops it")
    }
}

/// What a search found, with the courses that it was about.
struct FoundTimetables {
    let term: Term
    let answer: ScheduleAnswer
    let courses: [Course]

    var list: TimetableList { TimetableList(answer, courses: courses) }

    /// The count, the ranked list, and the week of one; or why there is none.
    func show(_ index: Int, _ work: Workplace) {
        if let conflicts = answer.conflicts { return work.console.out(ConflictText(conflicts).lines) }
        sayCount(work)
        work.console.out(list.lines(width: work.console.width))
        work.console.out("")
        draw(index, work)
    }

    func sayCount(_ work: Workplace) {
        let least = answer.exact ? "" : "at least "
        let (all, distinct) = (answer.feasible.grouped, answer.feasibleDistinct.grouped)
        let best = answer.timetables.count == 1 ? "The best:" : "The best \(answer.timetables.count):"
        work.console.say(
            Styled("\(least)\(all) timetable\(all == "1" ? "" : "s"), \(least)\(distinct) with different times. ", .strong)
                + Styled(best))
        if !answer.optimal {
            let bound = answer.bound.map(String.init) ?? "these"
            work.console.say(Styled("Stopped early: none that was left out costs less than \(bound).", .warning))
        }
    }

    func draw(_ index: Int, _ work: Workplace) {
        let table = answer.timetables[index]
        if answer.timetables.count > 1 { work.console.out(Styled("Timetable \(index + 1)", .heading)) }
        work.show(list.entries(table))
        work.console.out(list.notes(table))
    }

    func keep(_ index: Int, as name: String, _ work: Workplace) async throws -> Schedule {
        let sections = answer.timetables[index].crns.map { Section.id(term: term.id, crn: String($0)) }
        return try await work.client.keep(NewSchedule(term: term.id, name: name, sections: sections))
    }

    func sayKept(_ schedule: Schedule, _ work: Workplace) {
        // A name that would be taken for an option, or is not shown as it is, cannot be typed.
        let isTyped = !schedule.name.unicodeScalars.starts(with: "-".unicodeScalars) && schedule.name.visible == schedule.name
        let name = isTyped ? schedule.name.quotedForShell : schedule.id.description
        work.console.say(Styled("Kept as \(schedule.name).", .good) + " See it with: noteit schedule view \(name)")
    }
}
