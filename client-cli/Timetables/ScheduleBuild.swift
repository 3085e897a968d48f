import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule build`.
struct ScheduleBuild: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Find all timetables of some courses and show the best.",
        discussion: """
            Counts every timetable without a clash, ranks them, and draws the best as a week. If there is none, says why. \
            Without courses it asks for them. The classes that you are in count as busy, but for those of the courses that you \
            name. So do your own events and those of your imported calendars, if they come back each week. How timetables are ranked: noteit schedule explain

            Examples:
              noteit schedule build
              noteit schedule build CMPT225 MATH150 PHYS101
              noteit schedule build CMPT225 MATH150 --off fri --busy "mon 14:30-17:30"
              noteit schedule build CMPT225 --any "2 of PHIL105 PSYC210 ECON103"
              noteit schedule build CMPT225 MATH150 --show 2 --save "Plan B"
              noteit schedule build CMPT225 MATH150 --picture week.svg
            """)

    @Argument(help: "Courses, such as CMPT225.", completion: Completions.courses) var courses: [String] = []
    @OptionGroup(title: "Wishes") var wishes: TimetableWishOptions
    @Flag(help: "Plan as if you had no classes and no events of your own.") var anew = false
    @Option(help: ArgumentHelp("How many timetables to list, 1 to 100.", valueName: "count")) var limit = 10
    @Option(help: ArgumentHelp("The timetable to draw and to save, by its number in the list.", valueName: "number")) var show =
        1
    @Option(help: ArgumentHelp("Keep the timetable under this name.", valueName: "name")) var save: String?
    @Option(help: PictureFile.help) var picture: String?
    @Option(help: ArgumentHelp("Stop the search after this many milliseconds.", valueName: "ms")) var budget: Int?
    @Option(
        help: "The term, such as 202530 or F26; without it the current one, or the next once half of that is over.")
    var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let term = try await context.term(term) { $0.planned(at: context.now) }
        if courses.isEmpty && wishes.any.isEmpty {
            guard context.canAsk, context.form == .pretty, picture == nil else {
                throw Complaint.usage("Needed: the courses, as in: noteit schedule build CMPT225 MATH150")
            }
            return try await TimetableWalk(context: context, term: term).run()
        }
        let found = try await search(term, context)
        let answer = found.answer
        guard answer.timetables.isEmpty || answer.timetables.indices.contains(show &- 1) else {
            throw Complaint.usage("--show \(show) is not among the \(answer.timetables.count) best timetables.")
        }
        var kept: SavedTimetable?
        if let save, !answer.timetables.isEmpty { kept = try await found.save(show - 1, as: save, context) }
        if let picture, !answer.timetables.isEmpty {
            try await found.draw(show - 1, named: save ?? term.name, into: picture, context)
        } else {
            try await context.report(answer, plain: answer.timetables.map { ["\($0.cost)"] + $0.crns.map(String.init) }) {
                try await found.show(show - 1, context)
            }
        }
        if let kept { found.saySaved(kept, context) }
        if answer.timetables.isEmpty {
            guard answer.conflicts == nil else { throw Complaint("These courses and wishes have no timetable together.") }
            throw Complaint(
                "The search stopped before it found a timetable; there may be some.",
                advice: ["Give it more time: --budget 10000, in milliseconds."])
        }
        if kept == nil, picture == nil, context.form == .pretty {
            context.say(Styled("Draw another with --show 2, keep one with --save NAME.", .faint))
        }
    }

    /// Asks the server, and shows the progress of a long search.
    func search(_ term: Term, _ context: CommandContext) async throws -> FoundTimetables {
        var wanted = try wishes.search()
        wanted.courses = CourseWords.courses(in: courses.joined(separator: " "))
        let groups = try wishes.any.map(TimetableWishOptions.choice)
        if !groups.isEmpty { wanted.anyOf = groups }
        (wanted.limit, wanted.budgetMillis) = (limit, budget)
        let taken = anew ? [] : try await context.sectionsTaken(in: [term.id])
        let events = anew ? [] : try await context.weeklyEvents(in: term)
        var others = taken.filter { !wanted.names(in: term.id).contains($0.course.id) }
        var (answer, sent, busy) = try await search(wanted, around: others, events, term, context)
        let named = sent.names(in: term.id)
        if others.contains(where: { named.contains($0.course.id) }) {
            // A title turned out to be a course that they are in: its own sections must not keep it out.
            others.removeAll { named.contains($0.course.id) }
            (answer, sent, busy) = try await search(wanted, around: others, events, term, context)
        }
        let codes = others.map(\.course.code).uniqued
        let titles = busy.entries.filter { !$0.isTyped && !codes.contains($0.title) }.map(\.title).uniqued
        if !(codes + titles).isEmpty, context.form == .pretty {
            let parts = [("classes in", codes), ("events", titles)].filter { !$1.isEmpty }
            let words = parts.map { "\($0) \($1.joined(separator: ", "))" }.joined(separator: " and your ")
            context.say(Styled("Around your \(words). --anew leaves them out.", .faint))
        }
        return FoundTimetables(
            term: term, answer: answer, names: sent.courses + (sent.anyOf ?? []).flatMap(\.courses), busy: busy)
    }

    private func search(
        _ wanted: TimetableSearch, around others: [(course: Course, section: Section)], _ events: [WeeklyEvents.Event],
        _ term: Term, _ context: CommandContext
    ) async throws -> (answer: TimetableAnswer, sent: TimetableSearch, busy: BusyTimes) {
        var wanted = wanted
        // A calendar of another program may have the very course that is searched.
        let codes = wanted.names(in: term.id).map { $0.code.uppercased() }
        let foreign = events.filter { event in
            let title = event.title.uppercased().filter { !$0.isWhitespace }
            return !codes.contains(where: title.contains)
        }
        let busy = try wishes.busyTimes() + BusyTimes(others) + BusyTimes(foreign)
        wanted.busy = try busy.merged()
        let (line, start) = (StatusLine(context.console), ContinuousClock.now)
        defer { line.clear() }
        do {
            let (answer, sent) = try await context.courseFinder.search(wanted, in: term.id) { progress in
                // Most searches are done by then.
                if .now - start >= .milliseconds(500) { line.show(progress) }
            } resolve: { name in
                try await context.catalogCourse(name, term: term.id).id
            }
            return (answer, sent, busy)
        } catch ClientError.problem(let problem) where problem.status == 422 {
            line.clear()
            throw wishes.complaint(problem, about: wanted)
        }
    }
}

extension TimetableSearch {
    /// The courses that are named by code or id.
    fileprivate func names(in term: Term.ID) -> Set<Course.ID> {
        Set((courses + (anyOf ?? []).flatMap(\.courses)).compactMap { CourseReference($0)?.id(in: term) })
    }
}

extension StatusLine {
    fileprivate func show(_ progress: TimetableProgress) {
        let what =
            switch progress.phase {
            case .waiting: "waiting for other searches"
            case .ranking: "ranking"
            case .counting: "counting"
            case .explaining: "nothing fits; finding out why"
            }
        let best = progress.best.map { ", best cost \($0)" } ?? ""
        let bound = progress.phase == .ranking ? progress.bound.map { ", none left under \($0)" } ?? "" : ""
        let steps = progress.steps > 0 ? ", \(String(progress.steps).grouped) steps in \(progress.millis / 1_000) s" : ""
        show("\(what)\(steps)\(best)\(bound); Ctrl-C stops it")
    }
}
