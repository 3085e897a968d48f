import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course add`.
struct CourseAdd: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Join sections of a course.",
        discussion: """
            Without arguments it asks for the department, the course and the sections, and shows them before it joins. At \
            each question you may also type a course code or words of a title; b goes back. If a lecture goes with a lab or \
            a tutorial, it asks for that too. Where the staff let people in, it asks them, and the inbox tells you of their \
            answer. Warns of full sections, of two lectures of one course, and of classes that clash with others of yours.

            Examples:
              noteit course add
              noteit course add CMPT225
              noteit course add CMPT225 D100 D101
              noteit course add 5446 5447                by registration number (CRN)
            """)

    @Argument(help: "Course, such as CMPT225, then its sections; or registration numbers alone.") var words: [String] = []
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.flushOutbox()
        try await InstructorAdvice(try context.account(), context).say()
        let chosen = try await context.term(words.first.flatMap { CourseReference($0)?.term } ?? term)
        guard let first = words.first else {
            guard context.canAsk else { throw Self.missing }
            return try await walk(from: nil, in: chosen, context)
        }
        if words.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
            return try await namingUnknown(words, in: chosen) {
                try await join(words.map { Section.ID(term: chosen.id, crn: $0) }, of: nil, context)
            }
        }
        let split = CourseWords(first, Array(words.dropFirst()))
        let course = try await context.catalogCourse(split.course, term: chosen.id)
        let named = try context.sections(split.rest, of: course)
        if named.isEmpty {
            guard context.canAsk else { throw Self.missingSections(of: course, in: chosen) }
            return try await walk(from: course, in: chosen, context)
        }
        let sections = try await complete(named, of: course, context)
        try await join(sections, of: course, asNamed: sections == named, context)
    }

    /// Runs `join`. If the server has no section for some of the registration numbers, says which.
    private func namingUnknown(_ numbers: [String], in term: Term, _ join: () async throws -> Void) async throws {
        do {
            try await join()
        } catch ClientError.problem(let problem) where problem.status == 422 {
            let unknown = numbers.filter { number in
                (problem.errors ?? []).contains { $0.detail.contains("CRN \(number),") }
            }
            guard !unknown.isEmpty else { throw ClientError.problem(problem) }
            throw Complaint(
                "No section with CRN \(unknown.choice) in \(term.name).",
                advice: ["Find sections with: noteit course search WORDS, noteit course sections CMPT225"])
        }
    }

    /// Asks for the course, unless it is given, and the sections.
    private func walk(from course: Course?, in term: Term, _ context: CommandContext) async throws {
        let (course, sections) = try await CourseWalk(context: context, term: term, confirms: !yes).run(from: course) {
            course, sections in
            try await show(sections, of: course, context)
        }
        try await join(sections.map(\.id), of: course, context)
    }

    private static let missing = Complaint.usage(
        "Needed: a course and its sections.", "As in: noteit course add CMPT225 D100 D101",
        "Find them with: noteit course search WORDS, noteit course sections CMPT225")

    private static func missingSections(of course: Course, in term: Term) -> Complaint {
        let name = term.current ? course.code : course.id.text
        return .usage(
            "Needed: the sections of \(course.code).",
            "As in: noteit course add \(name) \(course.exampleChoice.map(\.code).joined(separator: " "))",
            "List them with: noteit course sections \(name)")
    }

    /// Adds the components that the named sections need. Asks for them on a terminal; elsewhere warns what is missing.
    private func complete(_ named: [Section], of course: Course, _ context: CommandContext) async throws -> [Section] {
        let held = Set(try await context.client.enrollments().map(\.scope))
        var chosen = named
        for section in named {
            for component in section.components
            where !component.sections.contains(where: { id in held.contains(id.text) || chosen.contains { $0.id == id } }) {
                let options = course.sections.filter { component.sections.contains($0.id) }
                if let only = options.first, options.count == 1 {
                    chosen.append(only)
                } else if context.canAsk, !yes {
                    chosen.append(try CourseWalk.section(component.kind, among: options, of: course, context.console))
                } else {
                    let codes = options.map(\.code).joined(separator: ", ")
                    context.say(Styled("\(course.code) \(section.code) goes with one \(component.kind): \(codes)", .warning))
                }
            }
        }
        return chosen
    }

    private func show(_ sections: [Section], of course: Course, _ context: CommandContext) async throws {
        context.say(Styled(course.code, .strong) + Styled("  \(course.title)"))
        for line in SectionTable(sections).lines(width: context.width ?? 80) { context.say(line) }
        try await JoinWarnings(sections.map { (course, $0) }, context).say()
    }

    /// Joins sections that were named, and those that were completed to them.
    private func join(_ sections: [Section], of course: Course, asNamed: Bool, _ context: CommandContext) async throws {
        if context.canAsk, !yes, !asNamed {
            try await show(sections, of: course, context)
            guard try context.console.confirm("Join?", standard: true) else { throw Cancelled() }
        } else {
            try await JoinWarnings(sections.map { (course, $0) }, context).say()
        }
        try await join(sections.map(\.id), of: course, context)
    }

    /// - Parameter course: that of the sections, if their warnings were said; nil if they are known by number alone.
    private func join(_ sections: [Section.ID], of course: Course?, _ context: CommandContext) async throws {
        let before = Set(try await context.client.enrollments().map(\.scope))
        let answer = try await context.client.enroll(in: sections)
        let held = answer.items.filter { sections.map(\.text).contains($0.scope) }
        try await context.refresh()
        try await context.tellWaiting(answer, for: sections)
        if course == nil {
            let entries = try await context.copy.courses().flatMap { course in
                course.sections.filter { sections.contains($0.id) && !before.contains($0.id.text) }.map { (course, $0) }
            }
            try await JoinWarnings(entries, context).say()
        }
        try await context.report(held, plain: held.map { [$0.scope] }) {
            try await tell(held.compactMap(\.section), before: before, context)
        }
    }

    private func tell(_ sections: [Section.ID], before: Set<String>, _ context: CommandContext) async throws {
        let terms = try await context.copy.terms(at: context.now)
        for course in try await context.copy.courses() {
            // A code says which course it is, unless it is of another term or of several.
            let term = terms.first { $0.id == course.term }
            let isPlain = term?.current ?? true && course.name == course.code
            let place = isPlain ? "" : " in \(term?.name ?? course.term.text)"
            let joined = course.sections.filter { sections.contains($0.id) }
            let (old, new) = (joined.filter { before.contains($0.id.text) }, joined.filter { !before.contains($0.id.text) })
            if !new.isEmpty {
                context.say(Styled("Joined \(course.code) \(new.map(\.code).joined(separator: ", "))\(place).", .good))
            }
            if !old.isEmpty {
                context.say("You were in \(course.code) \(old.map(\.code).joined(separator: ", "))\(place) already.")
            }
        }
    }
}

extension Course {
    /// Sections that go together, as an example: the first primary section with the first of each of its components.
    var exampleChoice: [Section] {
        guard let primary = sections.first(where: { !$0.components.isEmpty }) ?? sections.first else { return [] }
        return [primary]
            + primary.components.compactMap { component in
                component.sections.first.flatMap { id in sections.first { $0.id == id } }
            }
    }
}
