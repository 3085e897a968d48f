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
            Given nothing, it walks from department to course to sections and shows what it would join before it \
            does. A lecture that goes with a lab or a tutorial asks for that too.

            Examples:
              noteit course add
              noteit course add CMPT225
              noteit course add CMPT225 D100 D101
              noteit course add 5446 5447                by registration number (CRN)
            """)

    @Argument(help: "Course, such as CMPT225, then its sections; or registration numbers alone.") var words: [String] = []
    @Flag(name: .shortAndLong, help: "Do not ask whether to go ahead.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        try await work.flushOutbox()
        guard let first = words.first else { return try await walk(work) }
        if words.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
            let term = try await work.term(nil)
            return try await join(words.map { Section.id(term: term.id, crn: $0) }, work)
        }
        let split = CourseWords(first, Array(words.dropFirst()))
        let course = try await work.catalogCourse(split.course)
        let named = try work.sections(split.rest, of: course)
        let chosen = try await named.isEmpty ? pick(from: course, work) : complete(named, of: course, work)
        try await add(chosen, of: course, asNamed: chosen == named, work)
    }

    private func walk(_ work: Workplace) async throws {
        guard work.console.canAsk else {
            throw Complaint.usage(
                "Needed: a course and its sections.", "As in: noteit course add CMPT225 D100 D101",
                "Find them with: noteit course search WORDS, noteit course sections CMPT225")
        }
        let course = try await CourseWalk(work: work).course()
        try await add(try pick(from: course, work), of: course, asNamed: false, work)
    }

    private func pick(from course: Course, _ work: Workplace) throws -> [Section] {
        guard work.console.canAsk else {
            throw Complaint.usage(
                "Needed: the sections of \(course.code).",
                "As in: noteit course add \(course.code) \(course.exampleChoice.map(\.code).joined(separator: " "))",
                "See them with: noteit course sections \(course.code)")
        }
        return try CourseWalk(work: work).sections(of: course)
    }

    /// Asks for the components of the sections that were named, where that can be asked; else says what is missing.
    private func complete(_ named: [Section], of course: Course, _ work: Workplace) async throws -> [Section] {
        let held = Set(try await work.client.enrollments().map(\.scope))
        var chosen = named
        for section in named {
            for component in section.components
            where !component.sections.contains(where: { id in held.contains(id) || chosen.contains { $0.id == id } }) {
                let options = course.sections.filter { component.sections.contains($0.id) }
                if let only = options.first, options.count == 1 {
                    chosen.append(only)
                } else if work.console.canAsk, !yes {
                    chosen.append(try CourseWalk(work: work).section(component.kind, among: options, of: course))
                } else {
                    let codes = options.map(\.code).joined(separator: ", ")
                    work.console.say(
                        Styled("\(course.code) \(section.code) goes with one \(component.kind): \(codes)", .warning))
                }
            }
        }
        return chosen
    }

    private func add(_ sections: [Section], of course: Course, asNamed: Bool, _ work: Workplace) async throws {
        if work.console.canAsk, !yes, !asNamed {
            work.console.say(Styled(course.code, .strong) + Styled("  \(course.title)"))
            for line in SectionTable(sections).lines(width: work.console.width ?? 80) { work.console.say(line) }
            guard try work.console.confirm("Join?", standard: true) else { throw Cancelled() }
        }
        try await join(sections.map(\.id), work)
    }

    private func join(_ sections: [Section.ID], _ work: Workplace) async throws {
        let before = Set(try await work.client.enrollments().map(\.scope))
        try await work.client.enroll(in: sections)
        let held = try await work.client.enrollments()
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(held.filter { sections.contains($0.scope) })
        case .plain: for section in sections { work.console.row([section]) }
        case .pretty: try await tell(sections, before: before, work)
        }
    }

    private func tell(_ sections: [Section.ID], before: Set<String>, _ work: Workplace) async throws {
        for course in try await work.copy.courses() {
            let joined = course.sections.filter { sections.contains($0.id) }
            let (old, new) = (joined.filter { before.contains($0.id) }, joined.filter { !before.contains($0.id) })
            if !new.isEmpty {
                work.console.say(Styled("Joined \(course.code) \(new.map(\.code).joined(separator: ", ")).", .good))
            }
            if !old.isEmpty {
                work.console.say("You were in \(course.code) \(old.map(\.code).joined(separator: ", ")) already.")
            }
        }
    }
}

extension Course {
    /// A choice of sections that goes together: the first primary section and the first of each of its components.
    var exampleChoice: [Section] {
        guard let primary = sections.first(where: { !$0.components.isEmpty }) ?? sections.first else { return [] }
        return [primary]
            + primary.components.compactMap { component in
                component.sections.first.flatMap { id in sections.first { $0.id == id } }
            }
    }
}
