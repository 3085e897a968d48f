import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule watch`.
struct ScheduleWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch sections for seats: be told when one opens, few are left, or all are taken.",
        discussion: """
            Given nothing, it lists the sections that you watch with their seats; that works offline. The news come with the \
            registrar's counts, in 'noteit watch' as they happen and in 'noteit inbox'. Few is a tenth of all seats, and three \
            in any case. A watch ends with its term, and when the section is no longer offered. --plain writes course, section, \
            id, enrolled, capacity and unknown, full, few or open.

            Examples:
              noteit schedule watch CMPT225 D100 D200
              noteit schedule watch 5446 5447            by registration number (CRN)
              noteit schedule watch
              noteit schedule watch CMPT225 D100 --stop
            """)

    @Argument(
        help: "Course, such as CMPT225, then its sections; or registration numbers alone.", completion: Completions.courses)
    var words: [String] = []
    @Flag(help: "Stop watching these; all of a course if no section is named.") var stop = false
    @Option(help: "Another term than the current one, such as 202530.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if stop, words.isEmpty { throw ValidationError("Say which sections to stop watching.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        if words.isEmpty { return try await list(work) }
        if stop { return try await unwatch(work) }
        let sections = try await chosen(work)
        var watches: [SeatWatch] = []
        for section in sections { watches.append(try await watch(section, work)) }
        _ = try await work.space.sync.refresh()
        try show(watches, work) {
            for watch in watches { work.console.say(Styled("Watching ", .good) + watch.styled) }
        }
    }

    private func watch(_ section: Section.ID, _ work: Workplace) async throws -> SeatWatch {
        do {
            return try await work.client.watchSeats(of: section)
        } catch ClientError.problem(let problem) where problem.status == 404 {
            throw Complaint(
                "No section \(section) is offered.", advice: ["See a course's sections with: noteit course sections CMPT225"])
        }
    }

    private func list(_ work: Workplace) async throws {
        let watches = try await work.copy.seatWatches()
        try show(watches, work) {
            guard !watches.isEmpty else {
                return work.console.say("You watch no section. Begin with: noteit schedule watch CMPT225 D100")
            }
            var table = Table([.init("section"), .init("CRN"), .init("enrolled", right: true), .init("free")])
            for watch in watches {
                let section = watch.section
                table.add([
                    Styled(watch.name, .strong), Styled(section.crn),
                    Styled(section.enrolled.map { "\($0)/\(section.capacity.map(String.init) ?? "?")" } ?? ""),
                    Styled(section.freeWords, section.state.tone),
                ])
            }
            work.console.out(table.lines(width: work.console.width, header: true))
        }
    }

    /// What the words name in the catalog. Throws a complaint that says what there is.
    private func chosen(_ work: Workplace) async throws -> [Section.ID] {
        if words.areNumbers {
            let term = try await work.term(term)
            return words.map { Section.id(term: term.id, crn: $0) }
        }
        let split = CourseWords(words[0], Array(words.dropFirst()))
        let course = try await work.catalogCourse(split.course, term: term)
        let named = try work.sections(split.rest, of: course)
        if !named.isEmpty { return named.map(\.id) }
        guard let first = course.sections.first, course.sections.count > 1, !work.console.canAsk else {
            return [try CourseWalk(work: work).section("Section", among: course.sections, of: course).id]
        }
        throw Complaint.usage(
            "Needed: the sections of \(course.code).", "As in: noteit schedule watch \(course.code) \(first.code)",
            "See them with: noteit course sections \(course.code)")
    }

    private func unwatch(_ work: Workplace) async throws {
        let watches = try await named(among: work.copy.seatWatches())
        for watch in watches { try await work.client.unwatchSeats(of: watch.section.id) }
        _ = try await work.space.sync.refresh()
        try show(watches, work) {
            for watch in watches { work.console.say(Styled("No longer watching \(watch.name).", .good)) }
        }
    }

    /// What the words name among the sections watched: they need not be in the catalog any more.
    private func named(among watches: [SeatWatch]) throws -> [SeatWatch] {
        let watches = watches.filter { term == nil || NoteItTerminal.term(of: $0.section.id) == term }
        let split = words.areNumbers ? nil : CourseWords(words[0], Array(words.dropFirst()))
        let course = split.flatMap { CourseReference($0.course) }
        let mine = watches.filter { split == nil || $0.isOf(course) }
        let wanted = split?.rest ?? words
        let found = wanted.isEmpty ? mine : mine.filter { watch in wanted.contains(where: watch.section.isNamed) }
        let missing = wanted.first { name in !mine.contains { $0.section.isNamed(name) } }
        guard missing == nil, !found.isEmpty else {
            let place = [split?.course.uppercased(), missing?.uppercased()].compactMap(\.self).joined(separator: " ")
            throw Complaint(
                "You do not watch \(place).",
                advice: [watches.isEmpty ? "You watch no section." : "Yours: \(watches.map(\.name).joined(separator: ", "))"])
        }
        return found
    }

    private func show(_ watches: [SeatWatch], _ work: Workplace, pretty: () -> Void) throws {
        switch work.console.form {
        case .json: try work.writeJSON(watches)
        case .plain: for watch in watches { work.console.row(watch.fields) }
        case .pretty: pretty()
        }
    }
}

extension [String] {
    /// Whether these are registration numbers alone.
    fileprivate var areNumbers: Bool { allSatisfy { $0.allSatisfy(\.isNumber) } }
}

extension SectionSeats {
    /// The registration number in the identity: `2359` of `202530.2359`.
    fileprivate var crn: String { id.split(separator: ".").last.map(String.init) ?? id }

    fileprivate func isNamed(_ name: String) -> Bool { code.uppercased() == name.uppercased() || crn == name || id == name }
}

extension SeatWatch {
    /// `CMPT225 D100`
    fileprivate var name: String { "\(code(ofCourse: course)) \(section.code)" }

    fileprivate var styled: Styled { Styled(name, .strong) + Styled(": ") + Styled(section.freeWords, section.state.tone) }

    fileprivate var fields: [String] {
        [
            code(ofCourse: course), section.code, section.id, section.enrolled.map(String.init) ?? "",
            section.capacity.map(String.init) ?? "", section.state.rawValue,
        ]
    }

    fileprivate func isOf(_ reference: CourseReference?) -> Bool {
        guard let reference else { return false }
        return reference.code == code(ofCourse: course) && (reference.term == nil || reference.term == term(of: course))
    }
}
