import NoteItClient
import NoteItCore
import NoteItTerminal

/// The interactive way from department to course to sections, by numbered choices.
struct CourseWalk {
    let context: CommandContext

    /// Asks for a department, then for one of its courses.
    func course() async throws -> Course {
        let term = try await context.term(nil)
        let subjects = try await context.client.subjects(of: term.id)
        let subject = try Chooser(
            "Department",
            subjects.map {
                let (name, count) = ($0.name == $0.code ? "" : $0.name, counted($0.courses, "course"))
                return .init(key: $0.code, cells: [Styled($0.code, .strong), Styled(name), Styled(count, .faint)])
            }
        ).ask(context.console)
        let courses = try await context.courses(of: term.id, matching: CourseQuery(subject: subjects[subject].code))
        let course = try Chooser(
            "Course",
            courses.map {
                .init(key: $0.code, cells: [Styled($0.code, .strong), Styled($0.title), Styled($0.open ? "" : "full", .bad)])
            }
        ).ask(context.console)
        return try await context.client.course(courses[course].id)
    }

    /// Asks for a primary section, then for one of each of its components.
    func sections(of course: Course) throws -> [Section] {
        let companions = Set(course.sections.flatMap(\.components).flatMap(\.sections))
        let primaries = course.sections.filter { !companions.contains($0.id) }
        let primary = try section("Section", among: primaries.isEmpty ? course.sections : primaries, of: course)
        return try [primary]
            + primary.components.map { component in
                try section(component.kind, among: course.sections.filter { component.sections.contains($0.id) }, of: course)
            }
    }

    /// Asks for one of `options`, unless there is only one.
    func section(_ what: String, among options: [Section], of course: Course) throws -> Section {
        if let only = options.first, options.count == 1 { return only }
        guard !options.isEmpty else { throw Complaint("\(course.code) has no sections to join.") }
        let choices = options.map { section in
            let seats = section.capacity.map { "\(section.enrolled ?? 0)/\($0)" } ?? ""
            return Chooser.Choice(
                key: section.code,
                cells: [
                    Styled(section.code, .strong), Styled(section.kind, .faint), Styled(section.times),
                    Styled(section.instructors.joined(separator: ", ")), Styled(seats),
                ])
        }
        return options[try Chooser(what, choices).ask(context.console)]
    }
}
