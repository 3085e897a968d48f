import NoteItClient
import NoteItCore
import NoteItTerminal

/// The interactive way from department to course to sections, by numbered choices.
///
/// At every step a course code or words of a title lead to other courses, `b` goes back a step, and `q` cancels.
struct CourseWalk {
    let context: CommandContext
    let term: Term
    /// Whether to ask before joining.
    var confirms = true

    enum Step {
        case departments
        case courses([CourseSummary])
        case sections(Course)
        /// `wasAsked`: whether the person chose any of the sections. If not, the way back leads past them.
        case confirmation(Course, [Section], wasAsked: Bool)
    }

    /// Asks for a course and its sections, and whether to join them. Throws `Cancelled`.
    /// - Parameters: `start`: the course to begin with, nil for the list of departments; `show`: shows the sections before the last
    ///   question.
    func run(
        from start: Course? = nil, show: (Course, [Section]) async throws -> Void
    ) async throws -> (course: Course, sections: [Section]) {
        var path = [Step.departments] + (start.map { [.sections($0)] } ?? [])
        while let step = path.last {
            switch step {
            case .departments: try await move(&path, from: try await departments())
            case .courses(let listed): try await move(&path, from: try await courses(listed))
            case .sections(let course): try await move(&path, from: try sections(of: course))
            case .confirmation(let course, let sections, let wasAsked):
                try await show(course, sections)
                guard confirms else { return (course, sections) }
                switch try context.console.ask(Styled("Join?", .plain) + " [Y/n, b back] ").lowercased() {
                case "", "y", "yes": return (course, sections)
                case "b", "back": path.removeLast(wasAsked ? 1 : 2)
                default: throw Cancelled()
                }
            }
        }
        throw Cancelled()
    }

    /// Where an answer leads.
    private enum Move {
        case on(Step)
        case back
        /// To the courses that these words name.
        case search(String)
    }

    private func move(_ path: inout [Step], from move: Move) async throws {
        switch move {
        case .on(let step): path.append(step)
        case .back where path.count > 1: path.removeLast()
        case .back: context.say(Styled("This is the first step; q cancels.", .warning))
        case .search(let words):
            guard let step = try await found(words) else { return }
            // The way back leads to the departments.
            path = [.departments, step]
        }
    }

    /// The courses that a code or words of a title mean; nil if there are none.
    private func found(_ words: String) async throws -> Step? {
        switch try await context.courseFinder.inCatalog(words, term: term.id) {
        case .one(let choice): return .sections(try await context.client.course(choice.id))
        case .several(let choices):
            let ids = Set(choices.map(\.id))
            let subject = String(words.prefix { $0.isLetter }).uppercased()
            return .courses(
                try await context.courses(of: term.id, matching: CourseQuery(subject: subject)).filter { ids.contains($0.id) })
        case .none:
            let courses = try await context.courses(of: term.id, matching: CourseQuery(text: words))
            if courses.isEmpty { context.say(Styled("No course matches '\(words)'.", .warning)) }
            return courses.isEmpty ? nil : .courses(courses)
        }
    }

    private static let others = "a course code"

    private func departments() async throws -> Move {
        let subjects = try await context.client.subjects(of: term.id)
        let chooser = Chooser(
            "Department",
            subjects.map {
                let (name, count) = ($0.name == $0.code ? "" : $0.name, counted($0.courses, "course"))
                return .init(key: $0.code, cells: [Styled($0.code, .strong), Styled(name), Styled(count, .faint)])
            })
        switch try chooser.answer(context.console, others: Self.others) {
        case .taken(let index):
            return .on(.courses(try await context.courses(of: term.id, matching: CourseQuery(subject: subjects[index].code))))
        case .back: return .back
        case .other(let words): return .search(words)
        }
    }

    private func courses(_ listed: [CourseSummary]) async throws -> Move {
        let chooser = Chooser(
            "Course",
            listed.map {
                .init(key: $0.code, cells: [Styled($0.code, .strong), Styled($0.title), Styled($0.open ? "" : "full", .bad)])
            })
        switch try chooser.answer(context.console, others: Self.others) {
        case .taken(let index): return .on(.sections(try await context.client.course(listed[index].id)))
        case .back: return .back
        case .other(let words): return .search(words)
        }
    }

    /// Asks for a primary section, then for one of each of its components.
    private func sections(of course: Course) throws -> Move {
        var chosen: [Section] = []
        // The numbers of sections that were chosen before each question.
        var asked: [Int] = []
        while let (what, options) = Self.next(after: chosen, of: course) {
            guard !options.isEmpty else { throw Complaint("\(course.code) has no sections to join.") }
            if let only = options.first, options.count == 1 {
                chosen.append(only)
                continue
            }
            switch try Self.chooser(what, options, of: course).answer(context.console, others: Self.others) {
            case .taken(let index):
                asked.append(chosen.count)
                chosen.append(options[index])
            case .back:
                guard let count = asked.popLast() else { return .back }
                chosen = Array(chosen.prefix(count))
            case .other(let words): return .search(words)
            }
        }
        return .on(.confirmation(course, chosen, wasAsked: !asked.isEmpty))
    }

    /// The next kind of section to choose, with its sections; nil if all are chosen.
    private static func next(after chosen: [Section], of course: Course) -> (what: String, options: [Section])? {
        guard let primary = chosen.first else {
            let companions = Set(course.sections.flatMap(\.components).flatMap(\.sections))
            let primaries = course.sections.filter { !companions.contains($0.id) }
            return ("Section", primaries.isEmpty ? course.sections : primaries)
        }
        guard chosen.count <= primary.components.count else { return nil }
        let component = primary.components[chosen.count - 1]
        return (component.kind, course.sections.filter { component.sections.contains($0.id) })
    }

    /// Asks for one of `options`, unless there is only one.
    static func section(
        _ what: String, among options: [Section], of course: Course, _ console: Console
    ) throws -> Section {
        if let only = options.first, options.count == 1 { return only }
        guard !options.isEmpty else { throw Complaint("\(course.code) has no sections to join.") }
        return options[try chooser(what, options, of: course).ask(console)]
    }

    private static func chooser(_ what: String, _ options: [Section], of course: Course) -> Chooser {
        Chooser(
            "\(course.code) \(what)",
            options.map { section in
                let cells = [
                    Styled(section.code, .strong), Styled(section.kind, .faint),
                    Styled(section.times(within: course.sections.termDays)),
                    Styled(section.instructors.joined(separator: ", ")), section.seats,
                ]
                return .init(key: section.code, cells: cells)
            })
    }
}
