import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule watch`.
struct ScheduleWatch: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = SeatWatch.fieldNames
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch sections: get a notification when seats open, run low or run out.",
        discussion: """
            Without arguments it lists the sections that you watch, with their seats; this works offline. Notifications come \
            when the registrar's counts change, in 'noteit watch' and 'noteit inbox'. Few seats are a tenth of all, at least \
            three. A watch ends with its term, and when the section is no longer offered. --plain writes course, section, \
            id, enrolled, capacity, and unknown, full, few or open.

            Examples:
              noteit schedule watch CMPT225 D100 D200
              noteit schedule watch 5446 5447            by registration number (CRN)
              noteit schedule watch "Plan A"             all sections of a timetable
              noteit schedule watch
              noteit schedule watch CMPT225 D100 --stop
            """)

    @Argument(
        help: "Course, such as CMPT225, then its sections; or registration numbers alone; or a timetable.",
        completion: Completions.coursesAndSections)
    var words: [String] = []
    @Flag(help: "Stop watching these sections, or all of the course.") var stop = false
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if stop, words.isEmpty { throw ValidationError("Name the sections to stop watching.") }
    }

    func run() async throws {
        let context = try await words.isEmpty ? CommandContext(reading: session) : CommandContext(inStep: session)
        if words.isEmpty { return try await list(context) }
        if stop { return try await unwatch(context) }
        let sections = try await chosen(context)
        var watches: [SeatWatch] = []
        for section in sections { watches.append(try await watch(section, context)) }
        try await context.refresh()
        try await context.report(watches, plain: watches.map(\.fields)) {
            for watch in watches { context.say(Styled("Watching ", .good) + watch.styled) }
        }
    }

    private func watch(_ section: Section.ID, _ context: CommandContext) async throws -> SeatWatch {
        do {
            return try await context.client.watchSeats(of: section)
        } catch ClientError.problem(let problem) where problem.status == 404 {
            throw Complaint(
                "There is no section \(section).",
                advice: ["List the sections of a course with: noteit course sections CMPT225"])
        }
    }

    private func list(_ context: CommandContext) async throws {
        let watches = try await context.copy.seatWatches()
        try await context.report(watches, plain: watches.map(\.fields)) {
            guard !watches.isEmpty else {
                return context.say("You watch no sections. Watch one with: noteit schedule watch CMPT225 D100")
            }
            var table = Table([.init("section"), .init("CRN"), .init("enrolled", right: true), .init("free")])
            for watch in watches {
                let section = watch.section
                table.addRow([
                    Styled(watch.name, .strong), Styled(section.id.crn),
                    Styled(section.enrolled.map { "\($0)/\(section.capacity.map(String.init) ?? "?")" } ?? ""),
                    Styled(section.freeWords, section.state.tone),
                ])
            }
            context.out(table.lines(width: context.width, header: true))
        }
    }

    /// The sections that the words name in the catalog. Throws a complaint that lists the sections.
    private func chosen(_ context: CommandContext) async throws -> [Section.ID] {
        if words.areNumbers {
            let term = try await context.term(term)
            return words.map { Section.ID(term: term.id, crn: $0) }
        }
        if let timetable = try await timetable(context) { return timetable.sections }
        let split = CourseWords(words[0], Array(words.dropFirst()))
        let course = try await context.catalogCourse(split.course, term: try await context.termID(term))
        let named = try context.sections(split.rest, of: course)
        if !named.isEmpty { return named.map(\.id) }
        guard let first = course.sections.first, course.sections.count > 1, !context.canAsk else {
            return [try CourseWalk.section("Section", among: course.sections, of: course, context.console).id]
        }
        throw Complaint.usage(
            "Needed: the sections of \(course.code).", "As in: noteit schedule watch \(course.code) \(first.code)",
            "List them with: noteit course sections \(course.code)")
    }

    /// The timetable that the words name; nil if no timetable has that name.
    private func timetable(_ context: CommandContext) async throws -> SavedTimetable? {
        let name = words.joined(separator: " ")
        if name.contains("://") || SavedTimetable.ID(name) != nil { return try await context.timetable(name) }
        let isKnown = try await context.timetables().contains { $0.name.lowercased() == name.lowercased() }
        return isKnown ? try await context.timetable(name) : nil
    }

    private func unwatch(_ context: CommandContext) async throws {
        if let sections = try await timetable(context)?.sections {
            let watches = try await context.copy.seatWatches().filter { sections.contains($0.section.id) }
            guard !watches.isEmpty else { throw Complaint("You watch no section of '\(words.joined(separator: " "))'.") }
            return try await stop(watches, context)
        }
        let term = try await context.termID(term)
        try await stop(
            try await named(among: context.copy.seatWatches().filter { term == nil || $0.section.id.term == term }), context)
    }

    private func stop(_ watches: [SeatWatch], _ context: CommandContext) async throws {
        for watch in watches { try await context.client.unwatchSeats(of: watch.section.id) }
        try await context.refresh()
        try await context.report(watches, plain: watches.map(\.fields)) {
            for watch in watches { context.say(Styled("No longer watching \(watch.name).", .good)) }
        }
    }

    /// The watched sections that the words name. They may have left the catalog.
    private func named(among watches: [SeatWatch]) throws -> [SeatWatch] {
        let split = words.areNumbers ? nil : CourseWords(words[0], Array(words.dropFirst()))
        let course = split.flatMap { CourseReference($0.course) }
        let mine = watches.filter { split == nil || $0.isOf(course) }
        let wanted = split?.rest ?? words
        let found = wanted.isEmpty ? mine : mine.filter { watch in wanted.contains(where: watch.section.isNamed) }
        let missing = wanted.first { name in !mine.contains { $0.section.isNamed(name) } }
        guard missing == nil, !found.isEmpty else {
            let name = [split?.course.uppercased(), missing?.uppercased()].compactMap(\.self).joined(separator: " ")
            throw Complaint(
                "You do not watch \(name).",
                advice: [watches.isEmpty ? "You watch no sections." : "Yours: \(watches.map(\.name).joined(separator: ", "))"])
        }
        return found
    }
}

extension [String] {
    /// Whether all are registration numbers.
    fileprivate var areNumbers: Bool { allSatisfy { $0.allSatisfy(\.isNumber) } }
}

extension SectionSeats {
    fileprivate func isNamed(_ name: String) -> Bool {
        code.uppercased() == name.uppercased() || id.crn == name || id.text == name
    }
}

extension SeatWatch {
    /// `CMPT225 D100`
    fileprivate var name: String { "\(course.name) \(section.code)" }

    fileprivate var styled: Styled { Styled(name, .strong) + Styled(": ") + Styled(section.freeWords, section.state.tone) }

    fileprivate var fields: [String] {
        [
            course.name, section.code, section.id.text, section.enrolled.map(String.init) ?? "",
            section.capacity.map(String.init) ?? "", section.state.rawValue,
        ]
    }

    fileprivate func isOf(_ reference: CourseReference?) -> Bool {
        guard let reference else { return false }
        return reference.code == course.code && (reference.term.map { Term.ID($0) == course.term } ?? true)
    }
}
