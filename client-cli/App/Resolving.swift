import NoteItClient
import NoteItCore
import NoteItTerminal

/// Turns what people type into courses, sections and events.
extension CommandContext {
    /// One of my courses. Throws a complaint that suggests others if `text` does not name one.
    func myCourse(_ text: String) async throws -> Course {
        switch try await courseFinder.mine(text, at: now) {
        case .one(let choice):
            if let course = try await copy.course(choice.id) { return course }
        case .several(let choices):
            if let course = try await copy.course(pick(choices, named: text)) { return course }
        case .none: break
        }
        throw await notMine(text)
    }

    /// Some of my courses, each once: `CMPT 225, math150`. Throws as `myCourse`.
    func myCourses(_ names: [String]) async throws -> [Course] {
        var courses: [Course] = []
        for name in CourseWords.courses(in: names.joined(separator: " ")) {
            let course = try await myCourse(name)
            if !courses.contains(where: { $0.id == course.id }) { courses.append(course) }
        }
        return courses
    }

    /// One of mine where the name means one, else a course of the catalog: after the next term's import, people still mean the
    /// class that they are in. Throws as `myCourse`.
    func classCourse(_ text: String) async throws -> Course {
        if case .one(let choice) = try await courseFinder.mine(text, at: now), let course = try await copy.course(choice.id) {
            return course
        }
        return try await anyCourse(text)
    }

    /// A course of the catalog, with its sections. Throws as `myCourse`.
    func catalogCourse(_ text: String, term: Term.ID? = nil) async throws -> Course {
        switch try await courseFinder.inCatalog(text, term: term) {
        case .one(let choice): return try await client.course(choice.id)
        case .several(let choices): return try await client.course(pick(choices, named: text))
        case .none: throw await unknownCourse(text, term: term)
        }
    }

    /// Asks which course is meant on a terminal; elsewhere throws a complaint that lists them.
    private func pick(_ choices: [CourseChoice], named text: String) throws -> Course.ID {
        guard console.canAsk else {
            let listed = choices.prefix(12).map { "\($0.code)  \($0.title)" }
            let rest = choices.count > 12 ? ["and \(choices.count - 12) more"] : []
            throw Complaint("'\(text)' matches several courses; say which:", advice: listed + rest, status: ExitStatus.usage)
        }
        let chooser = Chooser(
            "Which course", choices.map { .init(key: $0.code, cells: [Styled($0.code, .strong), Styled($0.title)]) })
        return choices[try chooser.ask(console)].id
    }

