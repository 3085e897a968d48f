import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course add`.
struct CourseAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Join sections of a course.",
        discussion: """
            Without arguments it asks for the department, the course and the sections, and shows them before it joins. If a \
            lecture goes with a lab or a tutorial, it asks for that too.

            Examples:
              noteit course add
              noteit course add CMPT225
              noteit course add CMPT225 D100 D101
              noteit course add 5446 5447                by registration number (CRN)
            """)

    @Argument(help: "Course, such as CMPT225, then its sections; or registration numbers alone.") var words: [String] = []
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try CommandContext(signedIn: session)
        try await context.flushOutbox()
        guard let first = words.first else { return try await walk(context) }
        if words.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
            let term = try await context.term(nil)
            return try await namingUnknown(words) {
                try await join(words.map { Section.ID(term: term.id, crn: $0) }, context)
            }
        }
        let split = CourseWords(first, Array(words.dropFirst()))
        let course = try await context.catalogCourse(split.course)
        let named = try context.sections(split.rest, of: course)
        let chosen = try await named.isEmpty ? pick(from: course, context) : complete(named, of: course, context)
        try await add(chosen, of: course, asNamed: chosen == named, context)
    }

    /// Runs `join`. If the server has no section for some of the registration numbers, says which.
    private func namingUnknown(_ numbers: [String], _ join: () async throws -> Void) async throws {
        do {
            try await join()
        } catch ClientError.problem(let problem) where problem.status == 422 {
            let unknown = numbers.filter { number in
                (problem.errors ?? []).contains { $0.detail.contains("CRN \(number),") }
            }
            guard !unknown.isEmpty else { throw ClientError.problem(problem) }
            throw Complaint(
                "No section with CRN \(unknown.choice) this term.",
                advice: ["Find sections with: noteit course search WORDS, noteit course sections CMPT225"])
        }
    }

    private func walk(_ context: CommandContext) async throws {
        guard context.canAsk else {
            throw Complaint.usage(
                "Needed: a course and its sections.", "As in: noteit course add CMPT225 D100 D101",
                "Find them with: noteit course search WORDS, noteit course sections CMPT225")
        }
        let course = try await CourseWalk(context: context).course()
        try await add(try pick(from: course, context), of: course, asNamed: false, context)
    }

    private func pick(from course: Course, _ context: CommandContext) throws -> [Section] {
        guard context.canAsk else {
            throw Complaint.usage(
                "Needed: the sections of \(course.code).",
                "As in: noteit course add \(course.code) \(course.exampleChoice.map(\.code).joined(separator: " "))",
                "List them with: noteit course sections \(course.code)")
        }
        return try CourseWalk(context: context).sections(of: course)
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
                    chosen.append(try CourseWalk(context: context).section(component.kind, among: options, of: course))
                } else {
                    let codes = options.map(\.code).joined(separator: ", ")
                    context.say(Styled("\(course.code) \(section.code) goes with one \(component.kind): \(codes)", .warning))
                }
            }
        }
        return chosen
    }

    private func add(_ sections: [Section], of course: Course, asNamed: Bool, _ context: CommandContext) async throws {
        if context.canAsk, !yes, !asNamed {
            context.say(Styled(course.code, .strong) + Styled("  \(course.title)"))
            for line in SectionTable(sections).lines(width: context.width ?? 80) { context.say(line) }
            guard try context.console.confirm("Join?", standard: true) else { throw Cancelled() }
        }
        try await join(sections.map(\.id), context)
    }

    private func join(_ sections: [Section.ID], _ context: CommandContext) async throws {
        let before = Set(try await context.client.enrollments().map(\.scope))
        try await context.client.enroll(in: sections)
        let held = try await context.client.enrollments()
        try await context.refresh()
        try await context.report(held.filter { sections.map(\.text).contains($0.scope) }, plain: sections.map { [$0.text] }) {
            try await tell(sections, before: before, context)
        }
    }

    private func tell(_ sections: [Section.ID], before: Set<String>, _ context: CommandContext) async throws {
        for course in try await context.copy.courses() {
            let joined = course.sections.filter { sections.contains($0.id) }
            let (old, new) = (joined.filter { before.contains($0.id.text) }, joined.filter { !before.contains($0.id.text) })
            if !new.isEmpty {
                context.say(Styled("Joined \(course.code) \(new.map(\.code).joined(separator: ", ")).", .good))
            }
            if !old.isEmpty {
                context.say("You were in \(course.code) \(old.map(\.code).joined(separator: ", ")) already.")
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