    private func notMine(_ text: String) async -> Complaint {
        let mine = (try? await copy.courses().map(\.code)) ?? []
        if case .one(let choice)? = try? await courseFinder.inCatalog(text) {
            return Complaint("You are not in \(choice.code).", advice: ["Join it with: noteit course add \(choice.code)"])
        }
        let near = Suggestion.nearest(to: text, among: mine)
        if !near.isEmpty { return Complaint("No course '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        let advice =
            mine.isEmpty ? "You are in no course yet: noteit course add" : "Your courses: \(mine.joined(separator: ", "))"
        return Complaint("No course '\(text)' among yours.", advice: [advice])
    }

    private func unknownCourse(_ text: String, term: Term.ID?) async -> Complaint {
        let wanted = text.uppercased().filter { $0.isLetter || $0.isNumber }
        let subject = String(wanted.prefix { $0.isLetter })
        let near = (try? await nearCodes(wanted, subject: subject, term: term)) ?? []
        let message = "No course '\(text)' in this term."
        return near.isEmpty
            ? Complaint(message, advice: ["Look for it with: noteit course search WORDS"])
            : Complaint("\(message) Did you mean \(Suggestion.choice(near))?")
    }

    /// Codes similar to `code`: in its subject or, if there is no such subject, the same number in similar subjects.
    private func nearCodes(_ code: String, subject: String, term: Term.ID?) async throws -> [String] {
        var term = term
        if term == nil { term = try await client.terms().first(where: \.current)?.id }
        guard let term else { return [] }
        let subjects = try await client.subjects(of: term).map(\.code)
        if subjects.contains(subject) {
            let all = try await client.courses(of: term, matching: CourseQuery(subject: subject), page: PageRequest(limit: 200))
            return Suggestion.nearest(to: code, among: all.items.map(\.code))
        }
        return Suggestion.nearest(to: subject, among: subjects).map { $0 + code.dropFirst(subject.count) }
    }

    /// Sections of a course by code or registration number. Throws a usage complaint for an unknown one.
    func sections(_ names: [String], of course: Course) throws -> [Section] {
        try names.map { name in
            let key = name.uppercased()
            guard
                let section = course.sections.first(where: {
                    $0.code.uppercased() == key || $0.crn == key || $0.id.text == name
                })
            else {
                let codes = course.sections.map(\.code)
                let near = Suggestion.nearest(to: key, among: codes)
                throw Complaint.usage(
                    "\(course.code) has no section '\(name)'\(near.isEmpty ? "." : ", did you mean \(Suggestion.choice(near))?")",
                    "Its sections: \(codes.prefix(40).joined(separator: ", "))")
            }
            return section
        }
    }

    /// Throws a usage complaint where the server would refuse a post, before its author writes it. Staff of the whole course may
    /// post to any section.
    func requireMay(post kind: Event.Kind, to sections: [Section], of course: Course) async throws {
        let enrollments = try await copy.enrollments().filter { $0.course == course.id }
        let isStaff = enrollments.contains { $0.role == .staff }
        if kind == .notice, !isStaff {
            throw Complaint.usage("Only the staff of \(course.code) post notices.", "Take another --kind, such as note.")
        }
        let held = Set(enrollments.compactMap(\.section))
        guard !enrollments.contains(where: { $0.section == nil }),
            let stranger = sections.first(where: { !held.contains($0.id) })
        else { return }
        let yours = course.sections.filter { held.contains($0.id) }.map(\.code).joined(separator: ", ")
        throw Complaint.usage("You are not in \(course.code) \(stranger.code).", "Yours: \(yours)")
    }

    /// Throws a usage complaint if the reader is staff, who cannot post anonymously.
    func requireMayHide(in course: Course.ID) async throws {
        if try await isStaff(of: course) {
            throw Complaint.usage("Staff of \(course.code) cannot post anonymously.", "Leave --anonymous out.")
        }
    }

    /// Whether a reply to the event is anonymous if nobody says otherwise: the reader has an alias in its thread, which one
    /// reply under their name would give away. Staff cannot post anonymously.
    func repliesAnonymously(to event: Event) async throws -> Bool {
        guard try await copy.mark(of: event.id)?.alias != nil else { return false }
        return try await !isStaff(of: event.course)
    }

    /// Whether the reader is staff of the course, as far as the local copy knows. The server decides.
    func isStaff(of course: Course.ID) async throws -> Bool {
        try await copy.enrollments().contains { $0.course == course && $0.role == .staff }
    }

    /// An event of the local copy, with its thread.
    func thread(_ reference: EventReference) async throws -> EventThread {
        switch reference {
        case .id(let id):
            if let thread = try await copy.thread(id) { return thread }
            throw Complaint("There is no event \(id), or you may not see it.")
        case .number(let number, let name?):
            if let thread = try await formerThread(number, in: name.text) { return thread }
            let course = try await myCourse(name.text)
            if let thread = try await copy.thread(number: number, in: course.id) { return thread }
            if let removal = try await copy.removals(in: course.id).first(where: { $0.number == number && !$0.reply }) {
                throw try await removed(removal)
            }
            throw Complaint(
                "There is no event \(course.code)#\(number), or you may not see it.",
                advice: ["See the events with: noteit event list \(course.code)"])
        case .number(let number, nil): return try await thread(number)
        }
    }

    /// An event of a course that the reader has left: their private posts stay theirs. Nil if the name means a course of theirs.
    private func formerThread(_ number: Int, in name: String) async throws -> EventThread? {
        guard try await courseFinder.mine(name, at: now) == .none else { return nil }
        switch try await courseFinder.former(name) {
        case .one(let choice): return try await copy.thread(number: number, in: choice.id)
        case .several(let choices): return try await copy.thread(number: number, in: pick(choices, named: name))
        case .none: return nil
        }
    }

    /// A complaint that an event or reply was removed, with what the reader may know about it.
    func removed(_ removal: Removal) async throws -> Complaint {
        let when = try await clock(term: removal.course.term).short(removal.removedAt)
        return Complaint(
            "\(removal.reference) was removed by the course's staff, \(when).",
            advice: removal.reason.map { ["Why: \($0)"] } ?? [])
    }

    /// `#42` alone, if exactly one of my courses has such an event; if none has, one of those that I have left.
    private func thread(_ number: Int) async throws -> EventThread {
        var found = try await threads(number, in: copy.courses().map(\.id))
        if found.isEmpty { found = try await threads(number, in: copy.formerCourses()) }
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else { throw Complaint("None of your courses has an event #\(number).") }
        guard console.canAsk else {
            throw Complaint(
                "#\(number) is in several of your courses; say which:",
                advice: found.map { "\($0.event.reference)  \($0.event.title)" }, status: ExitStatus.usage)
        }
        let choices = found.map {
            Chooser.Choice(key: $0.event.reference, cells: [Styled($0.event.reference, .strong), Styled($0.event.title)])
        }
        return found[try Chooser("Which event", choices).ask(console)]
    }

    private func threads(_ number: Int, in courses: [Course.ID]) async throws -> [EventThread] {
        var found: [EventThread] = []
        for course in courses {
            if let thread = try await copy.thread(number: number, in: course) { found.append(thread) }
        }
        return found
    }
}

extension CourseReference {
    /// The form that `CourseFinder` reads.
    var text: String { term.map { "\($0).\(code)" } ?? code }
}
